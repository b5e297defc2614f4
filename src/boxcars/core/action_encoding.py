"""Actions as codes: an action is chosen one word after another, so that the space stays small however many actions there are.

An action has a path of targets: what a person would click, in order. Most targets are words of the game's vocabulary; a target
with an open number of parts (a line of track, a way, an amount) is *spelled* in several words. Code ``i`` below
``len(vocabulary)`` is the word ``vocabulary[i]``, always with the same meaning. A word that no vocabulary can hold gets one of
the *slots* behind it: slot ``k`` is the k-th such word of this choice in alphabetical order; if there are more than fit, the last
slot turns the page. A choice with one possibility inside an action is made by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from mypy_extensions import mypyc_attr

SLOTS: Final = 32
"""Codes behind the vocabulary for words that no list can hold; the last one turns the page."""
PATHS_KEPT: Final = 200_000


@mypyc_attr(allow_interpreted_subclasses=True)
class ActionSpace:
    """The action space of one game: its words, numbered. Those of the vocabulary come first, then any others that were met."""

    def __init__(self, vocabulary: list[str], spell: Callable[[str], tuple[str, ...]] | None) -> None:
        self.vocabulary = vocabulary
        self.code: dict[str, int] = {word: i for i, word in enumerate(vocabulary)}
        if len(self.code) != len(vocabulary):
            raise ValueError("a word is listed twice")
        self.actions = len(vocabulary) + SLOTS
        """The number of codes: vocabulary and slots."""
        self.words = vocabulary[:]
        self._number = self.code.copy()
        self._spell = spell
        self._spelled: dict[str, tuple[int, ...]] = {}
        self._paths: dict[Any, tuple[int, ...]] = {}

    def path_of(self, action: Any) -> tuple[int, ...]:
        """Return the numbers of the words that spell an action."""
        try:
            found = self._paths.get(action)
        except TypeError:  # an action that holds a dict
            return self._path_of(action)
        if found is None:
            if len(self._paths) >= PATHS_KEPT:
                self._paths.clear()
            found = self._paths[action] = self._path_of(action)
        return found

    def _path_of(self, action: Any) -> tuple[int, ...]:
        out: list[int] = []
        for target in action.path():
            numbers = self._spelled.get(target)
            if numbers is None:
                words = (target,) if self._spell is None else self._spell(target)
                numbers = self._spelled[target] = tuple([self._number_of(word) for word in words])
            out.extend(numbers)
        return tuple(out)

    def _number_of(self, word: str) -> int:
        number = self._number.get(word, -1)
        if number < 0:
            number = self._number[word] = len(self.words)
            self.words.append(word)
        return number

    def word(self, code: int) -> str:
        """Return the word that a code stands for. Slots are ``slot:0`` …, the last one is ``slot:more``."""
        if code < len(self.vocabulary):
            return self.vocabulary[code]
        slot = code - len(self.vocabulary)
        return "slot:more" if slot == SLOTS - 1 else f"slot:{slot}"


class Choice:
    """An action that is being chosen word by word, out of a list of legal actions."""

    def __init__(self, coding: ActionSpace, legal: list[Any]) -> None:
        self.coding = coding
        self.actions = legal
        """The actions that can still be chosen."""
        self.paths = [coding.path_of(action) for action in legal]
        """The words (as numbers) that spell each of ``actions``."""
        self.depth = 0
        self.page = 0
        self.chosen: list[int] = []
        """The codes chosen so far (for the observation)."""
        self._skip()

    @property
    def left(self) -> dict[tuple[str, ...], Any]:
        """Return spelled path -> action for all actions that can still be chosen."""
        words = self.coding.words
        return {tuple([words[n] for n in path]): action for path, action in zip(self.paths, self.actions, strict=True)}

    def _skip(self) -> None:
        """Pass over words that all remaining actions share: there is nothing to choose."""
        paths = self.paths
        if len(paths) < 2:
            return
        while True:
            depth = self.depth
            first = paths[0][depth]
            for path in paths:
                if path[depth] != first:
                    return
            self.depth = depth + 1

    def _others(self) -> list[str]:
        """Return the words on offer that have no code of their own, sorted."""
        depth, known = self.depth, len(self.coding.vocabulary)
        return sorted({self.coding.words[path[depth]] for path in self.paths if path[depth] >= known})

    def _slots(self) -> dict[int, str]:
        """Return code -> word for the slots now; "" turns the page."""
        others, first = self._others(), len(self.coding.vocabulary)
        more = len(others) > SLOTS
        shown = others[self.page * (SLOTS - 1) : (self.page + 1) * (SLOTS - 1)] if more else others
        out = {first + k: word for k, word in enumerate(shown)}
        if more:
            out[first + SLOTS - 1] = ""
        return out

    def fill_mask(self, mask: Any) -> None:
        """Write 1 for each code that can be chosen next into a mask of zeros."""
        depth, known = self.depth, len(self.coding.vocabulary)
        last, slots = -1, False
        for path in self.paths:
            number = path[depth]
            if number == last:
                continue
            last = number
            if number < known:
                mask[number] = 1
            else:
                slots = True
        if slots:
            for code in self._slots():
                mask[code] = 1

    def targets(self) -> dict[int, str]:
        """Return code -> word for everything that can be chosen next; "" turns the page."""
        depth, known = self.depth, len(self.coding.vocabulary)
        numbers = {path[depth] for path in self.paths}
        out = {number: self.coding.words[number] for number in sorted(numbers) if number < known}
        if len(out) < len(numbers):
            out.update(self._slots())
        return out

    def choose(self, code: int) -> Any | None:
        """Choose a code. Return the action once it is complete, else None; raise KeyError for a code that is not offered."""
        number = code
        if code >= len(self.coding.vocabulary):
            word = self._slots()[code]
            if not word:
                self.page = (self.page + 1) % -(-len(self._others()) // (SLOTS - 1))
                return None
            number = self.coding._number_of(word)
        depth = self.depth
        kept = [i for i, path in enumerate(self.paths) if path[depth] == number]
        if not kept:
            raise KeyError(code)
        self.chosen.append(code)
        self.paths = [self.paths[i] for i in kept]
        self.actions = [self.actions[i] for i in kept]
        self.depth = depth + 1
        self.page = 0
        if len(kept) == 1:
            return self.actions[0]
        self._skip()
        return None

    def copy(self) -> Choice:
        other = Choice(self.coding, [])
        other.actions, other.paths, other.depth, other.page = self.actions, self.paths, self.depth, self.page
        other.chosen = self.chosen[:]
        return other

    def saved(self) -> tuple[int, int, list[int], list[str]]:
        """Return the progress of the choice as plain data: depth, page, codes chosen, words passed."""
        return self.depth, self.page, self.chosen[:], [self.coding.words[n] for n in self.paths[0][: self.depth]]

    def restore(self, saved: tuple[int, int, list[int], list[str]]) -> None:
        """Restore the progress that ``saved`` returned, for the same position."""
        self.depth, self.page, self.chosen = saved[0], saved[1], saved[2][:]
        passed = tuple([self.coding._number_of(word) for word in saved[3]])
        kept = [i for i, path in enumerate(self.paths) if path[: self.depth] == passed]
        self.paths = [self.paths[i] for i in kept]
        self.actions = [self.actions[i] for i in kept]

    def codes_of(self, action: Any) -> list[int]:
        """Return the codes that lead to an action from here, page turns included: training data from a bot's choice."""
        choice = self.copy()
        path = self.coding.path_of(action)
        if path not in choice.paths or choice.actions[choice.paths.index(path)] != action:
            raise KeyError(f"{action} cannot be chosen from here")
        codes: list[int] = []
        done = None
        while done is None:
            word = self.coding.words[path[choice.depth]]
            code = next((c for c, offered in choice.targets().items() if offered == word), self.coding.actions - 1)
            codes.append(code)
            done = choice.choose(code)
        return codes
