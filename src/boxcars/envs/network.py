"""A network as advice for the search, and one network for many tables.

``think(x, mask)`` is any function of arrays: rows of observations and masks in, logits of all codes and values out (of the seat
that looks: -1 for the last place, 1 for the first). ``NetworkAdvice`` makes of it what ``SearchBot(..., advice=)`` asks.
``Gathered`` stands between one such function and many threads, each of which plays at a table of its own: their questions are put
together into one batch, which is answered at once when everybody waits.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from boxcars.core.kinds import AnyRules, AnyState
from boxcars.core.words import Action
from boxcars.envs.coding import Choice, Coding

Rows: TypeAlias = npt.NDArray[np.float32]
Mask: TypeAlias = npt.NDArray[np.int8]
R = TypeVar("R")
Think: TypeAlias = Callable[[Rows, Mask], tuple[Rows, Rows]]


class NetworkAdvice:
    """Policy and value of a network that chooses word by word."""

    def __init__(self, rules: AnyRules, think: Think) -> None:
        self.rules = rules
        self.coding = Coding(rules)
        self.think = think

    def weigh(self, state: AnyState, legal: list[Action]) -> list[float]:
        """The log-odds of each action: the sum over its words, each where those before it were chosen. One batch for all."""
        coding = self.coding
        asked: list[Choice] = []
        """Every choice that may have to be made on the way to some action: a row each."""
        words: dict[tuple[int, ...], list[tuple[int, int]]] = {}
        """The path of each action: row and code, one word after another."""

        def visit(choice: Choice, before: list[tuple[int, int]]) -> None:
            row = len(asked)
            asked.append(choice)
            for code, word in choice.targets().items():
                after = choice.copy()
                done = after.choose(code)
                path = [*before, (row, code)]
                if done is not None:
                    words[coding.path_of(done)] = path
                elif word or after.page:  # the last page turns to the first one: that was visited
                    visit(after, path)

        visit(Choice(coding, legal), [])
        x = np.repeat(coding.observe(self.rules.observe(state, self.rules.actor(state)), [])[None], len(asked), 0)
        mask = np.zeros((len(asked), coding.actions), np.int8)
        for row, choice in enumerate(asked):
            x[row, [coding.features + code for code in choice.chosen]] = 1.0
            choice.mark(mask[row].data)
        logits = np.where(mask > 0, self.think(x, mask)[0], -np.inf)
        logits -= logits.max(1, keepdims=True)
        odds = logits - np.log(np.exp(logits).sum(1, keepdims=True))
        return [float(sum(odds[row, code] for row, code in words[coding.path_of(action)])) for action in legal]

    def value(self, state: AnyState) -> list[float]:
        outcome = self.rules.outcome(state)
        if outcome is not None:
            first = outcome.winners
            return [1.0 / len(first) if seat in first else 0.0 for seat in range(self.rules.players)]
        seats = range(self.rules.players)
        x = np.stack([self.coding.observe(self.rules.observe(state, seat), []) for seat in seats])
        _, values = self.think(x, np.ones((len(x), self.coding.actions), np.int8))
        return [min(1.0, max(0.0, (float(value) + 1) / 2)) for value in np.asarray(values).reshape(-1)]


class Gathered:
    """One function for many threads: what they ask is answered in one batch as soon as all of them wait."""

    def __init__(self, think: Think) -> None:
        self.think = think
        self.batches = 0
        self.rows = 0
        """How often it was asked, and for how many rows in all."""
        self._turn = threading.Condition()
        self._there = 0
        self._asked: list[_Question] = []

    def __call__(self, x: Rows, mask: Mask) -> tuple[Rows, Rows]:
        question = _Question(x, mask)
        with self._turn:
            self._asked.append(question)
            self._answer_if_due()
            while not question.done:
                self._turn.wait()
        if question.error is not None:
            raise question.error
        assert question.found is not None
        return question.found

    def _answer_if_due(self) -> None:
        if not self._asked or len(self._asked) < self._there:
            return
        asked, self._asked = self._asked, []
        ends = np.cumsum([len(question.x) for question in asked])
        try:
            logits, values = self.think(np.concatenate([q.x for q in asked]), np.concatenate([q.mask for q in asked]))
            for question, end in zip(asked, ends, strict=True):
                part = slice(end - len(question.x), end)
                question.found = logits[part], values[part]
        except Exception as error:  # whoever asked is told
            for question in asked:
                question.error = error
        for question in asked:
            question.done = True
        self.batches += 1
        self.rows += int(ends[-1])
        self._turn.notify_all()

    def run(self, jobs: Iterable[Callable[[], R]]) -> list[R]:
        """Do all jobs at once, each in a thread of its own; what they return, in their order. What one raises is raised."""
        todo = list(jobs)
        out: dict[int, R] = {}
        wrong: list[BaseException] = []

        def work(i: int) -> None:
            try:
                out[i] = todo[i]()
            except BaseException as error:
                wrong.append(error)
            finally:
                with self._turn:
                    self._there -= 1
                    self._answer_if_due()

        self._there = len(todo)
        threads = [threading.Thread(target=work, args=(i,)) for i in range(len(todo))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if wrong:
            raise wrong[0]
        return [out[i] for i in range(len(todo))]


class _Question:
    def __init__(self, x: Rows, mask: Mask) -> None:
        self.x = x
        self.mask = mask
        self.done = False
        self.found: tuple[Rows, Rows] | None = None
        self.error: Exception | None = None
