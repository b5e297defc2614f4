"""The tutorials run: each at its smallest size, those that need a library only where it is installed."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"

pytestmark = pytest.mark.slow


def run(name: str, *given: str) -> str:
    """What a program says. One thread: so little work is done sooner than it is shared."""
    env = os.environ | {"OMP_NUM_THREADS": "1"}
    program = [sys.executable, str(EXAMPLES / name), *given]
    done = subprocess.run(program, capture_output=True, text=True, timeout=280, env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout


def needs(*modules: str) -> None:
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")


def test_maskable_ppo_of_sb3_learns_without_a_wrapper() -> None:
    needs("torch", "sb3_contrib")
    said = run("train_sb3.py", "--words", "256", "--steps", "256", "--tests", "1")
    assert "after: " in said and "of 1 games won against random" in said


def test_ppo_of_rllib_learns() -> None:
    needs("torch", "ray", "tree", "lz4")
    assert "round 1: " in run("train_rllib.py", "--rounds", "1", "--words", "300")


def test_ppo_in_one_file_learns_on_the_batch() -> None:
    needs("torch")
    said = run("train_cleanrl.py", "--words", "1024", "--steps", "64", "--games", "8")
    assert "1024 words" in said and "points ahead" in said


def test_the_network_for_age_of_steam_is_taught_and_plays(tmp_path: Path) -> None:
    out = ["--out", str(tmp_path)]
    assert "1 games" in run("train_age_of_steam.py", "collect", "--games", "1", *out)
    assert "right" in run("train_age_of_steam.py", "train", "--epochs", "1", *out)
    with np.load(tmp_path / "network.npz") as weights:
        assert all(np.isfinite(weights[name]).all() for name in weights.files)
        # One lesson has moved it away from the evaluator's own opinion.
        assert np.abs(weights["out"]).max() > 0
    assert "of 1 (fair 33.3%)" in run("train_age_of_steam.py", "test", "--games", "1", *out)


@pytest.mark.long
def test_the_masters_training_begins(tmp_path: Path) -> None:
    """Without rivals, former selves alone: one round of eight games, and all is there that a training goes on from."""
    needs("jax")
    small = ["--games", "8", "--steps", "2", "--part", "16", "--width", "16", "--epochs", "1", "--players", "2"]
    said = run("train_master.py", "--plan", "0.001", "--call", "4", *small, "--out", str(tmp_path))
    assert "saved after" in said
    assert {"weights.npz", "memory.npz", "master.npz", "log.jsonl"} <= {path.name for path in tmp_path.iterdir()}
    with np.load(tmp_path / "master.npz") as weights:
        assert all(np.isfinite(weights[name]).all() for name in weights.files if name != "record")
