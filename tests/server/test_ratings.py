"""Ratings: what counts, what leaving costs, that they follow from the results alone, and that their intervals are honest."""

from __future__ import annotations

import dataclasses
import random
import sys
import time
from math import exp, log
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from boxcars.analysis import Decision
from boxcars.core.game import Refused
from boxcars.server.jobs.analysis_jobs import Looked
from boxcars.server.jobs.analysis_queue import encode_findings
from boxcars.server.page.schemas import table_view
from boxcars.server.profiles import bot_ratings, rating_model
from boxcars.server.profiles.rating_model import MODEL, MU, POINTS, SIGMA, Strength, fixed_strength, rate_game
from boxcars.server.store import analyses, results
from boxcars.server.store.analyses import Kept
from boxcars.server.store.profile_schema import ratings as stored
from boxcars.server.store.results import Standing, take_in
from boxcars.server.store.store import Store
from boxcars.server.table import commands
from boxcars.server.table.game_results import counts_for_rating, why_not
from boxcars.server.table.table import Table
from tests.server.cards import Device, delete_now, new_card
from tests.server.inside import Inside
from tests.server.running import Seat, play_on
from tests.server.test_store import new_table

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
import bot_points

SCATTER = 25 / 3
"""By so much people's strengths are believed to differ: 246 points."""
ME = {"kind": "person", "name": "Ada", "mine": True}
BOT = {"kind": "bot", "level": "random"}


def test_the_bots_stand_where_the_ladder_measured_them() -> None:
    assert bot_points.TARGET.read_text(encoding="utf-8") == bot_points.text(), "run: python tools/bot_points.py"
    for game, ladder in bot_ratings.load_ladders().items():
        assert ladder.points["heuristic"] == 1500 and ladder.points["random"] < 1500 < ladder.points["expert"], game


def test_four_hundred_points_are_ten_to_one() -> None:
    strong, weak = fixed_strength(1900), fixed_strength(1500)
    teams = [[MODEL.create_rating([s.mu, 1e-9])] for s in (strong, weak)]
    c = (2 * (25 / 6) ** 2) ** 0.5
    odds = exp((teams[0][0].mu - teams[1][0].mu) / c)
    assert odds == pytest.approx(10, rel=0.02)
    assert Strength().points == 1500 and round(Strength().spread) == 809 and Strength().is_provisional


def test_a_new_card_learns_fastest_and_forgets_slowly() -> None:
    card = Strength()
    for n in range(40):
        card = rate_game([card, fixed_strength(1500), fixed_strength(1500)], [n % 3 + 1, (n + 1) % 3 + 1, (n + 2) % 3 + 1])[0]
    assert 1400 < card.points < 1600 and not card.is_provisional
    assert card.after_pause(0) == card and card.after_pause(-5) == card
    assert card.sigma < card.after_pause(30 * 86400).sigma < SIGMA and card.after_pause(10_000 * 86400).sigma == pytest.approx(
        SIGMA
    )


def calibration(cards: int, games: int, spread: float, seed: int) -> list[float]:
    """The share of simulated cards whose true strength lies in the interval, by the size of the table.

    They play bots of fixed strength; who wins is drawn from the model (Gumbel noise: Plackett–Luce), the cards' strengths
    scatter ``spread`` times as wide as is believed.
    """
    luck = random.Random(seed)
    beta = 25 / 6
    out = []
    for size in range(2, 7):
        held = 0
        for _ in range(cards):
            true = luck.gauss(MU, SCATTER * spread)
            known = Strength()
            for _ in range(games):
                table = [fixed_strength(luck.choice((1500.0, 1580.0, 1700.0, 1891.0, 2148.0))) for _ in range(size - 1)]
                noise = (size * beta**2) ** 0.5
                shown = [s - noise * log(-log(luck.random())) for s in (true, *(bot.mu for bot in table))]
                ranks = [1 + sum(other > one for other in shown) for one in shown]
                known = rate_game([known, *table], ranks)[0]
            held += abs(known.points - (1500 + POINTS * (true - MU))) <= known.spread
        out.append(held / cards)
    return out


def test_the_interval_holds_the_strength() -> None:
    assert all(0.90 <= share <= 0.995 for share in calibration(250, 20, 1.0, 1))


