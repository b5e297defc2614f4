"""Texts made to keep a parser busy: they are refused before it sees them, and looking at them takes linear time."""

from __future__ import annotations

import time

import pytest

from boxcars.core import map_limits, map_loader, registry
from boxcars.core.map_loader import BadMap

SIZE = 250_000


def bomb(parts: int = 8_000, lines: int = 8_000) -> str:
    """A table with a name of many parts, and many lines: a TOML parser takes a minute for these 67 kB."""
    return f"[{'.'.join(['a'] * parts)}]\n" + "".join(f"k{n}=1\n" for n in range(lines))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (bomb(), "parts|line is longer"),
        (bomb(7_000), "parts"),
        (bomb(lines=25_000), "lines"),
        (bomb(17, 9_000), "parts"),
        ("\n".join(".".join(["a"] * 17) + f"{n} = 1" for n in range(5_000)), "parts"),
        ("[" + " . ".join(['"\\""'] * 20) + "]", "parts"),
        ("[" + ".".join(["'a.b'"] * 20) + "]", "parts"),
        ("a = '''x'''\n[" + ".".join(["b"] * 20) + "]", "parts"),
        ('a = """\\""""\n[' + ".".join(["b"] * 20) + "]", "parts"),
        ("a = " + "[" * 17 + "]" * 17, "nested"),
        ("a = " + "{a = " * 17 + "1" + "}" * 17, "nested"),
        ('{"a": ' + "[" * 17 + "]" * 17 + "}", "nested"),
        ("".join(f"[t{n}]\n" for n in range(3_000)), "tables"),
        ("a = [" + "1," * 7_900 + "]\n" + "b = [" + "1,\n" * 9_000 + "]\n" + "c = [1]" * 12_000, "line is longer|entries"),
        ("{" + '"a":1,' * 40_000 + '"b":1}', "entries"),
        ("a" * (SIZE + 20_000), "larger"),
        ("a = " + "1" * 20_000, "line is longer"),
    ],
)
def test_what_would_keep_a_parser_busy_is_refused_at_once(text: str, why: str) -> None:
    begun = time.process_time()
    with pytest.raises(BadMap, match=why):
        map_loader.parse(text)
    assert time.process_time() - begun < 0.3


@pytest.mark.parametrize(
    "part",
    ['"""\\', '"""', '"', "'", "'''", "'''\\", '""', '"\\', '\\"', '"""a', "'''a", "#", "=", "a", " ", '"a\\"', "{", "].["],
)
def test_looking_at_a_text_takes_linear_time(part: str) -> None:
    """The same hostile piece over and over, in lines as long as they may be; also as JSON."""
    line = (part * 16_000)[:15_990]
    for text in ("\n".join([line] * 16), "{" + part * (SIZE // len(part))):
        begun = time.process_time()
        map_limits.excess(text)
        assert time.process_time() - begun < 0.3


def test_dots_in_texts_and_numbers_are_no_parts_of_a_key() -> None:
    found = map_loader.parse(
        'a = "1.2.3.4.5.6.7.8.9.10.11.12.13.14.15.16.17.18" # 1.2.3.4.5.6.7.8.9.10.11.12.13.14.15.16.17.18\nb = [1.5, 2.5]'
    )
    assert found["b"] == [1.5, 2.5]


def test_every_board_that_ships_is_far_from_the_limits() -> None:
    for game in registry.games().values():
        text = registry.export(game, game.maps[0].key)
        assert map_limits.excess(text) is None
        assert len(text) < map_limits.MOST_BYTES * 0.6 and text.count("\n") < map_limits.MOST_LINES * 0.2
        assert len(map_limits._TOML.findall(text)) < map_limits.MOST_MARKS * 0.4
