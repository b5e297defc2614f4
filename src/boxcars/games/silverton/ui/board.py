"""The pictures of Silverton: the survey sheet, track, pieces; cards and tables of the side rail are in ``panels.py``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

from boxcars.core.messages import TN, T, Text, Who
from boxcars.core.types import Event, Outcome
from boxcars.games.silverton import actions as w
from boxcars.games.silverton import events as e
from boxcars.games.silverton import placing_events as placing
from boxcars.games.silverton.deliveries import BASIC_DELIVERIES
from boxcars.games.silverton.map import GOODS
from boxcars.games.silverton.names import KIND_NAMES, segment, town
from boxcars.games.silverton.observation import SilvertonObservation
from boxcars.games.silverton.state import BUILD, DEAD, DISMANTLE, FREE, JAILED, PLACED, PROSPECTOR, SURVEYOR
from boxcars.games.silverton.steps import AnswerCounter, AnswerDraw, AnswerOffer, BuyCards, DeliverGoods, MakeDeals, PlacePieces
from boxcars.games.silverton.ui import claim_card, panels, prompts, tabletop
from boxcars.games.silverton.ui.animation import animation_steps
from boxcars.games.silverton.ui.awards import game_awards
from boxcars.games.silverton.ui.board_background import CART, CRYSTAL, Sheet
from boxcars.games.silverton.ui.piece_drawing import disc
from boxcars.games.silverton.ui.sentences import price_of
from boxcars.view import drawing_kit
from boxcars.view.board import Panel, PlayerCard, Stat, Station, dollars
from boxcars.view.drawing_kit import n
from boxcars.view.tabletop import Ask, Award, Beat, Mark, Recap, Slip, Tray, Turn


class SilvertonBoard(Sheet):
    tab_name = T("Claims")
    apart = (
        e.PriceChanged,
        e.ClaimTurnedUp,
        e.EventTurnedUp,
        e.CardRevealed,
        e.ClaimDiscarded,
        e.CardRemoved,
        e.GameEnded,
        placing.NeutralPlaced,
        placing.PositionsDealt,
        placing.OrderDealt,
        placing.DisputeRolled,
        placing.TheftRolled,
    )

    # -- what lies on it ---------------------------------------------------------------------------------------------

    def place_outline(self, name: str) -> tuple[str, Text] | None:
        number = self.atlas.town_no.get(name)
        if number is None:
            return None
        x, y = self.layout.spot[number]
        return f'<circle cx="{drawing_kit.n(x)}" cy="{drawing_kit.n(y)}" r="22"/>', self.rules.name(f"town:{name}")

    def draw_pieces(self, seen: SilvertonObservation) -> str:
        return "".join(self.again(f"map {i}", seen, draw) for i, draw in enumerate((self.lines, self.pips, self.discs)))

    def lines(self, seen: SilvertonObservation) -> str:
        """Draw track, homes, and lines closed in winter."""
        atlas, layout = self.atlas, self.layout
        built = [(atlas.segment_no[s], seat) for seat, player in enumerate(seen.players) for s in player.track]
        out = drawing_kit.track_layers([(layout.path[s], seat) for s, seat in built])
        for number, town_ in enumerate(atlas.towns):
            if any(number in atlas.ends[s] for s, _ in built):
                out += self.dot(number) + self.label(number)
            homes = [seat for seat, player in enumerate(seen.players) if town_ in player.homes]
            for i, seat in enumerate(homes):
                x, y = layout.spot[number]
                out += drawing_kit.medal(seat, x + (14 if i % 2 else -14), y + (14 if i > 1 else -14), 7.5)
        for s, seat in built:
            out += self.tag(s)
            spot = layout.medal[s]
            if spot is not None:
                out += drawing_kit.piece(f"cube-{atlas.segments[s]}", drawing_kit.medal(seat, 0, 0, 8.5), *spot)
        return out + self.snow(seen) if seen.winter else out

    def pips(self, seen: SilvertonObservation) -> str:
        """Return a sign for every claim in sight: open, owned, or just drawn. Its card has the same target."""
        atlas, layout = self.atlas, self.layout
        found = {held.id: held for held in seen.claims if held.owner >= 0}
        keys = [key for key in seen.row if key in atlas.claim_no] + list(found)
        if isinstance(seen.step, AnswerDraw):
            keys.append(atlas.claims[seen.step.claim])
        out = ""
        for key in dict.fromkeys(keys):
            number = atlas.claim_no[key]
            owner, spent = (found[key].owner, found[key].depleted) if key in found else (-1, False)
            at = layout.pip[number]
            body = claim_card.pip(GOODS[atlas.claim_good[number]], layout.spot[atlas.claim_town[number]], at, owner, spent)
            out += drawing_kit.piece(f"pip-{key}", body, *at) + drawing_kit.hit_circle(f"card:{key}", *at, 27)
        return out

    def snow(self, seen: SilvertonObservation) -> str:
        """Draw crystals on the tags of lines that are closed now."""
        out = ""
        for number, white in enumerate(self.atlas.white):
            if white and self.atlas.segments[number] not in seen.cleared:
                x, y = self.layout.tag[number]
                out += f'<path class="snow" transform="translate({n(x)} {n(y - 17)})" d="{CRYSTAL}"/>'
        return out

    def discs(self, seen: SilvertonObservation) -> str:
        """Draw surveyors on their segments, and jailed and dead pieces in the cartouche."""
        out = ""
        there: dict[str, int] = {}
        jail = rest = 0
        for seat, player in enumerate(seen.players):
            for number, piece in enumerate(player.pieces):
                name = f"disc-{seat}-{number}"
                if piece.status == JAILED:
                    out += drawing_kit.piece(
                        name, disc(seat, piece), CART[0] + 52 + jail % 5 * 27, CART[1] + 296 + jail // 5 * 27
                    )
                    jail += 1
                elif piece.status == DEAD:
                    out += drawing_kit.piece(
                        name, disc(seat, piece), CART[0] + 230 + rest % 5 * 27, CART[1] + 296 + rest // 5 * 27
                    )
                    rest += 1
                elif piece.status == PLACED and piece.task in (BUILD, DISMANTLE):
                    x, y = self.layout.tag[self.atlas.segment_no[piece.target]]
                    step = there.get(piece.target, 0)
                    there[piece.target] = step + 1
                    out += drawing_kit.piece(name, disc(seat, piece), x - 10 + 22 * step, y - 22)
        return out

    # -- previews ----------------------------------------------------------------------------------------------------

    def draw_preview(self, seen: SilvertonObservation, action: Any) -> str:
        atlas, layout = self.atlas, self.layout
        if isinstance(action, (w.PlaceSurveyor, w.Build)) and seen.actor >= 0:
            number = atlas.segment_no[action.segment]
            x, y = layout.tag[number]
            if isinstance(action, w.PlaceSurveyor) and action.dismantle:
                return drawing_kit.price("+" + dollars(self.say, atlas.refund * atlas.distance[number]), x, y - 24)
            track = drawing_kit.track_layers([(layout.path[number], seen.actor)])
            return f'<g class="ghost">{track}</g>' + drawing_kit.price(dollars(self.say, atlas.cost[number]), x, y - 24)
        if isinstance(action, (w.Dismantle, w.Abandon)):
            x, y = layout.tag[atlas.segment_no[action.segment]]
            refund = atlas.refund * atlas.distance[atlas.segment_no[action.segment]] if isinstance(action, w.Dismantle) else 0
            return drawing_kit.price("+" + dollars(self.say, refund), x, y - 24)
        if isinstance(action, w.Deliver):
            x, y = layout.spot[atlas.town_no[action.city]]
            return drawing_kit.price("+" + dollars(self.say, tabletop.brings(self.game, seen, action)), x, y - 30)
        return ""

    def candidate_actions(self, seen: SilvertonObservation, path: list[str]) -> list[Any]:
        """Return every verb that goes with the target; those of other phases are refused as such and tell the least."""
        kind, _, rest = path[-1].partition(":")
        before, _, chosen = path[0].partition(":")
        player = seen.players[max(seen.actor, 0)]
        own = [int(chosen)] if before == "piece" else range(len(player.pieces))
        if kind == "segment":
            surveyors = [i for i in own if player.pieces[i].kind == SURVEYOR and player.pieces[i].status == FREE]
            verbs: list[Any] = [w.PlaceSurveyor(i, rest, "do:dismantle" in path) for i in surveyors[:1]]
            return [*verbs, w.Build(rest), w.Dismantle(rest), w.Abandon(rest), *(w.AssignPlow(p, rest) for p in player.plows)]
        if kind in ("card", "deck"):
            target = rest if kind == "card" else "deck"
            free = [i for i in own if player.pieces[i].kind != SURVEYOR and player.pieces[i].status == FREE]
            verbs = [w.PlaceProspector(i, target) for i in free[:1]]
            if kind == "deck":
                return [*verbs, *(w.Draw(i) for i in own)]
            if rest not in self.atlas.claim_no:
                return [*verbs, w.Buy(rest)]
            markets = [self.atlas.towns[t] for t in self.atlas.markets]
            return [*verbs, w.Buy(rest), w.Operate(rest), *(w.Deliver(rest, city, 1) for city in markets)]
        if kind == "town":
            claims = [chosen] if before == "card" else player.claims
            return [w.Deliver(claim, rest, 1) for claim in claims]
        if kind == "piece":
            number = int(rest)
            return [w.RollRelease(number), w.PayFine(number), w.KeepPiece(number), w.RecallPiece(number)]
        return []

    def target_label(self, seen: SilvertonObservation, target: str) -> Text | None:
        """Return the name of a target: a number is one of loads (delivered, or moved to another claim); a piece is named by what it can do."""
        kind, _, number = target.partition(":")
        if kind == "piece" and seen.seat is not None:
            return tabletop.piece_name(seen.players[seen.seat].pieces, int(number))
        return TN("{count} unit", "{count} units", int(number)) if kind == "n" else None

    def action_note(self, seen: SilvertonObservation, action: Any) -> Text | None:
        if isinstance(action, w.Deliver):
            return T("${money}", money=tabletop.brings(self.game, seen, action))
        if isinstance(action, w.Buy) and isinstance(seen.step, AnswerDraw):
            left = panels.left_after(self.game, seen, seen.step)
            if left is None or left < 0:
                return None if left is None else T("not enough left to operate it")
            kept = left + self.atlas.operating[seen.step.claim]
            return T("leaves you ${kept}, or ${left} after operating it", kept=kept, left=left)
        if isinstance(action, w.Buy) and seen.seat is not None:
            cash, cost = seen.players[seen.seat].cash, price_of(self.game, action.card)
            return None if cash is None else T("${cost}, leaves you ${left}", cost=cost, left=cash - cost)
        if isinstance(action, (w.RollRelease, w.PayFine)) and seen.seat is not None:
            piece = seen.players[seen.seat].pieces[action.piece]
            return T("{kind} +{bonus}, fine ${fine}", kind=KIND_NAMES[piece.kind], bonus=piece.bonus, fine=piece.fine)
        return None

    def game_awards(self, seen: SilvertonObservation, outcome: Outcome, history: list[Event]) -> list[Award]:
        return game_awards(self.game, seen, history)

    def animation_steps(self, seen: SilvertonObservation, events: list[Event]) -> list[Beat]:
        return animation_steps(self, seen, events)

    def changed_targets(self, events: list[Event]) -> list[str]:
        out: list[str] = []
        for event in events:
            if isinstance(event, (e.TrackBuilt, e.TrackRemoved, placing.ParallelTaken)):
                out.append(f"segment:{event.segment}")
            elif isinstance(event, (placing.PiecePlaced, placing.PieceKept)) and event.target != "deck":
                out.append(f"segment:{event.target}" if event.kind == SURVEYOR else f"card:{event.target}")
            elif isinstance(event, (e.CardBought, e.CardReleased, e.CardMoved, placing.JointBought)):
                out.append(f"card:{event.card}")
            elif isinstance(event, e.ClaimOperated):
                out.append(f"card:{event.claim}")
            elif isinstance(event, e.GoodsDelivered):
                out.append(f"town:{event.city}")
        return list(dict.fromkeys(out))

    # -- beside the board --------------------------------------------------------------------------------------------

    def player_cards(self, seen: SilvertonObservation) -> list[PlayerCard]:
        out = []
        goods = {claim.id: claim.goods for claim in seen.claims}
        for seat, player in enumerate(seen.players):
            cash = "?" if player.cash is None else dollars(self.say, player.cash)
            units = sum(goods.get(claim, 0) for claim in player.claims)
            stats = [
                Stat(T("Cash"), cash),
                Stat(T("Claims"), str(len(player.claims))),
                Stat(T("Goods"), str(units)),
                Stat(T("Track"), f"{len(player.track)}/{self.atlas.cubes}"),
                Stat(T("Passengers"), str(len(player.cards))),
            ]
            homes = " – ".join(town(self.game, home) for home in player.homes)
            out.append(PlayerCard(seat=seat, role=T("{home}", home=homes), stats=stats))
        return out

    def side_panels(self, seen: SilvertonObservation, but: Collection[str] = ()) -> list[Panel]:
        return panels.side_panels(self.game, self.say, seen, self.again)

    def turn_prompt(self, seen: SilvertonObservation) -> Ask | None:
        step = seen.step
        if step is None or step.seat < 0:
            return None
        draws = prompts.ask_to_draw(self.game, seen.players[step.seat].pieces, step) if isinstance(step, BuyCards) else None
        return draws or prompts.turn_prompt(self.game, step)

    def next_seats(self, seen: SilvertonObservation) -> list[int]:
        return tabletop.following(seen)

    def seat_order(self, seen: SilvertonObservation) -> list[Turn]:
        return tabletop.seat_order(self.game, seen)

    def draw_symbols(self) -> str:
        return tabletop.claim_symbols(self.game, self.say)

    def item_trays(self, seen: SilvertonObservation) -> list[Tray]:
        return tabletop.item_trays(self.game, self.say, seen)

    def action_mark(self, seen: SilvertonObservation, action: Any) -> Mark | None:
        return tabletop.action_mark(self.game, self.say, seen, action)

    def focus_targets(self, seen: SilvertonObservation) -> list[str]:
        return tabletop.focus_targets(self.game, seen)

    def recap_row(self, seen: SilvertonObservation, events: list[Event]) -> Recap | None:
        return tabletop.recap_row(self.game, self.say, events, self.changed_targets(events))

    def turn_summary(
        self, seen: SilvertonObservation, events: list[Event], before: Callable[[], Iterable[list[Event]]] = list
    ) -> Slip | None:
        return tabletop.turn_summary(self.game, self.say, seen, events)

    def turn_phases(self, seen: SilvertonObservation) -> list[Station]:
        names = [T("Order"), T("Place"), T("Disputes"), T("Operations"), T("Prices"), T("Refill"), T("End of turn")]
        out = []
        for number, name in enumerate(names, 1):
            state = "done" if number < seen.phase else "now" if number == seen.phase else "next"
            out.append(Station(name, state))
        return out

    def last_round_text(self, seen: SilvertonObservation) -> Text | None:
        return T("Last turn") if seen.turn == self.game.last_turn else None

    def turn_label(self, seen: SilvertonObservation) -> Text | None:
        last = self.game.last_turn
        if seen.winter:
            return (
                T("Turn {turn} of {last}, winter", turn=seen.turn, last=last)
                if last
                else T("Turn {turn}, winter", turn=seen.turn)
            )
        return T("Turn {turn} of {last}", turn=seen.turn, last=last) if last else T("Turn {turn}", turn=seen.turn)

    def resources_left(self, seen: SilvertonObservation) -> Text | None:
        if seen.step is None or seen.step.seat < 0:
            return None
        player = seen.players[seen.step.seat]
        if isinstance(seen.step, PlacePieces):
            free = [piece.kind for piece in player.pieces if piece.status == FREE]
            surveyors = TN("{count} surveyor", "{count} surveyors", free.count(SURVEYOR))
            prospectors = TN("{count} prospector", "{count} prospectors", free.count(PROSPECTOR))
            return T("Left to place: {surveyors}, {prospectors}.", surveyors=surveyors, prospectors=prospectors)
        if player.cash is None:
            return None
        if isinstance(seen.step, MakeDeals):
            return T("Offers left: {count}. {money}", count=self.game.max_offers - seen.offers, money=self.purse(player.cash))
        if isinstance(seen.step, DeliverGoods) and not self.game.advanced:
            return T("Deliveries left: {count}. {money}", count=BASIC_DELIVERIES - seen.deliveries, money=self.purse(player.cash))
        if isinstance(seen.step, (AnswerOffer, AnswerCounter)) and seen.deal is not None:
            return T("{offer}. {money}", offer=panels.offered(self.game, seen), money=self.purse(player.cash))
        return self.purse(player.cash)

    def purse(self, cash: int) -> Text:
        """Return what one has, and what ends the game (SIL-2.7)."""
        goal = self.game.target
        return T("You have ${cash} of ${goal}.", cash=cash, goal=goal) if goal else T("You have ${cash}.", cash=cash)

    def describe_position(self, seen: SilvertonObservation) -> list[Text]:
        """Return the position in words: each player's money, track, cards; then prices and open cards."""
        out: list[Text] = []
        for seat, player in enumerate(seen.players):
            cash = T("cash hidden") if player.cash is None else T("${money}", money=player.cash)
            homes = " – ".join(town(self.game, home) for home in player.homes)
            out.append(T("{who}, home {home}: {cash}.", who=Who(seat), home=homes, cash=cash))
            if player.track:
                lines = [T("{segment}", segment=segment(self.game, s)) for s in player.track]
                out.append(T("{who}'s track: {lines}.", who=Who(seat), lines=lines))
        for panel in self.side_panels(seen):
            out += panel.words
        return out
