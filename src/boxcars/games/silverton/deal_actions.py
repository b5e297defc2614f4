"""What the players of Silverton may do in deals (SIL-15). Structs only."""

from __future__ import annotations

import msgspec

from boxcars.core.types import Action


class Bundle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one party hands over in a deal (SIL-15.4)."""

    money: int = 0
    claims: tuple[str, ...] = ()
    segments: tuple[str, ...] = ()
    trains: tuple[str, ...] = ()
    plows: tuple[str, ...] = ()

    def targets(self, side: str) -> list[str]:
        """Return what is handed over; the sum comes last in a path (see ``deal_path``)."""
        out: list[str] = []
        for kind, items in (
            ("claim", self.claims),
            ("segment", self.segments),
            ("train", self.trains),
            ("plow", self.plows),
        ):
            out += [f"{side}:{kind}:{item}" for item in items]
        return out


class Freight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Goods on the partner's claim, bought to be delivered this turn (SIL-15.5)."""

    claim: str = ""
    units: int = 0
    city: str = ""
    trains: tuple[str, ...] = ()

    def target(self) -> str:
        return ":".join(("freight", self.claim, self.city, str(self.units), *self.trains))


def deal_path(give: Bundle, take: Bundle, freight: Freight | None) -> list[str]:
    """First what changes hands, then for how much: a sum says nothing before one knows what it is for."""
    cargo = [freight.target()] if freight else []
    sums = [f"{side}:money:{bundle.money}" for side, bundle in (("give", give), ("take", take)) if bundle.money]
    return [*give.targets("give"), *take.targets("take"), *cargo, *sums]


class Offer(Action, frozen=True):
    """Offer a deal to one player (SIL-15.4). ``give`` leaves the active player, ``take`` the partner."""

    to: int
    give: Bundle = Bundle()
    take: Bundle = Bundle()
    freight: Freight | None = None

    def path(self) -> tuple[str, ...]:
        return (f"seat:{self.to}", *deal_path(self.give, self.take, self.freight), "do:offer")


class Counter(Action, frozen=True):
    """Answer with one counter-offer, seen from the active player as the offer was (SIL-15.2)."""

    give: Bundle = Bundle()
    take: Bundle = Bundle()
    freight: Freight | None = None

    def path(self) -> tuple[str, ...]:
        return (*deal_path(self.give, self.take, self.freight), "do:counter")


class Accept(Action, frozen=True):
    def path(self) -> tuple[str, ...]:
        return ("do:accept",)


class Refuse(Action, frozen=True):
    """Decline the offer."""

    def path(self) -> tuple[str, ...]:
        return ("do:refuse",)


class EndDeals(Action, frozen=True):
    def path(self) -> tuple[str, ...]:
        return ("do:end_deals",)
