"""What strangers can do to a server, measured: others' answers with each attack and without; and the server killed on and on.

    python benchmarks/attack.py                                  # about six minutes
    python benchmarks/attack.py --base ../before/src             # the same on another checkout first: before and after
    python benchmarks/attack.py --only thinking --seconds 40

Everything happens on this machine, against a server that is started for it on a database of its own: people and attackers are
addresses of the loopback network. The attackers take their share of the cores too, so the figures are worse than those of a
server that has a machine to itself.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from attackers import (  # noqa: E402
    ATTACKER,
    ask_for_grounds,
    ask_what_costs,
    client,
    flood,
    import_records,
    large_record,
    misspell,
    play_own_maps,
    read_sealed_tables,
    seat_a_round,
    send_bombs,
    watch_tables,
)
from tests.server import chaos, running  # noqa: E402

PERSON, PROBE = "127.0.0.3", "127.0.0.4"
Figures = dict[str, str]


@contextmanager
def serving(source: Path, *settings: str) -> Iterator[str]:
    """A server of that checkout, with its usual settings (rate limits too) but for those given."""
    with started(source, *settings) as (url, _):
        yield url


@contextmanager
def started(source: Path, *settings: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The same, with its process."""
    with tempfile.TemporaryDirectory() as folder:
        port = running.free_port()
        command = [sys.executable, "-m", "boxcars", "serve", "--port", str(port), "--database", f"{folder}/a.sqlite"]
        command += ["--log-level", "error", *settings]
        environment = {**os.environ, "PYTHONPATH": str(source)}
        with open(f"{folder}/log", "wb") as log:  # noqa: PTH123
            server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        url = f"http://127.0.0.1:{port}"
        try:
            for _ in range(300):
                try:
                    httpx.get(f"{url}/healthz").raise_for_status()
                    break
                except httpx.HTTPError:
                    time.sleep(0.1)
            yield url, server
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def at(times: list[float], part: float) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def shown(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


@contextmanager
def attacking(attack: Callable[..., None], *arguments: Any) -> Iterator[Counter[str]]:
    """Run the attack in a process of its own, so that it does not hold up who measures; what it was answered, by status."""
    context = multiprocessing.get_context("spawn")
    stop, here = context.Event(), context.SimpleQueue()
    process = context.Process(target=attack, args=(stop, here, *arguments), daemon=True)
    process.start()
    here.get()  # it is ready
    answers: Counter[str] = Counter()
    try:
        yield answers
    finally:
        stop.set()
        process.join(5)
        while not here.empty():
            answers.update(here.get())
        if process.is_alive():
            process.kill()
            process.join()


# -- what others see -----------------------------------------------------------------------------------------------------


def probe(url: str, table: str, seconds: float) -> list[float]:
    """Somebody else looks at a table, thirty times a second; how long each answer takes."""
    times = []
    with client(url, PROBE) as http:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            begun = time.perf_counter()
            http.get(f"/api/tables/{table}/view").raise_for_status()
            times.append(time.perf_counter() - begun)
            time.sleep(0.03)
    return times


def bot_answers(url: str, seconds: float) -> list[float]:
    """Somebody plays Ticket to Ride against an easy bot; how long each of its answers takes (also the one still awaited)."""
    times: list[float] = []
    luck = random.Random(3)
    until = time.monotonic() + seconds
    with client(url, PERSON) as http:
        while time.monotonic() < until:
            seats = [{"kind": "person", "mine": True}, {"kind": "bot", "level": "easy"}]
            made = http.post("/api/tables", json={"game": "ticket_to_ride", "players": 2, "seats": seats, "start": True}).json()
            place, head = f"/api/tables/{made['table']}", {"Authorization": f"Bearer {made['tokens'][0]}"}
            waiting, ply = time.monotonic(), -1
            while time.monotonic() < until:
                seen = http.get(f"{place}/legal", headers=head).json()
                if seen["actor"] < 0:
                    break
                if seen["actor"] == 1:  # each action of the bot counts by itself
                    if ply >= 0 and seen["ply"] > ply:
                        times.append(time.monotonic() - waiting)
                        waiting = time.monotonic()
                    ply = seen["ply"]
                    time.sleep(0.02)
                    continue
                if ply >= 0:
                    times.append(time.monotonic() - waiting)
                    ply = -1
                body = {"ply": seen["ply"], "mark": seen["mark"], "action": luck.choice(seen["legal"])["action"]}
                http.post(f"{place}/act", headers=head, json=body).raise_for_status()
                waiting = time.monotonic()
            if ply >= 0:
                times.append(time.monotonic() - waiting)
    return times


def thinking_times(source: Path, seconds: float) -> tuple[list[float], list[float]]:
    """Fifty tables of six experts each, made and watched from one address; an easy bot for another, before and meanwhile."""
    with serving(source, "--bot-delay", "0", "--no-limits") as url:  # (the limits would make the tables come one by one)
        quiet = bot_answers(url, min(6.0, seconds))
        seats = [{"kind": "bot", "level": "expert"}] * 6
        asked = {"game": "age_of_steam", "players": 6, "seats": seats, "start": True}
        with client(url, ATTACKER) as http:
            tables = [http.post("/api/tables", json=asked).json()["table"] for _ in range(50)]
        with attacking(watch_tables, url, tables):
            time.sleep(3)
            return quiet, bot_answers(url, seconds)


def thinking(source: Path, seconds: float) -> Figures:
    quiet, times = thinking_times(source, seconds)
    return {
        "easy bot, quiet: p50 / p95": f"{shown(at(quiet, 0.5))} / {shown(at(quiet, 0.95))}",
        "easy bot, 50 expert tables of one address: p50": shown(at(times, 0.5)),
        "— p95 (aim: < 1.5 s)": shown(at(times, 0.95)),
        "— worst; answers": f"{shown(max(times))}; {len(times)}",
    }


def heavy(source: Path, seconds: float) -> Figures:
    """Boards that nobody plays on, then imports, while somebody else looks at a table."""
    out: Figures = {}
    record = large_record()
    with serving(source) as url:
        table = running.make(url, seats=[{"kind": "person", "mine": True}] * 2, start=True)["table"]
        probe(url, table, 1)
        quiet = probe(url, table, seconds / 2)
        out["others' answers, quiet: p50 / p99"] = f"{shown(at(quiet, 0.5))} / {shown(at(quiet, 0.99))}"
        for name, attack in (
            ("made-up boards", (ask_for_grounds, url)),
            ("8 parallel imports of 180 kB", (import_records, url, record)),
        ):
            with attacking(*attack) as answers:
                time.sleep(0.5)
                times = probe(url, table, seconds)
            out[f"others' answers, {name}: p50"] = shown(at(times, 0.5))
            out[f"— p99 ({name}; aim: < 100 ms)"] = shown(at(times, 0.99))
            out[f"— answered ({name})"] = ", ".join(f"{n} × {status}" for status, n in sorted(answers.items()))
    return out


def compared(source: Path, seconds: float, attacks: dict[str, Callable[[str, str], tuple[Any, ...]]]) -> Figures:
    """Others' answers with each attack and without, as a ratio; what is refused to others; how long SIGTERM takes meanwhile."""
    out: Figures = {}
    for name, attack in attacks.items():
        with started(source) as (url, server):
            table = running.make(url, seats=[{"kind": "person", "mine": True}] * 2, start=True)["table"]
            arguments = attack(url, table)
            watched(url, table, 1)
            quiet, _ = watched(url, table, seconds)
            with attacking(*arguments) as answers:
                time.sleep(1)
                times, refused = watched(url, table, seconds)
                begun = time.monotonic()
                server.terminate()
                try:
                    server.wait(60)
                    stopped = f"{time.monotonic() - begun:.1f} s"
                except subprocess.TimeoutExpired:
                    stopped = "not within 60 s"
            for part, label in ((0.5, "median"), (0.99, "p99")):
                before, after = at(quiet, part), at(times, part)
                aim = "; aim: at most 2" if part > 0.9 else ""
                out[f"{name}: others' {label} (ratio{aim})"] = f"{shown(before)} → {shown(after)} ({after / before:.1f})"
            out[f"— refused to others; stopped after SIGTERM ({name}; aim: 0, 10 s)"] = f"{refused}; {stopped}"
            out[f"— answered ({name})"] = ", ".join(f"{n} × {status}" for status, n in sorted(answers.items()))
    return out


def watched(url: str, table: str, seconds: float) -> tuple[list[float], int]:
    """Like ``probe``, and how often it was refused."""
    times, refused = [], 0
    with client(url, PROBE) as http:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            begun = time.perf_counter()
            refused += http.get(f"/api/tables/{table}/view").status_code != 200
            times.append(time.perf_counter() - begun)
            time.sleep(0.03)
    return times, refused


def spellings(source: Path, seconds: float) -> Figures:
    """Special limits and other spellings of paths."""
    return compared(source, seconds, {"other spellings": lambda url, table: (misspell, url, table)})


def sockets(source: Path, seconds: float) -> Figures:
    """Forty sockets within the limits."""
    hello = ['{"token":null}'] * 3
    other = [f'{{"token":null,"lang":"{lang}"}}' for lang in ("en", "es", "it")]
    return compared(
        source,
        seconds,
        {
            "40 sockets, one hello again and again": lambda url, table: (flood, url, table, hello),
            "40 sockets, other hellos": lambda url, table: (flood, url, table, other),
            "40 sockets, garbage": lambda url, table: (flood, url, table, ["{nonsense", "[" * 1000]),
        },
    )


def costly(source: Path, seconds: float) -> Figures:
    """Requests that are cheap to send and expensive to answer; many different maps that strangers keep and play on."""

    def finished(url: str, table: str) -> tuple[Any, ...]:
        kept = running.played("silverton", 6)
        seats = running.bring(url, kept)
        tokens = [seat.token or "" for seat in seats]
        return ask_what_costs, url, seats[0].table, tokens, len(kept.entries)

    return compared(
        source, seconds, {"costly requests": finished, "own maps kept and played": lambda url, table: (play_own_maps, url)}
    )


def sealed(source: Path, seconds: float) -> Figures:
    """Tables of a tournament round, which share their luck, read by a player of another table and by somebody without a seat."""
    return compared(source, seconds, {"sealed tables": lambda url, table: (read_sealed_tables, url, *seat_a_round(url))})


def storm(source: Path, seconds: float) -> Figures:
    """The server is killed again and again while eight tables play; what was acknowledged is looked for in the store."""
    own, running.SOURCE = running.SOURCE, source
    try:
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            found, actions, wrong = chaos.run(
                str(place / "storm.sqlite"), place, tables=8, fresh=3, kills=6, seconds=seconds, seed=5
            )
    finally:
        running.SOURCE = own
    wrong = [what for what in wrong if "did not finish" not in what]  # there was no time for it
    return {
        "kills; actions stored; acknowledged": f"6; {actions}; {len(found.acknowledged)}",
        "lost, doubled or different (aim: none)": "none" if not wrong else f"{len(wrong)}: {wrong[0][:80]}",
    }


def times_or_none(measure: Callable[..., list[float]], *arguments: Any) -> list[float]:
    """What was measured; nothing if the server gave no answer at all."""
    try:
        return measure(*arguments)
    except (httpx.HTTPError, KeyError):
        return []


def parsing(source: Path, seconds: float) -> Figures:
    """Texts that keep a parser busy, on every route that reads one; then SIGTERM in the middle of it."""
    out: Figures = {}
    record = running.played("ticket_to_ride", 2, actions=5).write()
    with started(source, "--bot-delay", "0") as (url, server):
        table = running.make(url, seats=[{"kind": "person", "mine": True}] * 2, start=True)["table"]
        probe(url, table, 1)
        bot_answers(url, 2)
        quiet, bots_quiet = probe(url, table, seconds), bot_answers(url, seconds)
        with attacking(send_bombs, url, record) as answers:
            time.sleep(1)
            times, bots = times_or_none(probe, url, table, seconds), times_or_none(bot_answers, url, seconds)
            health = httpx.get(f"{url}/healthz", timeout=30).text
            begun = time.monotonic()
            server.terminate()
            try:
                server.wait(30)
                stopped = shown(time.monotonic() - begun)
            except subprocess.TimeoutExpired:
                stopped = "not within 30 s"
        out["others' answers, quiet: p50 / p99"] = f"{shown(at(quiet, 0.5))} / {shown(at(quiet, 0.99))}"
        out["— with bombs: p50 / p99"] = f"{shown(at(times, 0.5))} / {shown(at(times, 0.99))}" if times else "no answer"
        ratios = [f"{at(times, part) / at(quiet, part):.1f}" for part in (0.5, 0.99)] if times else ["–"]
        out["— times as long: p50 / p99 (aim: p99 at most 2)"] = " / ".join(ratios)
        out["easy bot, quiet: p50 / p95"] = f"{shown(at(bots_quiet, 0.5))} / {shown(at(bots_quiet, 0.95))}"
        out["— with bombs: p50 / p95"] = f"{shown(at(bots, 0.5))} / {shown(at(bots, 0.95))}" if bots else "no answer"
        out["bombs answered"] = ", ".join(f"{n} × {status}" for status, n in sorted(answers.items()))
        out["health meanwhile"] = health[:100]
        out["stopped after SIGTERM (aim: within 10 s)"] = stopped
    return out


ATTACKS: dict[str, tuple[Callable[[Path, float], Figures], float]] = {
    "thinking": (thinking, 25.0),
    "heavy": (heavy, 8.0),
    "spellings": (spellings, 10.0),
    "sockets": (sockets, 10.0),
    "sealed": (sealed, 10.0),
    "costly": (costly, 10.0),
    "storm": (storm, 45.0),
    "parsing": (parsing, 8.0),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--base", type=Path, help="the sources (src) of another checkout, to be attacked first")
    parser.add_argument("--only", choices=list(ATTACKS), action="append")
    parser.add_argument("--seconds", type=float, help="how long each measurement lasts")
    arguments = parser.parse_args()
    here = ROOT / "src"
    sources = [("before", arguments.base.resolve()), ("after", here)] if arguments.base else [("here", here)]
    columns: dict[str, Figures] = {}
    load = os.getloadavg()[0]
    for name, source in sources:
        columns[name] = {}
        for attack in arguments.only or ATTACKS:
            run, usual = ATTACKS[attack]
            columns[name] |= run(source, arguments.seconds or usual)
    print(f"{os.cpu_count()} cores; load before: {load:.1f}\n")
    print("| " + " | ".join(["", *columns]) + " |")
    print("|---" * (len(columns) + 1) + "|")
    for row in columns[sources[-1][0]]:
        print("| " + " | ".join([row, *(figures.get(row, "–") for figures in columns.values())]) + " |")


if __name__ == "__main__":
    main()
