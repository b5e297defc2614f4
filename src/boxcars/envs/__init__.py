"""Learning environments: the same games as PettingZoo, Gymnasium and OpenSpiel know them.

    from boxcars.envs import pettingzoo
    env = pettingzoo.env("age_of_steam", map="germany", players=4)

    import gymnasium, boxcars.envs.gymnasium
    env = gymnasium.make("boxcars/TicketToRide-v1")

Actions are chosen target by target, as a person clicks them (see ``coding``); observations are fixed-size vectors with an action
mask. ``docs/environments.md`` describes the encoding.
"""

from boxcars.extras import need

need("rl", "numpy")
