"""Events of Silverton as sentences of the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.messages import TN, T, Text, Who
from boxcars.games.silverton import events as e
from boxcars.games.silverton import placing_events as placing
from boxcars.games.silverton.names import KIND_NAMES, card, deal, marker, pieces, plow, segment, target, town, train

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton


def dice(faces: list[int]) -> str:
    return "+".join(str(face) for face in faces)


def tell(rules: Silverton, event: Any) -> Text:
    """Phases I–III; the rest below, in the order of the turn."""
    if isinstance(event, placing.PositionsDealt):
        homes = [
            T("{who} in {home}", who=Who(seat), home="–".join(town(rules, h) for h in pair))
            for seat, pair in enumerate(event.homes)
        ]
        return T("Starting positions: {homes}.", homes=homes)
    if isinstance(event, placing.OrderDealt):
        return T("Turn {turn}. Turn order: {order}.", turn=event.turn, order=[T("{who}", who=Who(seat)) for seat in event.order])
    if isinstance(event, placing.PiecesChosen):
        return T("{who} chooses {pieces}.", who=Who(event.seat), pieces=pieces(event.surveyors, event.prospectors))
    if isinstance(event, placing.Assigned):
        thing = train(event.train) if event.train else T("surveyor {piece}", piece=event.piece + 1)
        return T("{who} assigns {thing} to {city}.", who=Who(event.seat), thing=thing, city=town(rules, event.home))
    if isinstance(event, placing.PiecePlaced):
        where = target(rules, event.target)
        if event.task == "dismantle":
            return T("{who} sends a surveyor to dismantle {where}.", who=Who(event.seat), where=where)
        if event.task == "steal":
            return T("{who} sends a prospector to steal {where}.", who=Who(event.seat), where=where)
        return T("{who} sends a {kind} to {where}.", who=Who(event.seat), kind=KIND_NAMES[event.kind], where=where)
    if isinstance(event, placing.PieceKept):
        where = target(rules, event.target)
        return T("{who} leaves a {kind} on {where}.", who=Who(event.seat), kind=KIND_NAMES[event.kind], where=where)
    if isinstance(event, placing.PieceRecalled):
        where = target(rules, event.target)
        return T("{who} takes a {kind} back from {where}.", who=Who(event.seat), kind=KIND_NAMES[event.kind], where=where)
    if isinstance(event, placing.NeutralPlaced):
        return T("The neutral prospector goes to {card}.", card=card(rules, event.card))
    if isinstance(event, placing.ParallelTaken):
        return T("{who} moves to the parallel segment {segment}.", who=Who(event.seat), segment=segment(rules, event.segment))
    if isinstance(event, placing.DisputeRolled):
        return _dispute(rules, event)
    if isinstance(event, placing.TheftRolled):
        values: dict[str, Any] = {
            "thief": Who(event.thief),
            "owner": Who(event.owner),
            "card": card(rules, event.card),
            "paid": event.paid,
            "a": event.totals[0],
            "b": event.totals[1],
        }
        if event.success:
            return T("{thief} pays ${paid} and steals {card} from {owner} ({a} to {b}).", **values)
        return T("{thief} pays ${paid} but fails to steal {card} from {owner} ({a} to {b}).", **values)
    if isinstance(event, placing.TheftWithdrawn):
        return T("{who} decides not to steal {card}.", who=Who(event.seat), card=card(rules, event.card))
    if isinstance(event, placing.PieceJailed):
        return T("{who}'s {kind} goes to jail.", kind=KIND_NAMES[event.kind], who=Who(event.seat))
    if isinstance(event, placing.PieceDied):
        return T("One of {who}'s prospectors dies.", who=Who(event.seat))
    if isinstance(
        event, (placing.JointAgreed, placing.JointDeclined, placing.JointBought, placing.JointUnpaid, placing.JointEnded)
    ):
        return _joint(rules, event)
    return _cards_and_track(rules, event)


def _dispute(rules: Silverton, event: placing.DisputeRolled) -> Text:
    rolls = []
    for number, seat in enumerate(event.seats):
        who: Text = T("{who}", who=Who(seat))
        if event.partners[number] != seat:
            who = T("{who} with {partner}", who=who, partner=Who(event.partners[number]))
        rolls.append(T("{who} rolls {total} ({dice})", who=who, total=event.totals[number], dice=dice(event.dice[number])))
    what = target(rules, event.target)
    if event.rival:
        what = T("{one} against {other}", one=what, other=target(rules, event.rival))
    if event.winner < 0:
        return T("Dispute over {what}: {rolls}. Nobody wins.", what=what, rolls=rolls)
    return T("Dispute over {what}: {rolls}. {who} wins.", what=what, rolls=rolls, who=Who(event.seats[event.winner]))


def _joint(rules: Silverton, event: Any) -> Text:
    name = card(rules, event.card)
    if isinstance(event, placing.JointEnded):
        return T("{who} ends the joint route for {card}.", who=Who(event.seat), card=name)
    one, two = Who(event.seats[0]), Who(event.seats[1])
    if isinstance(event, placing.JointAgreed):
        return T("{one} and {two} agree on a joint route for {card}.", one=one, two=two, card=name)
    if isinstance(event, placing.JointDeclined):
        return T("{two} turns down a joint route for {card} with {one}.", one=one, two=two, card=name)
    if isinstance(event, placing.JointUnpaid):
        return T("{one} and {two} can't pay for {card}.", one=one, two=two, card=name)
    a, b = event.shares
    return T("{one} pays ${a} and {two} ${b} for {card}.", one=one, two=two, a=a, b=b, card=name)


def _cards_and_track(rules: Silverton, event: Any) -> Text:
    """Return the sentence of an event of steps IV.1–IV.3."""
    if isinstance(event, e.CardBought):
        return T("{who} buys {card} for ${cost}.", who=Who(event.seat), card=card(rules, event.card), cost=event.cost)
    if isinstance(event, e.CardDeclined):
        return T("{who} doesn't buy {card}.", who=Who(event.seat), card=card(rules, event.card))
    if isinstance(event, e.CardDrawn):
        return T("{who} draws {card}.", who=Who(event.seat), card=card(rules, event.card))
    if isinstance(event, e.DeckFoundEmpty):
        return T("{who} finds the deck empty.", who=Who(event.seat))
    if isinstance(event, e.RightLapsed):
        return T("{who} can't take {what}.", who=Who(event.seat), what=target(rules, event.target))
    if isinstance(event, e.CardMoved):
        return T("{who} moves {card}.", who=Who(event.seat), card=card(rules, event.card))
    if isinstance(event, e.TrackBuilt):
        name = segment(rules, event.segment)
        return T("{who} builds {segment} for ${cost}.", who=Who(event.seat), segment=name, cost=event.cost)
    if isinstance(event, e.ConsecutiveRolled):
        name = segment(rules, event.segment)
        if event.success:
            return T("{who} rolls {dice} for {segment}: high enough.", who=Who(event.seat), dice=dice(event.dice), segment=name)
        return T("{who} rolls {dice} for {segment}: not high enough.", who=Who(event.seat), dice=dice(event.dice), segment=name)
    if isinstance(event, e.TrackRemoved):
        name = segment(rules, event.segment)
        if event.refund:
            return T("{who} dismantles {segment} (refund ${refund}).", who=Who(event.seat), segment=name, refund=event.refund)
        return T("{who} abandons {segment}.", who=Who(event.seat), segment=name)
    if isinstance(event, e.NetworksJoined):
        return T("{who} connects both home networks.", who=Who(event.seat))
    if isinstance(event, e.ClaimPaid):
        return T("{who} pays ${cost} to operate {card}.", who=Who(event.seat), cost=event.cost, card=card(rules, event.claim))
    if isinstance(event, e.ClaimOperated):
        name_, rolled = card(rules, event.claim), event.roll
        if event.depleted:
            return T("{who} rolls {roll}: {card} is depleted.", who=Who(event.seat), roll=rolled, card=name_)
        return TN(
            "{who} rolls {roll}: {card} yields {count} unit.",
            "{who} rolls {roll}: {card} yields {count} units.",
            event.units,
            who=Who(event.seat),
            roll=rolled,
            card=name_,
        )
    if isinstance(event, e.ClaimDiscarded):
        return T("{card} is discarded.", card=card(rules, event.claim))
    if isinstance(event, e.CardRemoved):
        return T("{card} leaves the game.", card=card(rules, event.card))
    if isinstance(event, e.CardReleased):
        return T("{who} loses the route for {card}.", who=Who(event.seat), card=card(rules, event.card))
    if isinstance(event, e.PlowRolled):
        values: dict[str, Any] = {
            "who": Who(event.seat),
            "plow": plow(event.plow),
            "segment": segment(rules, event.segment),
            "die": event.die,
        }
        if event.cleared:
            return T("{who} rolls {die} with {plow}: {segment} is cleared.", **values)
        return T("{who} rolls {die} with {plow}: {segment} stays closed.", **values)
    return _deals_to_end(rules, event)


def _deals_to_end(rules: Silverton, event: Any) -> Text:
    """Return the sentence of an event from step IV.4 to the end of the turn."""
    if isinstance(event, e.Offered):
        what = deal(rules, event.give, event.take, event.freight)
        if event.counter:
            return T("{who} makes a counter-offer: {deal}.", who=Who(event.seat), deal=what)
        return T("{who} offers {to} a deal: {deal}.", who=Who(event.seat), to=Who(event.to), deal=what)
    if isinstance(event, e.OfferRefused):
        return T("{who} declines.", who=Who(event.seat))
    if isinstance(event, e.DealDone):
        what = deal(rules, event.give, event.take, event.freight)
        return T("{who} and {to} make a deal: {deal}.", who=Who(event.seat), to=Who(event.to), deal=what)
    if isinstance(event, e.FaresCollected):
        name = card(rules, event.card)
        return T("{who} collects ${income} from {card}.", who=Who(event.seat), income=event.income, card=name)
    if isinstance(event, e.GoodsDelivered):
        return T(
            "{who} delivers {units} from {card} to {city} for ${income}.",
            who=Who(event.seat),
            units=event.units,
            card=card(rules, event.claim),
            city=town(rules, event.city),
            income=event.income,
        )
    if isinstance(event, e.GoodsTransferred):
        names = {"card": card(rules, event.claim), "to": card(rules, event.to)}
        return T("{who} moves {units} from {card} to {to}.", who=Who(event.seat), units=event.units, **names)
    if isinstance(event, e.ReleaseRolled):
        kind = KIND_NAMES[event.kind]
        if event.free:
            return T("{who} rolls {dice}: the {kind} is free.", who=Who(event.seat), dice=dice(event.dice), kind=kind)
        return T("{who} rolls {dice}: the {kind} stays in jail.", who=Who(event.seat), dice=dice(event.dice), kind=kind)
    if isinstance(event, e.FinePaid):
        if event.hired:
            return T("{who} pays ${fine} for a new prospector.", who=Who(event.seat), fine=event.fine)
        return T("{who} pays a fine of ${fine}.", who=Who(event.seat), fine=event.fine)
    if isinstance(event, e.PriceChanged):
        if event.old == event.new:
            return T("Price of {marker}: still ${new}.", marker=marker(rules, event.marker), new=event.new)
        return T("Price of {marker}: ${old} → ${new}.", marker=marker(rules, event.marker), old=event.old, new=event.new)
    if isinstance(event, e.ClaimTurnedUp):
        return T("Turned face up: {card}.", card=card(rules, event.claim))
    if isinstance(event, e.EventTurnedUp):
        gone = [card(rules, c) for c in event.discarded]
        return T("Event: {event}. Discarded: {cards}.", event=card(rules, event.title), cards=gone or [T("nothing")])
    if isinstance(event, e.CardRevealed):
        return T("Turned face up: {card}.", card=card(rules, event.card))
    if isinstance(event, e.PieceHired):
        return T("{who} hires a {kind} for ${cost}.", who=Who(event.seat), kind=KIND_NAMES[event.kind], cost=event.cost)
    if isinstance(event, e.PieceAdvanced):
        return T("{who}'s {kind} advances to +{bonus}.", kind=KIND_NAMES[event.kind], who=Who(event.seat), bonus=event.bonus)
    if isinstance(event, e.TrainBought):
        return T("{who} buys {train} for ${cost}.", who=Who(event.seat), train=train(event.train), cost=event.cost)
    if isinstance(event, e.PlowBought):
        return T("{who} buys {plow} for ${cost}.", who=Who(event.seat), plow=plow(event.plow), cost=event.cost)
    if isinstance(event, e.CashAnnounced):
        return T("{who} announces ${cash} in cash.", who=Who(event.seat), cash=event.cash)
    assert isinstance(event, e.GameEnded)
    return T("The game ends after turn {turn}.", turn=event.turn)
