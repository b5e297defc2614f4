"""The workshop: its door, and a map of each game on the bench. ``make_gallery.py workshop`` makes them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


@dataclass(frozen=True)
class Bench:
    """A map on the bench: a file of the examples or a board; what is pressed there; at which sizes it is photographed."""

    game: str
    map: str
    tool: str = ""
    layer: str = ""
    held: str = ""
    sizes: tuple[str, ...] = ("desktop", "upright")

    @property
    def text(self) -> str:
        file = EXAMPLES / f"{self.map}.toml"
        return file.read_text(encoding="utf-8") if file.is_file() else ""

    @property
    def name(self) -> str:
        return f"workshop-{self.game}" + (f"-{self.layer.lower()}" if self.layer else "")

    @property
    def address(self) -> str:
        return f"/workshop/{self.game}" + ("#file" if self.text else f"#map={self.map}" if self.map else "#new")


BENCHES = [
    Bench("age_of_steam", "po_valley", tool="Mountain", held="hex:c4r3", sizes=("desktop", "upright", "side")),
    Bench("steam", "bohemia", layer="Prices"),
    Bench("ticket_to_ride", "iberia", held="route:burgos-madrid", sizes=("desktop", "upright", "side")),
    Bench("spike", "eastern_usa", tool="Land", held="city:chicago"),
    Bench("silverton", "colorado", layer="Claims", held="segment:S003"),
    Bench("silverton", "", tool="Line"),
]
