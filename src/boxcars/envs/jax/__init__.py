"""Games as pure functions of arrays, for accelerators: thousands of them stepped together under ``jit``, ``vmap`` and ``scan``.

    from boxcars.envs.jax import TicketToRide, auto_reset
    env = TicketToRide(players=2)
    state = jax.vmap(env.init)(jax.random.split(key, 4096))
    state = jax.vmap(env.step)(state, action)

The interface is the one that users of pgx know. The games are the same as everywhere else in the house: driven by the same
actions and the same chance they agree with ``Rules`` in every position (tests/envs/test_jax.py).
"""

from boxcars.envs.jax.chance import Scripted, Seeded
from boxcars.envs.jax.conditional_update import auto_reset, rarely
from boxcars.envs.jax.state import State
from boxcars.envs.jax.ticket_to_ride import TicketToRide

__all__ = ["Scripted", "Seeded", "State", "TicketToRide", "auto_reset", "rarely"]
