"""What strangers can do to a server, measured: bots for fifty tables, made-up boards, imports; and the server killed on and on.

    python benchmarks/attack.py                                  # about a minute and a half
    python benchmarks/attack.py --base ../before/src             # the same on another checkout first: before and after
    python benchmarks/attack.py --only thinking --seconds 40

Everything happens on this machine, against a server that is started for it on a database of its own: people and attackers are
addresses of the loopback network. The attackers take their share of the cores too, so the figures are worse than those of a
server that has a machine to itself.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import random
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.server import chaos, running  # noqa: E402

from boxcars.core import map_loader  # noqa: E402

ATTACKER, PERSON, PROBE = "127.0.0.2", "127.0.0.3", "127.0.0.4"
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


def client(url: str, address: str, timeout: float = 60) -> httpx.Client:
    return httpx.Client(base_url=url, transport=httpx.HTTPTransport(local_address=address), timeout=timeout)


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


def many(stop: Any, told: Any, url: str, threads: int, ask: Callable[[httpx.Client, int], int]) -> None:
    """Let threads ask until it is enough."""
    answers: Counter[str] = Counter()

    def run() -> None:
        with client(url, ATTACKER, 30) as http:
            for i in itertools.count():
                if stop.is_set():
                    return
                try:
                    status = ask(http, i)
                except httpx.HTTPError:
                    answers["no answer"] += 1
                    continue
                answers[str(status)] += 1
                if status in (404, 429, 503):  # refused for now: come again soon, so that the line is never empty
                    time.sleep(0.2)

    os.nice(5)
    told.put({})
    at_work = [threading.Thread(target=run, daemon=True) for _ in range(threads)]
    for thread in at_work:
        thread.start()
    stop.wait()
    told.put(dict(answers))


# -- the attacks ---------------------------------------------------------------------------------------------------------


def watch_tables(stop: Any, told: Any, url: str, tables: list[str]) -> None:
    """Look at every table every few seconds, as pages would."""

    def ask(http: httpx.Client, i: int) -> int:
        if i % len(tables) == 0 and i:
            time.sleep(3)
        return http.get(f"/api/tables/{tables[i % len(tables)]}/view").status_code

    many(stop, told, url, 1, ask)


def ask_for_grounds(stop: Any, told: Any, url: str) -> None:
    """Every board there is, and many that nobody plays on."""
    games = httpx.get(f"{url}/api/games", timeout=60).json()["games"]

    def key(luck: random.Random) -> str:
        game = luck.choice(games)
        where = luck.choice(game["maps"])
        options: dict[str, bool | int] = {}
        for option in game["options"]:
            if option["kind"] == "switch":
                options[option["key"]] = luck.random() < 0.5
            elif option["kind"] == "number":
                options[option["key"]] = luck.randint(option["low"], option["high"])
        named = [
            game["key"],
            where["key"],
            luck.choice(where["players"]),
            luck.choice([{}, options, options]),
            luck.choice(["en", "es", "it"]),
        ]
        return urlsafe_b64encode(msgspec.json.encode(named)).decode().rstrip("=")

    luck = random.Random(7)
    many(stop, told, url, 8, lambda http, _: http.get(f"/api/ground/{key(luck)}").status_code)


def import_records(stop: Any, told: Any, url: str, record: bytes) -> None:
    many(stop, told, url, 8, lambda http, _: http.post("/api/import", content=record).status_code)


def large_record() -> bytes:
    """A game of Silverton with six at the table, of about 180 kB."""
    found = (running.played("silverton", 6, seed=f"large {i}").write() for i in range(40))
    return next(data for data in found if 170_000 < len(data) < 260_000)


def misspell(stop: Any, told: Any, url: str, table: str) -> None:
    """Profiles, tables and streams of one address, by spellings of the paths that are routed all the same (or were)."""
    held = [client(url, ATTACKER, 30) for _ in range(100)]
    streams: list[httpx.Response] = []

    def again(http: httpx.Client, i: int) -> int:
        path = ("/api/card/", "//api/card", "/api/tables/", "//api/tables", f"/api/tables/{table}/events/")[i % 5]
        if "events" in path:
            if len(streams) >= len(held):
                return 0
            one = held[len(streams)]
            streams.append(one.send(one.build_request("GET", f"{url}{path}"), stream=True))
            return 1000 + streams[-1].status_code
        body = {"name": "x"} if "card" in path else {"game": "ticket_to_ride"}
        return http.post(f"{url}{path}", json=body).status_code

    many(stop, told, url, 8, again)


def flood(stop: Any, told: Any, url: str, table: str, messages: list[str]) -> None:
    """Forty sockets of one address that send these messages again and again; closed ones are opened anew."""
    answers: Counter[str] = Counter()

    def run() -> None:
        while not stop.is_set():
            try:
                with connect(f"{url.replace('http', 'ws')}/api/tables/{table}/live", source_address=(ATTACKER, 0)) as page:
                    page.send('{"token":null}')
                    threading.Thread(target=drain, args=(page,), daemon=True).start()
                    for message in itertools.cycle(messages):
                        if stop.is_set():
                            return
                        page.send(message)
                        answers["sent"] += 1
            except (WebSocketException, OSError, TimeoutError, EOFError) as error:
                answers[type(error).__name__] += 1
                time.sleep(0.05)

    os.nice(5)
    told.put({})
    for _ in range(40):
        threading.Thread(target=run, daemon=True).start()
    stop.wait()
    told.put(dict(answers))


def drain(page: ClientConnection) -> None:
    """Read what arrives, so that the server can send."""
    try:
        for _ in page:
            pass
    except ConnectionClosed:
        return


def ask_what_costs(stop: Any, told: Any, url: str, table: str, tokens: list[str], plies: int) -> None:
    """QR codes, past positions through other eyes and tries, each another one."""

    def again(http: httpx.Client, i: int) -> int:
        ply, seat = plies - 1 - (i * 37) % (plies - 1), i % len(tokens)
        if i % 3 == 0:
            return http.get(f"{url}/api/invite?to=/t/{secrets.token_hex(20)}").status_code
        if i % 3 == 1:
            return http.get(f"{url}/api/tables/{table}/view?ply={ply}&as={seat}&lang={('en', 'es', 'it')[i % 2]}").status_code
        return http.post(f"{url}/api/tables/{table}/try", json={"ply": ply, "eyes": seat}).status_code

    many(stop, told, url, 8, again)


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
    """Requests that are cheap to send and dear to answer."""

    def finished(url: str, table: str) -> tuple[Any, ...]:
        kept = running.played("silverton", 6)
        seats = running.bring(url, kept)
        tokens = [seat.token or "" for seat in seats]
        return ask_what_costs, url, seats[0].table, tokens, len(kept.entries)

    return compared(source, seconds, {"costly requests": finished})


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


# -- texts that keep a parser busy -----------------------------------------------------------------------------------------


def bomb(parts: int = 8_000, lines: int = 8_000) -> str:
    """A TOML table with a name of many parts, and many lines: 67 kB that a parser reads for a minute."""
    return f"[{'.'.join(['a'] * parts)}]\n" + "".join(f"k{n}=1\n" for n in range(lines))


def worst_allowed() -> str:
    """About the most work that a text within the limits is."""
    name = ".".join(["a"] * 16)
    return f"[{name}]\n" + "".join(f"{name}{n}=1\n" for n in range(6_000))


def send_bombs(stop: Any, told: Any, url: str, record: bytes) -> None:
    """Maps to keep (of 67 and 250 kB), drafts to draw and records to import, eight at a time."""
    small, large, allowed = bomb(), bomb(lines=30_000)[:250_000], worst_allowed()
    header, _, rest = record.partition(b"\n")
    asked = msgspec.json.decode(header)
    requests: list[tuple[str, bytes]] = []
    for text in (small, large, allowed):
        asked |= {"map": map_loader.key_of(text), "map_text": text, "commitment": ""}
        body = msgspec.json.encode({"text": text})
        requests += [("/api/workshop/steam/keep", body), ("/api/workshop/steam", body)]
        requests.append(("/api/import", msgspec.json.encode(asked) + b"\n" + rest))
    headers = {"Content-Type": "application/json"}

    def ask(http: httpx.Client, i: int) -> int:
        path, body = requests[i % len(requests)]
        time.sleep(0.02)
        return http.post(path, content=body, headers=headers).status_code

    many(stop, told, url, 8, ask)


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
