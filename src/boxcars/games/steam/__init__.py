"""Steam, Basic and Standard game, on the maps of north-eastern North America and the Rhine-Ruhr region."""

from boxcars.core.registry import Game, Map, Option
from boxcars.core.words import T
from boxcars.games.steam.map_check import check_map
from boxcars.games.steam.rules import Steam

PROVENANCE = "Rules, tiles and costs: rulebook. Where the rulebook does not fix the hexes, they are rebuilt from real geography."

CORRIDOR = T(
    "Reconstructed board: the corridor from Albany to New York, Hartford and New Haven follows the rulebook's examples; "
    "the other hexes, colours and goods are ours, after real geography."
)
NOTHING_PRINTED = T(
    "Reconstructed board: the rulebook gives the rules but shows no hex of this map; hexes, names, colours and goods are ours, "
    "after real geography."
)

GAME = Game(
    key="steam",
    name="Steam",
    maps=[
        Map(
            key="north_america",
            name="North-east of North America",
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
                "Basic: borrow whenever you pay. Standard: raise capital first, bid for the order of play, pay for locomotives."
            ),
        ),
        Option(
            key="start",
            kind="choice",
            default="auction",
            choices=[("auction", T("Auction")), ("random", T("At random"))],
            name=T("Starting order"),
            help=T("Basic game: how the first order of play is found. In the Standard game it is always drawn."),
        ),
        Option(
            key="links_once",
            kind="switch",
            default=False,
            name=T("Each link once"),
            help=T("A cube uses no link twice in one move. The rulebook forbids only to enter the same city twice."),
        ),
    ],
    rules=Steam,
    usual_players=4,
    board="boxcars.games.steam.face.board:SteamBoard",
    judge="boxcars.games.steam.mind.judge:SteamJudge",
    puzzles="boxcars.games.steam.mind.puzzles:ANSWERS",
    map_suffixes=(".toml",),
    check_map=check_map,
    export_map="boxcars.games.steam.map:export_map",
    places=("action", "cube", "hex"),
    workshop="boxcars.games.steam.face.workshop:SteamWorkshop",
)
