"""MaskablePPO of sb3-contrib on any of the games: no wrapper is needed, the environment has ``action_masks()``.

    pip install sb3-contrib        # beside boxcars[rl]
    python examples/train_sb3.py --words 50000
    python examples/train_sb3.py --game AgeOfSteam --map st_lucia --words 50000

The learner has one seat against a bot. Afterwards it is tested in games it was not trained on.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO


def make(given: argparse.Namespace) -> Any:
    settings = {"players": 2, "bots": given.bots, "reward": "score", "seat": None, "map": given.map}
    return gymnasium.make(f"boxcars.envs.gymnasium:boxcars/{given.game}-v1", **settings)


def test(model: Any, env: Any, games: int, seed: int) -> tuple[float, float]:
    """The share of games won, and the mean lead in points."""
    won, lead = [], []
    for i in range(games):
        seen, info = env.reset(seed=seed + i)
        over = False
        while not over:
            code, _ = model.predict(seen, action_masks=info["action_mask"].astype(bool))
            seen, reward, over, _, info = env.step(int(code))
        won.append(info["rank"] == 1)
        lead.append(100 * reward)
    return float(np.mean(won)), float(np.mean(lead))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="TicketToRide")
    parser.add_argument("--map")
    parser.add_argument("--bots", default="random")
    parser.add_argument("--words", type=int, default=50_000, help="how many words to choose in all")
    parser.add_argument("--steps", type=int, default=2048, help="of them between two updates")
    parser.add_argument("--tests", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    env = make(given)
    model = MaskablePPO(
        "MultiInputPolicy", env, n_steps=given.steps, batch_size=256, gamma=0.999, gae_lambda=0.97, seed=given.seed
    )
    before = test(model, env, given.tests, 8_000_000)
    model.learn(given.words)
    after = test(model, env, given.tests, 9_000_000)
    for when, (share, lead) in (("before", before), ("after", after)):
        print(f"{when}: {share:.0%} of {given.tests} games won against {given.bots}, {lead:+.1f} points ahead")


if __name__ == "__main__":
    main()
