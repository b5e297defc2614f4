"""Routes of ratings and of a profile's past games, for its owner and those who may see them."""

from __future__ import annotations

from litestar import get
from litestar.exceptions import NotFoundException

from boxcars.core import registry
from boxcars.core.messages import T
from boxcars.locale import person_name, sayer
from boxcars.server import steady
from boxcars.server.http.auth import card_of, query_number, requested_language
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.page.schemas.profile import (
    OpponentScore,
    PartLoss,
    PastGame,
    PastSeat,
    ProfileRating,
    ProfileStats,
    PublicProfile,
    RatingListed,
)
from boxcars.server.profiles import bot_ratings
from boxcars.server.profiles.decision_losses import Part, decision_losses
from boxcars.server.store import profile_history as past
from boxcars.server.store import profiles, results
from boxcars.server.store.profile_history import Filter
from boxcars.server.store.profiles import Card
from boxcars.server.store.results import Standing
from boxcars.server.table.table_manager import TableManager

TAGS = ["card"]
FILTERS = "?game=, ?map=, ?with=card, ?event="


def rating_shown(game: str, standing: Standing) -> ProfileRating:
    known = registry.games()
    now = standing.strength_at(steady.time())
    return ProfileRating(
        game=game,
        name=known[game].name if game in known else game,
        value=round(now.points, 1),
        spread=round(now.spread, 1),
        provisional=now.is_provisional,
        games=standing.games,
        bots=bot_ratings.bot_points(game),
    )


async def ratings_of(hall: TableManager, card: str) -> list[ProfileRating]:
    found = await hall.run_blocking(results.ratings_of_profile, hall.store, card)
    return [rating_shown(game, standing) for game, standing in found]


async def visible_profile(request: WebRequest, id: str) -> Card:
    """Return a profile if the caller may see it; otherwise the answer is the same as for an unknown one."""
    hall: TableManager = request.app.state.hall
    card, asking = await hall.run_blocking(profiles.by_id, hall.store, id), await card_of(request)
    if card is None:
        raise NotFoundException("no such card")
    own = asking is not None and asking.id == card.id
    if own or card.seen_by == "everyone":
        return card
    if (
        card.seen_by == "opponents"
        and asking is not None
        and await hall.run_blocking(profiles.have_met, hall.store, asking.id, card.id)
    ):
        return card
    raise NotFoundException("no such card")


@get("/api/cards/{id:str}", tags=TAGS, summary="Somebody's card, as its owner allows", opt=declare_limits("anyone", 4))
async def get_card(request: WebRequest, id: str) -> PublicProfile:
    card = await visible_profile(request, id)
    hall: TableManager = request.app.state.hall
    counted = await hall.run_blocking(past.sum_results, hall.store, card.id)
    return PublicProfile(
        id=card.id,
        name=card.name,
        herald=card.herald,
        created=card.created,
        games=counted.games,
        won=counted.won,
        ratings=await ratings_of(hall, card.id),
    )


def chosen_filter(request: WebRequest) -> Filter:
    """Which games are asked for: ?game=, ?map=, ?with= (a card), ?event="""
    asked = request.query_params
    game, map, other, event = (asked.get(key, "")[:64] for key in ("game", "map", "with", "event"))
    return Filter(game, map, other, event)


@get(
    "/api/cards/{id:str}/history",
    tags=TAGS,
    summary=f"A card's finished games, newest first ({FILTERS}, ?page=)",
    opt=declare_limits("anyone", 5),
)
async def get_history(request: WebRequest, id: str) -> list[PastGame]:
    card = await visible_profile(request, id)
    hall: TableManager = request.app.state.hall
    found = await hall.run_blocking(
        past.finished_games, hall.store, card.id, chosen_filter(request), query_number(request, "page") or 0
    )
    lang = requested_language(request)
    say = sayer(lang)
    known = registry.games()

    def map_name(game: str, map: str) -> str:
        offered = known[game].maps if game in known else []
        return next((say(T(m.name)) for m in offered if m.key == map), map)

    return [
        PastGame(
            table=one.table if one.kept else "",
            game=one.game,
            game_name=known[one.game].name if one.game in known else one.game,
            map=one.map,
            map_name=map_name(one.game, one.map),
            ended=one.ended,
            rank=one.rank,
            moved=round(one.moved, 1) if one.moved is not None else None,
            why=one.why,
            others=[
                PastSeat(name=person_name(o.name, lang), bot=o.bot, card=o.card, herald=o.herald, rank=o.rank) for o in one.others
            ],
        )
        for one in found
    ]


@get(
    "/api/cards/{id:str}/stats",
    tags=TAGS,
    summary=f"A card's finished games summed up ({FILTERS})",
    opt=declare_limits("anyone", 5),
)
async def get_statistics(request: WebRequest, id: str) -> ProfileStats:
    card = await visible_profile(request, id)
    hall: TableManager = request.app.state.hall
    found = await hall.run_blocking(past.sum_results, hall.store, card.id, chosen_filter(request))
    lost = await hall.run_blocking(decision_losses, hall.store, card.id, chosen_filter(request))
    say = sayer(requested_language(request))

    def part(one: Part | None) -> PartLoss | None:
        return PartLoss(game=registry.game(one.game).name, name=say(one.name), loss=round(one.loss, 4)) if one else None

    return ProfileStats(
        games=found.games,
        won=found.won,
        places=found.places,
        beaten=round(found.beaten, 4),
        opponents=found.opponents,
        often=[
            OpponentScore(card=card, name=name, herald=herald, ahead=ahead, behind=behind)
            for card, name, herald, ahead, behind in found.often
        ],
        losses=lost.games,
        best=part(lost.best),
        worst=part(lost.worst),
    )


@get(
    "/api/ratings/{game:str}",
    tags=TAGS,
    summary="The ratings of a game: cards that everybody may see, and the bots",
    opt=declare_limits("anyone", 4),
)
async def list_ratings(request: WebRequest, game: str) -> list[RatingListed]:
    """Return the ratings of a game, ordered by the lower end of their interval; provisional ones are left out."""
    hall: TableManager = request.app.state.hall
    found = await hall.run_blocking(results.best_ratings, hall.store, registry.game(game).key)
    now = steady.time()
    people = [(one, one.standing.strength_at(now)) for one in found]
    rows = [
        RatingListed(card=one.card, name=one.name, herald=one.herald, bot="", value=round(s.points, 1), spread=round(s.spread, 1))
        for one, s in people
        if not s.is_provisional
    ]
    rows += [
        RatingListed(card="", name="", herald="", bot=bot, value=points, spread=0.0)
        for bot, points in bot_ratings.bot_points(game).items()
    ]
    return sorted(rows, key=lambda row: row.spread - row.value)


HANDLERS = [get_card, get_history, get_statistics, list_ratings]
