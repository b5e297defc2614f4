"""Which seat a secret link or a profile's device opens. Cached only while this process would hear that the link has ended."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable

from boxcars.server.store.change_feed import ChangeFeed
from boxcars.server.store.secret_tokens import key_of, same_token

Found = tuple[str, str, int]
"""An entry: hash (of a device: with the table), table, seat."""


class Tokens:
    def __init__(self, look_up: Callable[[str], Awaitable[Found | None]], change_feed: ChangeFeed, kept: int = 10_000) -> None:
        self.look_up = look_up
        self.change_feed = change_feed
        self.kept = kept
        self._found: OrderedDict[str, Found] = OrderedDict()
        self._forgotten = 0
        """Counts removed entries: an answer of the store that was requested before may be outdated."""

    async def seat_of_token(self, token: str | None, table: str) -> int | None:
        """Return the seat of a token at a table: None for a spectator, -1 for the host without a seat."""
        return await self.seat_of_hash(key_of(token, table), table) if token else None

    async def seat_of_hash(self, hash: str, table: str) -> int | None:
        """Return the seat of a token that is given as a hash."""
        found = self._found.get(hash) if self.change_feed.is_hearing else None
        if found is None:
            before = self._forgotten
            found = await self.look_up(hash)
            if found is None:
                self._found.pop(hash, None)
                return None
            if before == self._forgotten:
                self._found[hash] = found
                if len(self._found) > self.kept:
                    self._found.popitem(last=False)
        if not same_token(found[0], hash) or not same_token(found[1], table):
            return None
        return found[2]

    def forget_table(self, table: str) -> None:
        """Forget a table's tokens, because one of its links has ended."""
        self._forgotten += 1
        for hash in [hash for hash, found in self._found.items() if found[1] == table]:
            del self._found[hash]

    def forget_all(self) -> None:
        self._forgotten += 1
        self._found.clear()
