"""The outbox: what is written once for each channel, and what is not written at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from boxcars.core.messages import T
from boxcars.server.store import outbox
from boxcars.server.store.notice_schema import channels, notices, prefs
from boxcars.server.store.profile_schema import cards
from boxcars.server.store.store import Store

ANN = outbox.profile_owner("ann")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(str(tmp_path / "s.sqlite"))
    with made.write_transaction() as conn:
        conn.execute(cards.insert().values(id="ann", name="Ann", herald="x", seen_by="all", created=0.0))
        for id, state in (("one", "on"), ("two", "on"), ("three", "off")):
            add_channel(conn, id, ANN, state)
    yield made
    made.close()


def add_channel(conn: sa.Connection, id: str, owner: str, state: str = "on", kind: str = "web") -> None:
    fields = {"kind": kind, "target": b"", "same": id, "lang": "en", "state": state, "failures": 0, "tries": 0}
    times = {"retry_at": 0.0, "busy_until": 0.0, "created": 0.0}
    conn.execute(channels.insert().values(id=id, **outbox.owner_columns(owner), **fields, **times))


def tell(conn: sa.Connection, key: str = "k", **more: object) -> None:
    said = {"title": T("{who} invites you", who="Bob"), "path": "/people", "now": 1000.0} | more
    outbox.enqueue_notice(conn, ANN, "invitation", key=key, **said)  # type: ignore[arg-type]


def test_one_row_for_each_open_channel_and_key(store: Store) -> None:
    with store.write_transaction() as conn:
        tell(conn)
        tell(conn)
        tell(conn, "other", at=5000.0)
        found = conn.execute(sa.select(notices).order_by(notices.c.id)).all()
    assert [(row.channel, row.key, row.due) for row in found] == [
        ("one", "invitation:k", 1600.0),
        ("two", "invitation:k", 1600.0),
        ("one", "invitation:other", 5600.0),
        ("two", "invitation:other", 5600.0),
    ]


def test_nothing_is_written_if_the_transaction_fails(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), store.write_transaction() as conn:
        tell(conn)
        raise ZeroDivisionError
    with store.read_transaction() as conn:
        assert conn.execute(sa.select(notices)).all() == []


def test_what_is_not_ticked_is_not_written_and_what_is_taken_back_is_gone(store: Store) -> None:
    with store.write_transaction() as conn:
        tell(conn)
        outbox.cancel_notice(conn, ANN, "invitation", "k")
        quiet = {"batch": "each", "remind": "never", "quiet_from": -1, "quiet_to": -1, "zone": "UTC", "paused": False}
        conn.execute(prefs.insert().values(**outbox.owner_columns(ANN), topics="votes", **quiet))
        tell(conn)
        assert conn.execute(sa.select(notices)).all() == []
        outbox.enqueue_notice(conn, ANN, "deletion", key="now", title=T("Your profile will be deleted"), now=1.0)
        assert len(conn.execute(sa.select(notices)).all()) == 2


def test_everything_goes_with_the_profile(store: Store) -> None:
    with store.write_transaction() as conn:
        tell(conn)
        conn.execute(cards.delete().where(cards.c.id == "ann"))
        assert conn.execute(sa.select(notices)).all() == conn.execute(sa.select(channels)).all() == []
