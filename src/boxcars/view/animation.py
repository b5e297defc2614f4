"""Telling a story in beats (``tabletop.Beat``): what moved by one action, in what order, for those who watch.

A page draws the new position complete and at once; beats only say how it came about, and a page that plays none of them is right
all the same. They are made from retold events and an observation (``Board.animation_steps``), so they know no more than their reader.

An anchor (``from_``, ``to``) may be several, separated by blanks: the first that is on the screen is taken, and where none is the page
falls back to the seat's card. The key of a ``stat:`` is the English word of the Stat in small letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boxcars.core.messages import Text
from boxcars.view.tabletop import Beat, BeatKind, Tone

MOST_DICE = 6
MONEY = ("cash", "income", "money")
"""Numbers that ring when they rise."""


class Story:
    """Beats in the making: ``then`` begins when what was told before is done, ``also`` plays together with the last."""

    def __init__(self) -> None:
        self.beats: list[Beat] = []
        self._at = -1

    def then(
        self,
        kind: BeatKind,
        *,
        face: str = "",
        from_: str = "",
        to: str = "",
        ids: Iterable[str] = (),
        path: str = "",
        links: int = 0,
        by: int = 0,
        faces: Iterable[str] = (),
        word: Text | None = None,
        note: Text | None = None,
        tone: Tone = "",
        seat: int = -1,
        sound: str | None = None,
        also: bool = False,
    ) -> None:
        """The next beat; ``also``: together with the last."""
        self._at = max(self._at + (not also), 0)
        beat = Beat(
            kind=kind,
            at=self._at,
            face=face,
            from_=from_,
            to=to,
            ids=list(ids),
            path=path,
            links=links,
            by=by,
            faces=list(faces),
            word=word,
            note=note,
            tone=tone,
            seat=seat,
            sound=sound,
        )
        self.beats.append(beat)

    def gain(self, seat: int, stat: str, by: int, *, also: bool = False, sound: str | None = None) -> None:
        """A number on a player's card changes; nothing is told of a change of nothing."""
        if sound is None and stat in MONEY:
            sound = "coin" if by > 0 else ""
        if by:
            self.then("count", seat=seat, to=f"stat:{seat}.{stat}", by=by, also=also, sound=sound)

    def gains(self, stat: str, amounts: Sequence[int]) -> None:
        """The same number changes on all cards at once."""
        changed = [(seat, by) for seat, by in enumerate(amounts) if by]
        for i, (seat, by) in enumerate(changed):
            self.gain(seat, stat, by, also=i > 0)

    def dice(self, values: Iterable[int], to: str, seat: int = -1, *, also: bool = False) -> None:
        """A throw; so many dice that nobody could read them are not thrown."""
        faces = [str(value) for value in values][:MOST_DICE]
        if faces:
            self.then("dice", faces=faces, to=to, from_=f"seat:{seat}" if seat >= 0 else "", seat=seat, also=also)


def uncover(paths: Iterable[str]) -> str:
    """Covers over new track, in the board's units: they draw back along it."""
    return "".join(f'<path class="uncover" pathLength="1" d="{d}"/>' for d in paths)
