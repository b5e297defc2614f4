"""Make bytecode for a tab. Runs under Pyodide, for bytecode belongs to one version of Python.

It reads archives in ``/in`` and writes the same with bytecode in place of sources to ``/out``. Nothing in them is compressed, for
a tab unpacks them at every start.
"""

import ast
import marshal
import zipfile
from importlib.util import MAGIC_NUMBER
from pathlib import Path

UNCHECKED = (1).to_bytes(4, "little") + bytes(8)
"""The flags of bytecode that is never compared with its source, and an empty hash."""


LEFT_OUT = (
    *("pydoc", "pydoc_data/", "unittest/", "doctest", "idlelib/", "xmlrpc/", "smtplib", "ftplib", "imaplib", "mailbox"),
    *("poplib", "turtle", "wave", "pstats", "profile", "cProfile", "trace.py", "pickletools", "optparse", "_pyio"),
    *("modulefinder", "ensurepip/", "venv/", "curses/", "dbm/"),
    *("encodings/mac_", "encodings/cp1", "encodings/cp7", "encodings/cp8", "encodings/koi8", "encodings/iso8859_2"),
    *("asyncio/windows", "asyncio/proactor", "logging/handlers", "logging/config"),
)
"""Parts of Python's library that nobody loads in a tab, as their names begin."""


def bytecode(source: bytes, name: str) -> bytes:
    tree = ast.parse(source, name)
    leave_out_docstrings(tree, ast.ClassDef if name.startswith("boxcars/") else ())
    return MAGIC_NUMBER + UNCHECKED + marshal.dumps(compile(tree, name, "exec", dont_inherit=True))


def leave_out_docstrings(tree: ast.Module, but_of: type | tuple[()]) -> None:
    """As ``python -OO`` does; but what asserts stays. (Some classes of Boxcars name their clause in their docstring.)"""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if not isinstance(node, but_of) and ast.get_docstring(node, False):
            del node.body[0]
            if not node.body:
                node.body = ast.parse("pass").body


def main() -> None:
    for archive in Path("/in").glob("*.zip"):
        with zipfile.ZipFile(archive) as given, zipfile.ZipFile(f"/out/{archive.name}", "w", zipfile.ZIP_STORED) as made:
            for name in given.namelist():
                if archive.name == "python_stdlib.zip" and name.startswith(LEFT_OUT):
                    continue
                data = given.read(name)
                if name.endswith(".py"):
                    made.writestr(zipfile.ZipInfo(name + "c"), bytecode(data, name))
                elif not name.endswith("/"):
                    made.writestr(zipfile.ZipInfo(name), data)


main()