@pytest.mark.slow
@pytest.mark.parametrize("spread", [1.0, 2.0])
def test_the_interval_holds_the_strength_of_thousands(spread: float) -> None:
    """Also where people differ twice as much as is believed: from random play to beyond the experts."""
    shares = calibration(2000, 20, spread, 2)
    assert all(0.92 <= share <= 0.98 for share in shares), shares


def test_a_leaver_never_gains() -> None:
    luck = random.Random(3)
    for _ in range(500):
        size = luck.randint(2, 6)
        book = {(f"card{i}", "spike"): Standing(Strength(luck.gauss(MU, 8), luck.uniform(1, SIGMA)), 5) for i in range(size)}
        leavers = set(luck.sample(range(size), luck.randint(1, size)))
        rows = [
            SimpleNamespace(
                seat=i,
                card=f"card{i}",
                bot="",
                game="spike",
                ended=0.0,
                part="left" if i in leavers else "played",
                rank=size - len(leavers) + 1 if i in leavers else 1,
            )
            for i in range(size)
        ]
        moved = results.take_in(rows, book)
        assert all(moved[i][1] <= 0 for i in leavers)


def finish(device: Device, other: Seat | None, table: str, seed: int = 7) -> None:
    seats = [device.at(table), *([other] if other is not None else [])]
    assert play_on(seats, 10_000, random.Random(seed))["status"] == "over"


def against_bots(device: Device, **more: object) -> str:
    """A game against a bot, played to its end."""
    table: str = device.make(seats=[ME, BOT], start=True, **{"rated": True, **more})["table"]
    finish(device, None, table)
    return table


def test_what_counts_and_what_does_not(tmp_path: Path) -> None:
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        ada, bob = new_card(server.url), new_card(server.url, "Bob")
        against_bots(ada)
        against_bots(ada, rated=False)
        table = ada.make(seats=[{**ME}, {**ME, "name": "At this screen"}], rated=True, start=True)
        finish(ada, Seat(server.url, table["table"], table["tokens"][1]), table["table"])
        duel = ada.make(seats=[ME], rated=True)["table"]
        assert bob.http.post(f"/api/tables/{duel}/join", json={"name": "Bob"}).status_code == 200
        assert ada.at(duel).post("start").status_code == 200
        for seat in (ada.at(duel), bob.at(duel)):
            assert seat.get("hint").json()["reason"]["code"] in ("rated", "not_your_turn")
            assert seat.post("branch", ply=0).json()["reason"]["code"] == "rated"
        finish(ada, bob.at(duel), duel)
        guest = ada.make(seats=[ME], rated=True)["table"]
        token = Seat(server.url, guest, None).post("join", name="Guest").json()["token"]
        assert ada.at(guest).post("start").status_code == 200
        finish(ada, Seat(server.url, guest, token), guest)

        own = ada.card()["id"]
        past = msgspec.json.decode(ada.http.get(f"/api/cards/{own}/history").content, type=list[table_view.PastGame])
        assert [game.why for game in past] == ["", "", "hot_seat", "unrated", ""]
        assert [game.moved is not None for game in past] == [True, True, False, False, True]
        assert past[1].others[0].card == bob.card()["id"] and past[0].others[0].card == ""
        (rating,) = msgspec.convert(ada.card(), table_view.OwnProfile).ratings
        assert (
            rating.games == 3
            and rating.provisional
            and rating.value == pytest.approx(past[0].moved + past[1].moved + past[4].moved + 1500, abs=0.5)
        )
        stats = msgspec.json.decode(ada.http.get(f"/api/cards/{own}/stats").content, type=table_view.ProfileStats)
        assert stats.games == 5 and sum(stats.places.values()) == 5 and stats.often[0].card == bob.card()["id"]
        for asked, count in (
            (f"with={bob.card()['id']}", 1),
            ("game=ticket_to_ride&map=usa", 5),
            ("map=germany", 0),
            ("event=none", 0),
        ):
            assert len(ada.http.get(f"/api/cards/{own}/history?{asked}").json()) == count, asked
            assert ada.http.get(f"/api/cards/{own}/stats?{asked}").json()["games"] == count, asked
        assert msgspec.json.decode(ada.http.get("/api/ratings/ticket_to_ride").content, type=list[table_view.RatingListed])[0].bot

        with server.hall.store.read_transaction() as conn:
            before = conn.execute(sa.select(stored).order_by(stored.c.card)).all()
        games, apart = results.rebuild_ratings(server.hall.store)
        with server.hall.store.read_transaction() as conn:
            after = conn.execute(sa.select(stored).order_by(stored.c.card)).all()
        assert games == 3 and apart <= 1e-9 and before == after

        mine = bob.card()["ratings"]
        delete_now(server, ada)
        assert bob.card()["ratings"][0]["value"] == mine[0]["value"]  # others keep what they won
        assert results.rebuild_ratings(server.hall.store) == (3, 0.0)
        shown = msgspec.json.decode(
            bob.http.get(f"/api/cards/{bob.card()['id']}/history").content, type=list[table_view.PastGame]
        )
        assert (shown[0].others[0].name, shown[0].others[0].card) == ("Deleted player", "")


