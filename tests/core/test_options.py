"""Every option changes what it says and nothing else: two games, with and without it, are the same until it matters.

Both games have the same seed and get the same random choices. Where they part, the difference must be one the option is about:
other choices in a step of its kind, or other events of its kind.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Rules


@dataclass
class Parting:
    """How two games part: by other choices in a step of this name, or by other events; nothing of both: by what is due next."""

    step: str = ""
    more: set[str] = field(default_factory=set)
    """Verbs of the choices that only the game with the option offers."""
    less: set[str] = field(default_factory=set)
    """Verbs of the choices that only the game without it offers."""
    events: set[str] = field(default_factory=set)
    """Names of the first events that differ."""


class Preferring:
    """Any choice, but one of these verbs (or ways to take a reward) where there is one: so that the option soon matters."""

    def __init__(self, *verbs: str) -> None:
        self.verbs = verbs

    def choose(self, rules: Any, state: Any, seat: int, rng: random.Random) -> Any:
        legal = rules.legal(state)
        wanted = [a for a in legal if type(a).__name__ in self.verbs or getattr(a, "to", "") in self.verbs]
        return rng.choice(wanted or legal)


class Bot(Preferring):
    """The bot of this level, but these verbs first."""

    def choose(self, rules: Any, state: Any, seat: int, rng: random.Random) -> Any:
        if any(getattr(a, "to", "") in self.verbs for a in rules.legal(state)):
            return super().choose(rules, state, seat, rng)
        return make_bot("heuristic", rules, str(rng.random())).choose(SeatView(rules, state, seat))


def part(one: Rules[Any], two: Rules[Any], seed: str, pick: Preferring, decisions: int = 4000) -> Parting | None:
    """Play both games in step until they part; None where they never do."""
    a, b = one.start(Chance(seed_from(seed))), two.start(Chance(seed_from(seed)))
    assert one.fingerprint(a) == two.fingerprint(b), "the set-up is the same"
    rng = random.Random(seed)
    for _ in range(decisions):
        seat = one.actor(a)
        assert seat == two.actor(b)
        if seat < 0:
            break
        first, second = set(one.legal(a)), set(two.legal(b))
        if first != second:
            more, less = ({type(action).__name__ for action in only} for only in (second - first, first - second))
            return Parting(type(a.agenda[-1]).__name__, more, less)
        action = pick.choose(one, a, seat, rng)
        told, heard = one.play(a, seat, action), two.play(b, seat, action)
        if told != heard or one.fingerprint(a) != two.fingerprint(b):
            differ = [{type(x).__name__, type(y).__name__} for x, y in zip(told, heard, strict=False) if x != y]
            return Parting(events=differ[0] if differ else set())
    return None


LAYING = Preferring("LayTrack")
CASES: list[tuple[str, str | None, int, dict[str, Any], dict[str, Any], Preferring, Parting | None]] = [
    ("age_of_steam", "rust_belt", 3, {}, {"one_growth_roll": True}, Preferring(), Parting(events={"GoodsGrown"})),
    ("age_of_steam", "rust_belt", 3, {}, {"allow_same_hex_twice": False}, LAYING, Parting("BuildTrack", set(), {"LayTrack"})),
    ("age_of_steam", "rust_belt", 3, {}, {"urbanize_any_time": True}, LAYING, Parting("BuildTrack", {"Urbanize"})),
    ("age_of_steam", "st_lucia", 2, {}, {"first_section_bonus": True}, Preferring("MoveGoods"), Parting(events={"GoodsMoved"})),
    ("steam", "ruhr", 3, {}, {"open_income": True}, Bot("income"), Parting(events={"RewardTaken"})),
    ("steam", "ruhr", 4, {"mode": "standard"}, {"soft_standard": True}, Preferring(), Parting("BuildTrack", more={"LayTrack"})),
    ("steam", "ruhr", 4, {}, {"soft_standard": True}, Preferring(), None),
    ("silverton", "colorado", 2, {}, {"turn_limit": True}, Preferring(), Parting(events={"OrderDealt", "GameEnded"})),
    ("silverton", "colorado", 2, {}, {"until_won": True}, Preferring(), Parting(events={"OrderDealt", "GameEnded"})),
    ("silverton", "colorado", 3, {}, {"closed_discards": True}, Preferring(), None),
    ("silverton", "colorado", 3, {}, {"max_offers": 0}, Preferring(), Parting()),
    ("silverton", "colorado", 3, {}, {"loaded_claims": True}, Preferring("Operate"), Parting("MakeDeals", more={"Offer"})),
    ("silverton", "colorado", 3, {"length": "short"}, {"improved_passengers": True}, Bot(), Parting(events={"FaresCollected"})),
    ("age_of_steam", "rust_belt", 3, {}, {"unlimited_discs": True}, LAYING, None),
    ("silverton", "colorado", 3, {}, {"variable_passengers": True}, Preferring(), Parting("PlacePieces", {"PlaceProspector"})),
    ("silverton", "colorado", 3, {}, {"goods_transfer": True}, Bot(), Parting("DeliverGoods", {"Transfer"})),
    ("silverton", "colorado", 3, {"rules": "advanced"}, {"multiple_plows": True}, Preferring("BuyPlow"), Parting()),
    ("silverton", "colorado", 3, {}, {"length": "campaign"}, Preferring(), Parting(events={"OrderDealt", "GameEnded"})),
    ("spike", None, 3, {}, {"wild_single_colour": False}, Preferring("Draw"), Parting("TakeAction", {"Build"}, {"Build"})),
]  # fmt: skip
SLOW: list[Any] = [
    ("silverton", "colorado", 4, {}, {"joint_passengers": True}, Bot("PlaceProspector"),
     Parting("PlacePieces", {"PlaceProspector"})),
    ("silverton", "colorado", 3, {}, {"length": "long"}, Bot(), Parting()),
    ("steam", "ruhr", 3, {}, {"links_once": True}, Bot(), Parting("MoveRound", set(), {"MoveGoods"})),
]  # fmt: skip
SET_UP: list[tuple[str, str | None, int, dict[str, Any], dict[str, Any], set[str]]] = [
    ("age_of_steam", "germany", 3, {}, {"public_starting_cubes": True}, {"cubes"}),
    ("age_of_steam", "barbados", 1, {}, {"easy": True}, {"cubes", "bag"}),
    ("steam", "ruhr", 3, {}, {"start": "random"}, {"agenda", "turn", "order", "cash", "auction"}),
    ("steam", "ruhr", 3, {"start": "random"}, {"mode": "standard"}, {"agenda", "order", "cash"}),
    ("silverton", "colorado", 3, {}, {"simplified_prices": True}, {"price"}),
    ("silverton", "colorado", 3, {"rules": "advanced"}, {"hire_and_advance": True}, {"agenda"}),
    ("silverton", "colorado", 3, {}, {"rules": "advanced"}, {"agenda", "players", "train_at"}),
    ("silverton", "colorado", 3, {}, {"length": "short"}, {"card_at", "below", "price"}),
    ("spike", None, 3, {}, {"advanced": True}, {"agenda", "players", "deck"}),
    ("ticket_to_ride", "usa", 3, {}, {"starting_seat": 2}, {"starts"}),
]
"""Options that the set-up depends on: the parts of the state that differ at the first decision."""


def test_no_option_is_forgotten() -> None:
    """Each option of each game, and each of its choices, has a case here."""
    cases = [(case[0], key, value) for case in [*CASES, *SLOW, *SET_UP] for key, value in case[4].items()]
    for name, game in registry.games().items():
        for option in game.options:
            values = {value for of, key, value in cases if (of, key) == (name, option.key)}
            others = {key for key, _ in option.choices} - {option.default}
            assert values >= others if option.kind == "choice" else values, f"{name}: {option.key}"


@pytest.mark.parametrize("case", SET_UP, ids=lambda case: f"{case[0]}-{next(iter(case[4]))}")
def test_an_option_of_the_set_up_changes_only_its_part_of_it(case: Any) -> None:
    game, map, players, base, change, parts = case
    one, two = (registry.make(game, map, players, options) for options in (base, base | change))
    differ = set()
    for number in range(8):
        a, b = (rules.start(Chance(seed_from(f"set-up {number}"))) for rules in (one, two))
        differ |= {name for name in vars(a) if name != "chance" and repr(getattr(a, name)) != repr(getattr(b, name))}
    assert differ == parts


@pytest.mark.parametrize(
    "case",
    [*CASES, *(pytest.param(case, marks=pytest.mark.slow) for case in SLOW)],
    ids=lambda case: f"{case[0]}-{next(iter(case[4]))}",
)
def test_an_option_changes_what_it_says_and_nothing_else(case: Any) -> None:
    game, map, players, base, change, pick, expected = case
    one, two = (registry.make(game, map, players, options) for options in (base, base | change))
    found = [part(one, two, f"options {n}", pick) for n in range(1 if isinstance(pick, Bot) else 6)]
    if expected is None:
        assert found == [None] * len(found)
        return
    parted = [one for one in found if one is not None]
    assert parted, "the option never mattered"
    assert parted == [expected] * len(parted)
