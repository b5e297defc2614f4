"""Make pages of the documentation site: HTTP addresses, commands, decisions, lab, rules for players, files of the root.

MkDocs calls ``on_files`` and ``on_page_markdown`` (``hooks`` in mkdocs.yml).
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
MARK = "<!-- decisions -->"
"""Where the list of decisions goes on its page; on other pages the text goes to the end."""
VERBS = ("get", "post", "put", "delete")


def addresses() -> str:
    """Every address of the server, from the schema that it publishes itself."""
    from boxcars.server.http.app import create_app

    schema: dict[str, Any] = create_app().app.openapi_schema.to_schema()
    out = []
    by_tag: dict[str, list[tuple[str, str, dict[str, Any]]]] = {}
    for path, item in schema["paths"].items():
        for verb in VERBS:
            if verb in item:
                by_tag.setdefault(item[verb].get("tags", ["other"])[0], []).append((verb, path, item[verb]))
    for tag, rows in by_tag.items():
        out += [f"## {tag.capitalize()}", "", "| | | body |", "|---|---|---|"]
        for verb, path, told in rows:
            body = told.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {}).get("$ref", "")
            name = body.rpartition("/")[2]
            link = f"[{name}](#{name.lower()})" if name else ""
            out.append(f"| `{verb.upper()} {path}` | {told.get('summary', '')} | {link} |")
        out.append("")
    out += ["## Bodies", ""]
    for name, shape in sorted(schema["components"]["schemas"].items()):
        fields = shape.get("properties", {})
        if not fields:
            continue
        out += [f"### {name}", "", (shape.get("description") or "").split("\n\n")[0], "", "| field | kind |", "|---|---|"]
        needed = set(shape.get("required", []))
        out += [f"| `{field}`{'' if field in needed else ' (optional)'} | {kind(told)} |" for field, told in fields.items()]
        out.append("")
    return "\n".join(out)


def kind(told: dict[str, Any]) -> str:
    """A field's kind in few words."""
    if "$ref" in told:
        name = told["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "enum" in told:
        return ", ".join(f"`{value}`" for value in told["enum"])
    for some in ("oneOf", "anyOf"):
        if some in told:
            return " or ".join(kind(one) for one in told[some])
    if told.get("type") == "array":
        return f"list of {kind(told.get('items', {}))}"
    found = told.get("type", "anything")
    text = " or ".join(found) if isinstance(found, list) else str(found)
    limits = {"maxLength": "at most {} characters", "minimum": "from {}", "maximum": "to {}", "maxItems": "at most {} of them"}
    more = [words.format(told[name]) for name, words in limits.items() if name in told]
    return f"{text}, {', '.join(more)}" if more else text


def decisions() -> str:
    """The decisions by number, each with its title."""
    rows = []
    for path in sorted((DOCS / "decisions").glob("[0-9]*.md")):
        title = path.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
        rows.append(f"* [{title}]({path.name})")
    return "\n".join(rows)


# -- pages that are made of something else -----------------------------------------------------------------------------------

ROOT_PAGES = {
    "host/security.md": "SECURITY.md",
    "develop/contributing.md": "CONTRIBUTING.md",
    "reference/changelog.md": "CHANGELOG.md",
}
"""Pages of the site that are files in the root of the repository."""
LANGUAGES = ("en", "es", "it")
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")


def relink(text: str, source: Path, page: str) -> str:
    """Point the links of a text at pages of the site; what the site does not have becomes plain text."""

    def replace(found: re.Match[str]) -> str:
        label, target = found[1], found[2]
        path, mark, anchor = target.partition("#")
        if not path or "://" in target or target.startswith("mailto:"):
            return found[0]
        full = (source.parent / path).resolve()
        by_root = {ROOT / file: made for made, file in ROOT_PAGES.items()}
        if full in by_root:
            there = by_root[full]
        elif full.is_relative_to(DOCS) and full.suffix == ".md":
            there = full.relative_to(DOCS).as_posix()
        elif full.is_relative_to(DOCS):
            return found[0]
        else:
            return label
        return f"[{label}]({posixpath.relpath(there, posixpath.dirname(page))}{mark}{anchor})"

    return LINK.sub(replace, text)


def player_rules(game: str, language: str) -> str:
    """The rules for players as plain Markdown: boxes become quotes, pictures stay in the program."""
    from boxcars.rules.guide import source

    out: list[str] = []
    boxed = False
    for line in (source(game, language) or "").splitlines():
        if line.startswith(":::"):
            boxed = line.strip() != ":::"
        elif line.startswith("? ["):
            out.append(f"* {line[2:]}")
        elif not line.startswith("!["):
            out.append(f"> {line}" if boxed else line)
    return "\n".join(out) + "\n"


def command_pages() -> str:
    """Every command with its options, as `--help` says it."""
    from typer.main import get_command

    from boxcars.cli import app, load

    load([])
    out: list[str] = []

    def describe(name: str, command: Any) -> None:
        if hasattr(command, "commands"):
            for sub in command.commands:
                describe(f"{name} {sub}", command.commands[sub])
            return
        text, _, example = (command.help or "").partition("Example:")
        arguments = [p for p in command.params if p.param_type_name == "argument"]
        options = [p for p in command.params if p.param_type_name == "option" and p.name != "help"]
        usage = " ".join([name, *((p.metavar or p.name or "").upper() for p in arguments), *(["[options]"] if options else [])])
        out.extend([f"## {name}", "", f"`{usage}`", "", " ".join(text.split()), ""])
        if example:
            out.extend(["```sh", " ".join(example.split()), "```", ""])
        if options:
            out.extend(["| option | meaning | default |", "|---|---|---|"])
            for option in options:
                names = ", ".join(f"`{n}`" for n in (*option.opts, *option.secondary_opts))
                default = "" if option.default in (None, (), [], "") or callable(option.default) else f"`{option.default}`"
                meaning = " ".join((option.help or "").split()).replace("|", "\\|")
                out.append(f"| {names} | {meaning} | {default} |")
            out.append("")

    describe("boxcars", get_command(app))
    return "\n".join(out)


def on_files(files: Any, config: Any, **_: Any) -> Any:
    """Called by MkDocs with the list of pages: add those that are made here."""
    from mkdocs.structure.files import File

    from boxcars.core import registry

    for page, name in ROOT_PAGES.items():
        text = relink((ROOT / name).read_text(encoding="utf-8"), ROOT / name, page)
        files.append(File.generated(config, page, content=text))
    for game in registry.games():
        for language in LANGUAGES:
            page = f"play/rules/{language}/{game}.md"
            files.append(File.generated(config, page, content=player_rules(game, language)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Called by MkDocs for every page."""
    uri = page.file.src_uri
    made = {
        "reference/http.md": addresses,
        "reference/commands.md": command_pages,
        "decisions/index.md": decisions,
    }.get(uri)
    if (DOCS / uri).is_file():
        markdown = relink(markdown, DOCS / uri, uri)
    if made is None:
        return markdown
    text = made()
    return markdown.replace(MARK, text) if MARK in markdown else f"{markdown}\n\n{text}\n"
