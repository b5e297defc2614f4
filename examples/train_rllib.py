"""PPO of RLlib on any of the games, with RLlib's own module for action masks.

    pip install 'ray[rllib]' torch        # beside boxcars[rl]
    python examples/train_rllib.py --rounds 20

RLlib calls the numbers «observations» where Gymnasium's habit is one «observation»: that is all the wrapper mends.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env


class Named(gymnasium.ObservationWrapper):
    def __init__(self, env: Any) -> None:
        super().__init__(env)
        spaces = env.observation_space.spaces
        mask = gymnasium.spaces.Box(0.0, 1.0, spaces["action_mask"].shape, np.float32)
        self.observation_space = gymnasium.spaces.Dict({"observations": spaces["observation"], "action_mask": mask})

    def observation(self, seen: dict[str, Any]) -> dict[str, Any]:
        return {"observations": seen["observation"], "action_mask": seen["action_mask"].astype(np.float32)}


def make(settings: dict[str, Any]) -> Named:
    given = dict(settings)
    return Named(gymnasium.make(f"boxcars.envs.gymnasium:boxcars/{given.pop('game')}-v1", **given))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="TicketToRide")
    parser.add_argument("--bots", default="random")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--words", type=int, default=4000, help="chosen in each round")
    parser.add_argument("--runners", type=int, default=0, help="processes that play; 0: this one does it all")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    settings = {"game": given.game, "players": 2, "bots": given.bots, "reward": "score", "seat": None}
    register_env("boxcars", make)
    network = DefaultModelConfig(fcnet_hiddens=[128, 128], vf_share_layers=True)
    config = (
        PPOConfig()
        .environment("boxcars", env_config=settings)
        .env_runners(num_env_runners=given.runners, rollout_fragment_length="auto")
        .learners(num_learners=0)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config=network))
        .training(gamma=0.999, lambda_=0.97, lr=5e-4, train_batch_size_per_learner=given.words, minibatch_size=256, num_epochs=4)
        .debugging(seed=given.seed)
    )
    algorithm = config.build_algo()
    for i in range(given.rounds):
        told = algorithm.train()["env_runners"]
        lead = 100 * told.get("episode_return_mean", float("nan"))
        print(f"round {i + 1}: {told.get('num_episodes', 0):.0f} games, {lead:+.1f} points ahead on average", flush=True)
    algorithm.stop()


if __name__ == "__main__":
    main()
