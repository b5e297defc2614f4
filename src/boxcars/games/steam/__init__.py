"""Steam, Basic and Standard game, on the maps of north-eastern North America and the Rhine-Ruhr region."""

from boxcars.core.messages import T
from boxcars.core.registry import Game, Map, Option, when_called

PROVENANCE = "Rules, tiles and costs: rulebook. Where the rulebook does not fix the hexes, they are rebuilt from real geography."

CORRIDOR = T(
    "Reconstructed board. The corridor from Albany to New York, Hartford and New Haven "
    "follows the rulebook's examples. The other hexes, colors and goods are ours, based on "
    "real geography."
)
NOTHING_PRINTED = T(
    "Reconstructed board. The rulebook gives the rules but doesn't show any hex of this map. "
    "Hexes, names, colors and goods are ours, based on real geography."
)

GAME = Game(
    key="steam",
    name="Steam",
    maps=[
        Map(
            key="north_america",
            name="Northeastern US & Canada",
            players=[3, 4, 5, 6],
            provenance=PROVENANCE,
            reconstructed=CORRIDOR,
        ),
        Map(key="ruhr", name="Rhine-Ruhr", players=[3, 4, 5, 6], provenance=PROVENANCE, reconstructed=NOTHING_PRINTED),
    ],
    options=[
        Option(
            key="mode",
            kind="choice",
            default="basic",
            choices=[("basic", T("Basic game")), ("standard", T("Standard game"))],
            name=T("Game"),
            help=T(
                "Basic: you borrow whenever you're short of cash. Standard: you take loans first, bid "
                "for turn order, and pay locomotive upkeep."
            ),
        ),
        Option(
            key="start",
            kind="choice",
            default="auction",
            choices=[("auction", T("Auction")), ("random", T("At random"))],
            name=T("Starting order"),
            help=T("Basic game: how the starting order is decided. In the Standard game it's always drawn at random."),
        ),
        Option(
            key="soft_standard",
            kind="switch",
            default=False,
            name=T("Loans at any time"),
            help=T(
                "Standard game, for beginners: if you can't pay for track or expenses, you borrow automatically: +$5, income −1."
            ),
        ),
        Option(
            key="open_income",
            kind="switch",
            default=False,
            name=T("No maximum income"),
            help=T("Income can rise above 10. The rulebook doesn't name a maximum."),
        ),
        Option(
            key="links_once",
            kind="switch",
            default=False,
            name=T("Each link once"),
            help=T("A cube can't use the same link twice in one move. The rulebook only forbids visiting a city twice."),
        ),
    ],
    rules=when_called("boxcars.games.steam.rules:Steam"),
    usual_players=4,
    board="boxcars.games.steam.ui.board:SteamBoard",
    evaluator="boxcars.games.steam.ai.evaluator:SteamEvaluator",
    puzzles="boxcars.games.steam.ai.puzzle_answers:ANSWERS",
    map_suffixes=(".toml",),
    check_map=when_called("boxcars.games.steam.map_check:check_map"),
    export_map="boxcars.games.steam.map:export_map",
    places=("action", "cube", "hex"),
    routes="boxcars.games.steam.ui.route_planner:planner",
    bidding="boxcars.games.steam.starting_order:bidding",
    workshop="boxcars.games.steam.ui.map_editor:SteamMapEditor",
)
