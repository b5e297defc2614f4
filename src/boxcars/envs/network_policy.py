"""A network as an evaluator of the search, and batching of its calls from many threads.

``forward(x, mask)`` is any function of arrays: rows of observations and action masks in, logits of all codes and values out (of
the observing seat: -1 for the last place, 1 for the first). ``NetworkEvaluator`` wraps it for ``SearchBot(..., evaluator=)``.
``BatchedForward`` stands between one such function and many threads, each of which plays a game of its own: their calls are
joined into one batch, which is computed as soon as all of them wait.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from boxcars.core.type_aliases import AnyRules, AnyState
from boxcars.core.types import Action
from boxcars.envs.encoding import Choice, Coding

Rows: TypeAlias = npt.NDArray[np.float32]
Mask: TypeAlias = npt.NDArray[np.int8]
R = TypeVar("R")
Forward: TypeAlias = Callable[[Rows, Mask], tuple[Rows, Rows]]


class NetworkEvaluator:
    """Policy and value of a network that chooses an action code by code."""

    def __init__(self, rules: AnyRules, forward: Forward) -> None:
        self.rules = rules
        self.coding = Coding(rules)
        self.forward = forward

    def policy(self, state: AnyState, legal: list[Action]) -> list[float]:
        """Return the log-probability of each action: the sum over its codes, each given those before it. One batch for all."""
        coding = self.coding
        choices: list[Choice] = []
        """Every choice on the way to some action: one row of the batch each."""
        paths: dict[tuple[int, ...], list[tuple[int, int]]] = {}
        """The path of each action: (row, code), one code after another."""

        def visit(choice: Choice, before: list[tuple[int, int]]) -> None:
            row = len(choices)
            choices.append(choice)
            for code, word in choice.targets().items():
                after = choice.copy()
                done = after.choose(code)
                path = [*before, (row, code)]
                if done is not None:
                    paths[coding.path_of(done)] = path
                elif word or after.page:  # the last page turns to the first one: that was visited
                    visit(after, path)

        visit(Choice(coding, legal), [])
        x = np.repeat(coding.observe(self.rules.observe(state, self.rules.actor(state)), [])[None], len(choices), 0)
        mask = np.zeros((len(choices), coding.actions), np.int8)
        for row, choice in enumerate(choices):
            x[row, [coding.features + code for code in choice.chosen]] = 1.0
            choice.fill_mask(mask[row].data)
        logits = np.where(mask > 0, self.forward(x, mask)[0], -np.inf)
        logits -= logits.max(1, keepdims=True)
        log_probabilities = logits - np.log(np.exp(logits).sum(1, keepdims=True))
        return [float(sum(log_probabilities[row, code] for row, code in paths[coding.path_of(action)])) for action in legal]

    def value(self, state: AnyState) -> list[float]:
        """Return for each seat the probability to win; the result if the game is over."""
        outcome = self.rules.outcome(state)
        if outcome is not None:
            first = outcome.winners
            return [1.0 / len(first) if seat in first else 0.0 for seat in range(self.rules.players)]
        seats = range(self.rules.players)
        x = np.stack([self.coding.observe(self.rules.observe(state, seat), []) for seat in seats])
        _, values = self.forward(x, np.ones((len(x), self.coding.actions), np.int8))
        return [min(1.0, max(0.0, (float(value) + 1) / 2)) for value in np.asarray(values).reshape(-1)]


class BatchedForward:
    """One forward function for many threads: their calls are computed in one batch as soon as all of them wait."""

    def __init__(self, forward: Forward) -> None:
        self.forward = forward
        self.batches = 0
        """How many batches were computed."""
        self.rows = 0
        """How many rows they had in all."""
        self._condition = threading.Condition()
        self._threads = 0
        self._waiting: list[_Call] = []

    def __call__(self, x: Rows, mask: Mask) -> tuple[Rows, Rows]:
        call = _Call(x, mask)
        with self._condition:
            self._waiting.append(call)
            self._compute_if_all_wait()
            while not call.done:
                self._condition.wait()
        if call.error is not None:
            raise call.error
        assert call.result is not None
        return call.result

    def _compute_if_all_wait(self) -> None:
        if not self._waiting or len(self._waiting) < self._threads:
            return
        calls, self._waiting = self._waiting, []
        ends = np.cumsum([len(call.x) for call in calls])
        try:
            logits, values = self.forward(np.concatenate([q.x for q in calls]), np.concatenate([q.mask for q in calls]))
            for call, end in zip(calls, ends, strict=True):
                part = slice(end - len(call.x), end)
                call.result = logits[part], values[part]
        except Exception as error:  # every caller gets it
            for call in calls:
                call.error = error
        for call in calls:
            call.done = True
        self.batches += 1
        self.rows += int(ends[-1])
        self._condition.notify_all()

    def run(self, jobs: Iterable[Callable[[], R]]) -> list[R]:
        """Run all jobs at once, each in a thread of its own, and return their results in order. An exception of a job is
        raised."""
        todo = list(jobs)
        out: dict[int, R] = {}
        wrong: list[BaseException] = []

        def work(i: int) -> None:
            try:
                out[i] = todo[i]()
            except BaseException as error:
                wrong.append(error)
            finally:
                with self._condition:
                    self._threads -= 1
                    self._compute_if_all_wait()

        self._threads = len(todo)
        threads = [threading.Thread(target=work, args=(i,)) for i in range(len(todo))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if wrong:
            raise wrong[0]
        return [out[i] for i in range(len(todo))]


class _Call:
    """The rows one thread waits for."""

    def __init__(self, x: Rows, mask: Mask) -> None:
        self.x = x
        self.mask = mask
        self.done = False
        self.result: tuple[Rows, Rows] | None = None
        self.error: Exception | None = None
