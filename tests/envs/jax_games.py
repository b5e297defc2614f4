"""Random games played by ``Rules`` with every outcome of chance told: what the batched game must repeat."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from boxcars.core.registry import make
from boxcars.envs.chance_scripts import Script
from boxcars.games.ticket_to_ride.ai import board_arrays as t
from boxcars.games.ticket_to_ride.ai.network_input import row
from boxcars.games.ticket_to_ride.ai.network_input_from_view import observation_arrays
from boxcars.games.ticket_to_ride.types import ChooseTickets, DrawSecondCard, KeepDrawnTickets, TakeTurn

DUE = [ChooseTickets, TakeTurn, DrawSecondCard, KeepDrawnTickets]


@dataclass
class Played:
    """One game: its script, the codes of its actions, its positions (one more than actions) and how it ended."""

    players: int
    script: dict[str, list[int]]
    codes: list[int] = field(default_factory=list)
    positions: list[dict[str, Any]] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    longest: list[int] = field(default_factory=list)
    completed: list[int] = field(default_factory=list)


def play(players: int, rng: random.Random, hoard: float, rows: bool) -> Played:
    """A random game. ``hoard``: how likely a seat draws when it could claim; hoarded cards bring the rare cases (TTR-5.9)."""
    rules: Any = make("ticket_to_ride", None, players, {})
    script = Script(rules, t.STREAMS, rng)
    game = Played(players, script.outcomes)
    state = script.start()
    game.positions.append(position(rules, state, rows))
    while state.agenda:
        legal = rules.legal(state)
        offer = state.offers[rules.actor(state)]
        draws = [action for action in legal if t.code_of(action, offer) >= t.TAKE]
        action = rng.choice(draws if draws and rng.random() < hoard else legal)
        game.codes.append(t.code_of(action, offer))
        state = script.after(state, action)
        game.positions.append(position(rules, state, rows))
    outcome = rules.outcome(state)
    game.scores, game.ranks = outcome.scores, outcome.ranks
    game.completed = outcome.lines[-1].values
    game.longest = rules.observe(state, None).longest
    return game


def position(rules: Any, state: Any, rows: bool) -> dict[str, Any]:
    """Everything that can be compared, in the words of the batched game; with ``rows`` what the seat to act sees, too."""
    seat = rules.actor(state)
    arrays = {"row": row(np, observation_arrays(rules.observe(state, seat)), rules.players)} if rows and seat >= 0 else {}
    mask = np.zeros(t.ACTIONS, bool)
    mask[[t.code_of(action, state.offers[seat]) for action in rules.legal(state)]] = True
    returned = [ticket * 8 + who for ticket, who in state.returned]
    return arrays | {
        "legal_action_mask": mask,
        "current_player": seat,
        "due": DUE.index(type(state.agenda[-1])) if state.agenda else 4,
        "starts": state.starts,
        "hands": state.hands,
        "known": state.known,
        "display": [state.display.count(c) for c in range(9)],
        "deck": state.deck,
        "discard": state.discard,
        "tickets": [sum(1 << ticket for ticket in held) for held in state.tickets],
        "offers": [offer + [-1] * (3 - len(offer)) for offer in state.offers],
        "chosen": state.chosen,
        "fresh": sum(1 << ticket for ticket, there in enumerate(state.fresh) if there),
        "returned": returned + [0] * (32 - len(returned)),
        "owner": state.owner,
        "trains": state.trains,
        "points": state.points,
        "final_turns": state.final_turns,
        "passes": state.passes,
        "terminated": not state.agenda,
    }