def test_a_game_that_counts_is_final(tmp_path: Path) -> None:
    """Nothing revealed is taken back, alone with a bot or by everybody's vote; a strong bot does not stand in."""
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        ada = new_card(server.url)
        seat = ada.at(ada.make(seats=[ME, BOT], start=True, rated=True)["table"])
        view = play_on([seat], 12)
        while view["actor"] != 0:  # the bot moves until it is Ada's turn, also while she asks for something
            view = play_on([seat], 1)
        assert view["undo"]["last"] is None
        free = view["undo"]["to"]
        for to in (0, view["ply"] - 3):
            assert to in free or seat.post("undo", to=to).json()["reason"]["code"] == "rated"
        assert seat.view()["ply"] >= view["ply"] and seat.view()["votes"] == []
        assert seat.post("handover", level="expert").json()["reason"]["code"] == "rated"
        assert seat.post("handover", level="heuristic").status_code == 200
        plain = ada.at(ada.make(seats=[ME, BOT], start=True)["table"])
        view = play_on([plain], 12)
        while view["actor"] != 0:  # what the bot does meanwhile would be a conflict
            view = play_on([plain], 1)
        assert plain.post("undo", to=0).status_code == 200 and plain.view()["ply"] == 0


def test_a_seat_claimed_after_the_start_does_not_count(tmp_path: Path) -> None:
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        ada, bob, cyd = (new_card(server.url, name) for name in ("Ada", "Bob", "Cyd"))

        def begun() -> tuple[str, str]:
            """A rated table of Ada's with a guest at it, begun: its name and the guest's link."""
            table: str = ada.make(seats=[ME], rated=True)["table"]
            token: str = Seat(server.url, table, None).post("join", name="Guest").json()["token"]
            assert ada.at(table).post("start").status_code == 200
            return table, token

        def claim(device: Device, table: str, token: str) -> None:
            answer = device.http.post("/api/card/seats", json={"seats": [{"table": table, "token": token}]})
            assert answer.json() == {"taken": [table]}

        def past(device: Device) -> list[table_view.PastGame]:
            answer = device.http.get(f"/api/cards/{device.card()['id']}/history")
            return msgspec.json.decode(answer.content, type=list[table_view.PastGame])

        # Claimed while the game runs: it counts for whoever held a seat from the start, and for nobody else.
        table, token = begun()
        play_on([ada.at(table), Seat(server.url, table, token)], 20)
        claim(cyd, table, token)
        finish(ada, Seat(server.url, table, token), table)
        assert (past(ada)[0].why, past(cyd)[0].why, past(cyd)[0].moved) == ("", "late", None)
        assert past(ada)[0].moved is not None and cyd.card()["ratings"] == []
        # Claimed after the end: nothing changes, even if all ratings are worked out anew.
        table, token = begun()
        finish(ada, Seat(server.url, table, token), table)
        before = ada.card()["ratings"]
        claim(cyd, table, token)
        assert results.rebuild_ratings(server.hall.store)[0] == 2
        assert cyd.card()["ratings"] == [] and ada.card()["ratings"] == before
        # Nobody had a card at the start: there may have been advice, and the game counts for nobody.
        made = Seat(server.url, "", None).http.post(
            "/api/tables", json={"game": "ticket_to_ride", "players": 2, "seats": [ME, BOT], "rated": True, "start": True}
        )
        guest = Seat(server.url, made.json()["table"], made.json()["tokens"][0])
        play_on([guest], 4)
        claim(bob, guest.table, guest.token or "")
        finish(bob, None, guest.table)
        assert [(game.why, game.moved) for game in past(bob)] == [("late", None)]


