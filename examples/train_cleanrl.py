"""PPO in one file, as CleanRL writes it, on the batched environment: many games in shared memory, one network in torch.

    pip install torch        # beside boxcars[rl]
    python examples/train_cleanrl.py --words 200000 --workers 2

The learner plays one seat of every game, the other is a bot's; the seats change from game to game. ``Batch`` begins a game anew
in the step in which it ends, so that there is nothing to wait for.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from boxcars.envs.batch import Batch


def layer(inputs: int, outputs: int, scale: float = float(np.sqrt(2))) -> nn.Linear:
    made = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(made.weight, scale)
    nn.init.zeros_(made.bias)
    return made


class Agent(nn.Module):
    def __init__(self, inputs: int, codes: int, hidden: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(layer(inputs, hidden), nn.Tanh(), layer(hidden, hidden), nn.Tanh())
        self.actor = layer(hidden, codes, 0.01)
        self.critic = layer(hidden, 1, 1.0)

    def forward(self, x: Any, mask: Any) -> tuple[Categorical, Any]:
        h = self.body(x)
        return Categorical(logits=self.actor(h).masked_fill(~mask, -1e9)), self.critic(h)[:, 0]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="ticket_to_ride")
    parser.add_argument("--bots", default="random")
    parser.add_argument("--words", type=int, default=200_000)
    parser.add_argument("--games", type=int, default=32)
    parser.add_argument("--steps", type=int, default=128)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--rate", type=float, default=7e-4)
    parser.add_argument("--discount", type=float, default=0.999)
    parser.add_argument("--trace", type=float, default=0.97)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--parts", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    given = arguments()
    torch.manual_seed(given.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    seatings = [[None, given.bots], [given.bots, None]]
    with Batch(
        given.game, given.games, players=2, workers=given.workers, seed=given.seed, bots=seatings, reward="score"
    ) as batch:
        agent = Agent(batch.coding.size, batch.coding.actions).to(device)
        adam = torch.optim.Adam(agent.parameters(), lr=given.rate, eps=1e-5)
        seen = batch.reset()
        words, begun = 0, time.perf_counter()
        while words < given.words:
            x = torch.zeros((given.steps, given.games, batch.coding.size), device=device)
            mask = torch.zeros((given.steps, given.games, batch.coding.actions), dtype=torch.bool, device=device)
            codes = torch.zeros((given.steps, given.games), dtype=torch.long, device=device)
            chance, value, reward, ended = (torch.zeros((given.steps, given.games), device=device) for _ in range(4))
            leads: list[float] = []
            for t in range(given.steps):
                # What the batch shows is written over by the next step: it is copied here.
                x[t], mask[t] = torch.tensor(seen.observation), torch.tensor(seen.mask, dtype=torch.bool)
                seat = seen.seat.copy()
                with torch.no_grad():
                    odds, value[t] = agent(x[t], mask[t])
                    codes[t] = odds.sample()
                    chance[t] = odds.log_prob(codes[t])
                seen = batch.step(codes[t].cpu().numpy())
                # The learner keeps its seat throughout a game, so the one that chose is the one that is rewarded.
                won = seen.reward[np.arange(given.games), seat]
                reward[t], ended[t] = torch.tensor(won), torch.tensor(seen.done, dtype=torch.float32)
                leads += (100 * won[seen.done]).tolist()
            words += given.steps * given.games
            with torch.no_grad():
                now = torch.tensor(seen.observation).to(device), torch.tensor(seen.mask, dtype=torch.bool).to(device)
                follow = agent(*now)[1]
                gain, ahead = torch.zeros_like(value), torch.zeros(given.games, device=device)
                for t in reversed(range(given.steps)):
                    alive = 1 - ended[t]
                    delta = reward[t] + given.discount * follow * alive - value[t]
                    ahead = delta + given.discount * given.trace * alive * ahead
                    gain[t], follow = ahead, value[t]
            flat = [a.flatten(0, 1) for a in (x, mask, codes, chance, gain, gain + value)]
            for _ in range(given.epochs):
                for part in torch.randperm(given.steps * given.games, device=device).chunk(given.parts):
                    bx, bmask, bcodes, bchance, bgain, target = (a[part] for a in flat)
                    odds, new_value = agent(bx, bmask)
                    ratio = (odds.log_prob(bcodes) - bchance).exp()
                    bgain = (bgain - bgain.mean()) / (bgain.std() + 1e-6)
                    policy = -torch.min(ratio * bgain, ratio.clamp(1 - given.clip, 1 + given.clip) * bgain).mean()
                    loss = policy + 0.5 * (new_value - target).pow(2).mean() - given.entropy * odds.entropy().mean()
                    adam.zero_grad()
                    loss.backward()
                    nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                    adam.step()
            speed = words / (time.perf_counter() - begun)
            lead = float(np.mean(leads)) if leads else float("nan")
            print(
                f"{words} words, {speed:.0f} a second: {len(leads)} games ended, {lead:+.1f} points ahead on average", flush=True
            )


if __name__ == "__main__":
    main()
