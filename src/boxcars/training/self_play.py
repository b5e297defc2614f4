"""Many games against oneself and against former selves: what happened in them, as arrays ``[steps, games, …]``.

Games of two to five players go on side by side. In the first parts of the batch (the *league*) one seat learns and the others are
played by a rival: a former self, or a network that learned from other players (``imitation.py``). A fixed share of the games is a
*school*: some choices are forced there at random, so that the network becomes good at what it would not do by itself (keep three
tickets, draw more). They are no examples to follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from boxcars.envs.jax import TicketToRide, rarely
from boxcars.envs.jax.scoring import final_scores
from boxcars.envs.jax.state import CHOOSE, TURN, State
from boxcars.games.ticket_to_ride.ai import board_arrays as t
from boxcars.games.ticket_to_ride.ai.network_input import LAYOUT
from boxcars.training.network import Weights, forward

SEATS: Final = 5
MIX: Final = (2, 5, 3, 4, 2, 5, 2, 4, 3, 5, 2, 4, 2, 5, 3, 2, 4, 2, 5, 3)
"""Numbers of players along the batch, each for a fifth of the games or more: with more players a game teaches a seat less."""


EARLY: Final = 40
"""Number of trains from which a game has hardly begun."""
ENOUGH: Final = 10
"""Number of trains with which one more ticket can be completed, if nobody is about to end the game."""
MOST: Final = 6
"""Number of tickets with which a seat has enough of them."""
PAR: Final = 100
"""A usual score."""
FINE: Final = 20
"""The share of games with forced choices is rounded to multiples of one in this number."""


class Games(NamedTuple):
    """The running games: states, the number of games finished in each place, and the random key."""

    state: State
    finished: Any
    key: Any


class Moves(NamedTuple):
    """What happened, one entry for each decision."""

    rows: Any
    legal: Any
    action: Any
    chance: Any
    """Logarithm of the probability of the action."""
    value: Any
    actor: Any
    learner: Any
    """The seat that learns, in league games."""
    learns: Any
    """Whether the learner chose (not a former version)."""
    forced: Any
    done: Any
    """Whether the game ended with this decision."""
    end: Any
    """Owners, tickets, points and players at the end of a game, for the score."""


class Force(NamedTuple):
    """The share of games in which choices are forced, and how often."""

    share: Any
    keep_all: Any
    """Probability to force keeping all of the first tickets."""
    draw_early: Any
    """Probability to force drawing more tickets at the beginning."""
    draw_done: Any
    """Probability to force drawing more tickets when all own ones are completed (or lost) and trains are left."""


def env() -> TicketToRide:
    """The game without scoring, which is done after the last step for all games that ended together."""
    game = TicketToRide(2, seats=SEATS)
    game._score = lambda needed, result: result
    return game


def begin(key: Any, games: int, mix: tuple[int, ...] = MIX) -> Games:
    players = jnp.asarray([mix[i % len(mix)] for i in range(games)])
    key, now = jax.random.split(key)
    state = jax.vmap(env().init)(jax.random.split(now, games), players)
    return Games(state, jnp.zeros(games, jnp.int32), key)


def play(
    games: Games, weights: Weights, rivals: Sequence[Weights], force: Force, steps: int, league: Sequence[int]
) -> tuple[Games, Moves]:
    """Play some decisions in every game; ``league``: how many games, from the first on, are against each rival."""
    game = env()
    against = sum(league)
    deal = jax.vmap(rarely(lambda state: game.init(state.chance, state.players), 1 / 64))

    def one(games: Games, _: Any) -> tuple[Games, Moves]:
        state, finished, key = games
        key, to_choose, to_force = jax.random.split(key, 3)
        rows = jax.vmap(game.look)(state)
        logits, value = forward(weights, rows)
        # Who learns in a league game changes from game to game; elsewhere every seat does.
        learner = (jnp.arange(finished.shape[0]) + finished) % state.players
        learns = (jnp.arange(finished.shape[0]) >= against) | (state.current_player == learner)
        if against:
            parts = jnp.split(rows[:against], np.cumsum(league)[:-1])
            others = jnp.concatenate([forward(rival, part)[0] for rival, part in zip(rivals, parts, strict=True)])
            chosen = jnp.where(learns[:against, None], logits[:against], others)
            logits = jnp.concatenate([chosen, logits[against:]])
        logits = jnp.where(state.legal_action_mask, logits, -1e9)
        noise = jax.random.gumbel(to_choose, logits.shape)
        action = (logits + noise).argmax(-1)
        action, forced = forcing(to_force, state, rows, action, force)
        chance = jnp.take_along_axis(jax.nn.log_softmax(logits), action[:, None], -1)[:, 0]
        after = jax.vmap(game.step)(state, action)
        done = after.terminated
        end = (after.owner, after.tickets, after.points, after.players)
        legal, actor = state.legal_action_mask, state.current_player
        moves = Moves(rows, legal, action, chance, value, actor, learner, learns, forced, done, end)
        return Games(deal(done, after), finished + done, key), moves

    return jax.lax.scan(one, games, length=steps)


def forcing(key: Any, state: State, rows: Any, action: Any, force: Force) -> tuple[Any, Any]:
    """Return the actions, some of them replaced by forced ones, and a mask of those."""
    chance = jax.random.uniform(key, action.shape)
    school = jnp.arange(len(action)) // len(MIX) % FINE < FINE * force.share

    def own(field: str) -> Any:
        return rows[:, LAYOUT[field][0]]

    keep = (state.due == CHOOSE) & (chance < force.keep_all)
    trains = own("trains")
    settled = (own("plan_trains") == 0) & (trains >= ENOUGH) & (own("least_trains") >= ENOUGH)
    often = jnp.where(trains >= EARLY, force.draw_early, jnp.where(settled, force.draw_done, 0))
    few = own("ticket_counts") < MOST
    draw = (state.due == TURN) & state.legal_action_mask[:, t.DRAW_TICKETS] & few & (chance < often)
    action = jnp.where(school & keep, t.KEEP + 6, jnp.where(school & draw, t.DRAW_TICKETS, action))
    return action, school & (keep | draw)


class Ends(NamedTuple):
    """How the games that ended did so, for each seat; zeros elsewhere."""

    lead: Any
    """Score less the best opponent's, in hundreds; less ``PAR`` as far as opponents' points do not count."""
    win: Any
    """The win relative to a fair share: 2 (share of the win - 1 / players)."""
    score: Any
    completed: Any


def ends(moves: Moves, rivalry: Any = 1.0) -> Ends:
    """Score all games that ended, a few thousand at a time; ``rivalry``: how much a point of the best opponent counts."""
    done = moves.done.reshape(-1)

    def scored(x: Any) -> Any:
        (owner, tickets, points, players), _ = x
        scores, completed, _, ranks = final_scores(players, owner, tickets, points)
        seats = jnp.arange(SEATS)
        there = seats < players
        others = jnp.where(there & (seats[:, None] != seats), scores, -999).max(-1)
        lead = jnp.clip((scores - rivalry * others - (1 - rivalry) * PAR) / 100, -1.5, 1.5)
        first = (ranks == 1) & there
        win = 2 * (first / jnp.maximum(first.sum(), 1) - 1 / players)
        result = Ends(lead * there, win * there, scores * there * 1.0, completed * there * 1.0)
        return (owner, tickets, points, players), result

    flat = jax.tree.map(lambda a: a.reshape(-1, *a.shape[2:]), moves.end)
    zeros = jnp.zeros((done.shape[0], SEATS), jnp.float32)
    _, result = jax.vmap(rarely(scored, 1 / 128))(done, (flat, Ends(zeros, zeros, zeros, zeros)))
    by_step: Ends = jax.tree.map(lambda a: a.reshape(*moves.done.shape, SEATS), result)
    return by_step
