"""Whose medal stands before a line of the log."""

from __future__ import annotations

from tests.server.running import Server, bring, played


def test_what_befalls_the_whole_table_wears_nobodys_medal(server: Server) -> None:
    view = bring(server.url, played("age_of_steam", 3, actions=40))[0].view()
    names = [seat["name"] for seat in view["seats"]]
    whole = [
        line
        for line in view["log"]
        if line["text"].startswith(("Turn ", "Nobody collects", "Income is", "Expenses are", "Only one"))
    ]
    assert len(whole) >= 3
    assert all(line["seat"] == -1 for line in whole)
    own = [line for line in view["log"] if line["text"].startswith(tuple(names))]
    assert own
    assert all(line["text"].startswith(names[line["seat"]]) for line in own)