def test_games_on_maps_of_ones_own_and_old_take_backs_do_not_count(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "s.sqlite"))
    table = new_table(store)
    seats = [replace(seat, herald="0.0.0") for seat in table.doc.seats]
    table.doc = replace(table.doc, rated=True, seats=seats)
    change = commands.start_game(table, 2.0)
    store.commit_write(change.write)
    table.install_change(change.write, change.position)
    assert why_not(table, table.doc) == "" and counts_for_rating(table)
    on_own = dataclasses.replace(table, setup=replace(table.setup, map="own:0123"))
    assert why_not(on_own, table.doc) == "map" and not counts_for_rating(on_own)
    for _ in range(8):
        raw = table.rules.write(table.rules.legal(table.state)[0])
        change = commands.take_action(table, table.actor, table.ply, None, None, raw, 3.0)
        table.install_change(change.write, change.position)
    with pytest.raises(Refused) as refused:
        commands.undo_actions(table, 0, 1, table.state, 4.0, agreed=True)
    assert refused.value.reason.code == "rated"
    unrated = dataclasses.replace(table, doc=replace(table.doc, rated=False))  # as a version let everybody do
    change = commands.undo_actions(unrated, 0, 1, table.state, 4.0, agreed=True)
    table.install_change(change.write, change.position)
    assert why_not(table, replace(table.doc, rated=True)) == "undo"
    store.close()


