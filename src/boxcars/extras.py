"""What is not in every installation: the base plays and simulates; the rest comes by extras (pip install 'boxcars[lab]').

Whoever lacks one is told which, by one sentence, whether it was a command or an import that needed it.
"""

from __future__ import annotations

from importlib.util import find_spec

APPLICATION = ("litestar", "sqlalchemy", "prometheus_client", "openskill", "segno")
"""What the server is made of, whoever speaks HTTP for it: on a host uvicorn, in a browser's tab the page itself."""
EXTRAS: dict[str, tuple[str, ...]] = {
    "server": (*APPLICATION, "uvicorn", "websockets", "platformdirs"),
    "lab": ("numpy", "polars", "altair", "vl_convert", "optuna", "tomlkit"),
    "rl": ("gymnasium", "pettingzoo", "pyspiel", "resvg_py", "PIL"),
    "pictures": ("resvg_py",),
    "ray": ("ray",),
    "postgres": ("psycopg",),
    "passkeys": ("webauthn",),
    "push": ("cryptography",),
}
"""The modules each extra brings."""


class MissingExtra(ImportError):
    """Something was asked for that an extra of the installation brings."""


def sentence(modules: list[str], extra: str) -> str:
    return f"this needs {', '.join(modules)}: pip install 'boxcars[{extra}]'"


def need(extra: str, *modules: str) -> None:
    """Raise MissingExtra unless the modules (all of the extra's, if none is named) can be found. Imports nothing."""
    missing = [name for name in modules or EXTRAS[extra] if find_spec(name) is None]
    if missing:
        raise MissingExtra(sentence(missing, extra))


def explained(error: ModuleNotFoundError) -> str | None:
    """Which extra brings the module that was not found; None if it is none of theirs."""
    name = (error.name or "").partition(".")[0]
    return next((sentence([name], extra) for extra, modules in EXTRAS.items() if name in modules), None)
