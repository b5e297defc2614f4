"""Sentences of the contract in plain English, as errors show them."""

from __future__ import annotations

import msgspec

from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Refused
from boxcars.core.messages import TN, T, Text, Who
from boxcars.core.types import Reason


def test_a_sentence_in_english() -> None:
    assert str(T("It's not your turn.")) == "It's not your turn."
    assert str(T("{who} pays {sum}.", who=Who(1), sum=5)) == "Seat 2 pays 5."
    assert str(T("Not now. {ask}", ask=T("Draw {n} cards.", n=2))) == "Not now. Draw 2 cards."
    assert str(T("Keep {tickets}", tickets=[T("a ({n})", n=1), T("b")])) == "Keep a (1), b"
    assert str(TN("{count} train", "{count} trains", 1)) == "1 train"
    assert str(TN("{count} train", "{count} trains", 0)) == "0 trains"
    assert str(T("{x}", x="{y}")) == "{y}"


def test_a_refusal_speaks() -> None:
    error = Refused(Reason("wrong_phase", "TTR-3.1", T("You can't do that now. {ask}", ask=T("Draw your second train card."))))
    assert str(error) == "You can't do that now. Draw your second train card."


def test_every_refusal_of_a_phase_is_a_sentence() -> None:
    rules = registry.make("ticket_to_ride", "usa", 2)
    state = rules.start(Chance(seed_from(1)))
    reason = rules.refuse(state, 0, None)
    assert reason is not None
    assert str(reason.text) == "You can't do that now. Keep at least two destination tickets."


def test_sentences_travel_as_json() -> None:
    text = TN(
        "{who} has {count} train in {town}", "{who} has {count} trains in {town}", 3, who=Who(0), town=T("x"), more=[T("y")]
    )
    assert msgspec.json.decode(msgspec.json.encode(text), type=Text) == text