def test_a_bot_that_leaves_the_ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was won against it counts no longer, until it is measured again."""
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        ada = new_card(server.url)
        against_bots(ada)
        until = time.monotonic() + 60
        while not ada.card()["ratings"] and time.monotonic() < until:  # (they come a moment after the end)
            time.sleep(0.1)
        (before,) = ada.card()["ratings"]
        with monkeypatch.context() as now:
            now.setattr(bot_ratings, "bot_points", lambda game: {})
            assert results.rebuild_ratings(server.hall.store)[0] == 1
            assert ada.card()["ratings"] == []
            (past,) = ada.http.get(f"/api/cards/{ada.card()['id']}/history").json()
            assert past["moved"] is None
        assert results.rebuild_ratings(server.hall.store)[0] == 1
        assert ada.card()["ratings"] == [before]


def test_whoever_leaves_is_last_and_whoever_lends_the_seat_gains_nothing(tmp_path: Path) -> None:
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        ada, bob, cyd = (new_card(server.url, name) for name in ("Ada", "Bob", "Cyd"))
        table = ada.make(players=3, seats=[ME], rated=True)["table"]
        for device in (bob, cyd):
            device.http.post(f"/api/tables/{table}/join", json={"name": "B"})
        assert ada.at(table).post("start").status_code == 200
        assert bob.at(table).post("resign").status_code == 200
        assert cyd.at(table).post("handover", level="random").status_code == 200
        until = time.monotonic() + 60
        while ada.at(table).view()["status"] == "playing" and time.monotonic() < until:
            play_on([ada.at(table)], 1)
        asked = sa.text("SELECT seat, part, rank, moved FROM results ORDER BY seat")
        while time.monotonic() < until:  # (ratings come a moment after the end)
            with server.hall.store.read_transaction() as conn:
                rows = conn.execute(asked).all()
            if rows and rows[0].moved is not None:
                break
            time.sleep(0.1)
        assert [row.part for row in rows] == ["played", "left", "lent"]
        assert rows[1].rank == 3 and rows[1].moved < 0 < rows[0].moved and rows[2].moved <= 0


def test_a_game_that_counts_is_not_ended_by_one_player(tmp_path: Path) -> None:
    """Neither by vote, where nobody else has one, nor as its host; a game that nobody has played in yet may be."""
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        ada = new_card(server.url)
        bots = [{"kind": "person", "mine": True}, {"kind": "bot", "level": "random"}]
        begun = ada.make(players=2, seats=bots, rated=True, start=True)["table"]
        assert ada.at(begun).post("abandon").status_code == 200
        made = ada.make(players=2, seats=bots, rated=True, start=True)
        seat, host = ada.at(made["table"]), Seat(server.url, made["table"], made["host"])
        play_on([seat], 1)
        assert seat.post("abandon").json()["reason"]["code"] == "rated"
        server.hall.presence.away_seats = gone  # type: ignore[method-assign]
        assert host.post("abandon").json()["reason"]["code"] == "rated"
        assert seat.view()["status"] == "playing" and seat.post("resign").status_code == 200


async def gone(table: Table) -> set[int]:
    """Everybody is away."""
    return {i for i, seat in enumerate(table.doc.seats) if seat.kind == "person"}


def test_a_card_that_lent_its_seat_only_loses() -> None:
    """Otherwise a game that is being lost would be handed to a bot and not count."""

    def row(seat: int, card: str, rank: int, part: str = "played", bot: str = "") -> SimpleNamespace:
        return SimpleNamespace(seat=seat, card=card, rank=rank, part=part, bot=bot, game="ticket_to_ride", ended=0.0)

    bot = "hard"
    assert take_in([row(0, "ada", 1, "lent"), row(1, "", 2, bot=bot)], {})[0][1] <= 0, "a win with a bot's help is none"
    assert take_in([row(0, "ada", 2, "lent"), row(1, "", 1, bot=bot)], {})[0][1] < 0
    three = take_in([row(0, "ada", 3, "lent"), row(1, "bob", 2), row(2, "", 1, bot=bot)], {})
    two = take_in([row(1, "bob", 2), row(2, "", 1, bot=bot)], {})
    assert three[0][1] < 0 and three[1] == two[1], "the others are rated without it"


def test_who_sees_a_card(tmp_path: Path) -> None:
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        ada, bob, eve = (new_card(server.url, name) for name in ("Ada", "Bob", "Eve"))
        id = ada.card()["id"]
        table = ada.make(seats=[ME])["table"]
        assert bob.http.get(f"/api/cards/{id}").status_code == 404
        bob.http.post(f"/api/tables/{table}/join", json={"name": "Bob"})
        for allowed, expected in (("opponents", (200, 404)), ("nobody", (404, 404)), ("everyone", (200, 200))):
            ada.http.patch("/api/card", json={"seen_by": allowed})
            for part in ("", "/history", "/stats"):
                found = tuple(device.http.get(f"/api/cards/{id}{part}").status_code for device in (bob, eve))
                assert found == expected, (allowed, part)
                assert ada.http.get(f"/api/cards/{id}{part}").status_code == 200
        assert eve.http.get("/api/cards/nobody").status_code == 404
        assert msgspec.json.decode(eve.http.get(f"/api/cards/{id}").content, type=table_view.PublicProfile).name == "Ada"


def test_what_decisions_cost_is_summed_up_from_the_analyses(tmp_path: Path) -> None:
    """Of the seat's own decisions only, forced ones apart; the parts of the game with too few of them are not compared."""
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        ada = new_card(server.url)
        table = against_bots(ada)
        stats = f"/api/cards/{ada.card()['id']}/stats"
        assert ada.http.get(stats).json()["losses"] == []
        steps = [("TakeTurn", 0.02)] * 6 + [("DrawSecondCard", 0.08)] * 6 + [("ChooseTickets", 0.5)]
        action = msgspec.Raw(b"{}")
        mine = [Decision(ply=n, seat=0, step=step, action=action, choices=3, loss=loss) for n, (step, loss) in enumerate(steps)]
        forced = Decision(ply=50, seat=0, step="TakeTurn", action=action, choices=1)
        others = Decision(ply=51, seat=1, step="TakeTurn", action=action, choices=3, loss=0.9)
        body = encode_findings(Looked(decisions=[*mine, forced, others]))
        store = server.hall.store
        for key, done in (("older", 1), ("newer", 2)):
            analyses.begin_analysis(store, table, key, 2, float(done))
            analyses.save_analysis(store, Kept(key, table, done, 2, body), 0.0)
        found = msgspec.json.decode(ada.http.get(stats).content, type=table_view.ProfileStats)
        assert found.losses == [pytest.approx(sum(loss for _, loss in steps) / 13, abs=1e-4)]
        assert (found.best, found.worst) == (
            table_view.PartLoss(game="Ticket to Ride", name="Turns", loss=0.02),
            table_view.PartLoss(game="Ticket to Ride", name="Second card of a draw", loss=0.08),
        )


def test_points_and_back() -> None:
    assert fixed_strength(1723).points == pytest.approx(1723) and rating_model.ZERO == 1500
