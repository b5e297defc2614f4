"""Steam, Basic and Standard game, on the maps of north-eastern North America and the Rhine-Ruhr region."""

from boxcars.core.registry import Game, Map, Option
from boxcars.core.words import T
from boxcars.games.steam.rules import Steam

PROVENANCE = "Rules, tiles and costs: rulebook. Where the rulebook does not fix the hexes, they are rebuilt from real geography."

GAME = Game(
    key="steam",
    name="Steam",
    maps=[
        Map(key="north_america", name="North-east of North America", players=[3, 4, 5, 6], provenance=PROVENANCE),
        Map(key="ruhr", name="Rhine-Ruhr", players=[3, 4, 5, 6], provenance=PROVENANCE),
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
    ],
    rules=Steam,
    usual_players=4,
    board="boxcars.games.steam.face.board:SteamBoard",
    judge="boxcars.games.steam.mind.judge:SteamJudge",
)
