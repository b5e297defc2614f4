"""What the documentation site makes by itself: the addresses of the API from its schema, and the list of decisions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
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
    for path in sorted((HERE / "decisions").glob("[0-9]*.md")):
        title = path.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
        rows.append(f"* [{title}]({path.name})")
    return "\n".join(rows)


def lab_pages() -> str:
    """The pages of the lab by title."""
    rows = []
    for path in sorted((HERE / "lab").glob("*.md")):
        if path.name != "index.md":
            title = path.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
            rows.append(f"* [{title}]({path.name})")
    return "\n".join(rows)


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Called by MkDocs for every page."""
    made = {"reference/http.md": addresses, "decisions/index.md": decisions, "lab/index.md": lab_pages}.get(page.file.src_uri)
    if made is None:
        return markdown
    text = made()
    return markdown.replace(MARK, text) if MARK in markdown else f"{markdown}\n\n{text}\n"
