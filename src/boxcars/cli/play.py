"""boxcars play --text: a game in the terminal against bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from boxcars.bots import SeatView, make_bot
from boxcars.cli import Complaint, app
from boxcars.cli.common import GameName, Language, MapName, Options, Players, Seed, make
from boxcars.core.chance import Chance, new_seed, seed_from
from boxcars.core.game import Rules
from boxcars.core.record import Entry, Record, finish, header
from boxcars.core.registry import game as game_of
from boxcars.core.registry import load
from boxcars.locale import Say, sayer


class Terminal:
    """A person at the keyboard, who chooses from the same list of actions that the page offers."""

    def __init__(self, rules: Rules[Any], say: Say, console: Console) -> None:
        self.rules, self.say, self.console = rules, say, console

    def log(self, events: list[Any], seat: int | None) -> None:
        for event in events:
            self.console.print(
                f"  [dim]{escape(self.say(self.rules.tell(self.rules.retell(event, seat))))}[/dim]", highlight=False
            )

    def show(self, state: Any, seat: int | None) -> None:
        """Print the position as text, as in the text view of the page."""
        where = game_of(self.rules.game).board
        if not where:
            self.console.print("  (This game has no board: see Game.board.)", highlight=False)
            return
        board = load(where)(self.rules, self.say)
        seen = self.rules.observe(state, seat)
        for line in board.describe_position(seen):
            self.console.print(f"  {escape(self.say(line))}", highlight=False)
        for panel in board.side_panels(seen):
            self.console.print(f"  [bold]{escape(self.say(panel.title))}[/bold]", highlight=False)
            for line in panel.words:
                self.console.print(f"    {escape(self.say(line))}", highlight=False)

    def ask(self, state: Any, seat: int) -> Any:
        """Ask for a legal action by number, and return it. Text narrows a long list."""
        legal = self.rules.legal(state)
        lines = [self.say(self.rules.say(action)) for action in legal]
        shown = list(range(len(legal)))
        self.console.print(f"\n[bold]{escape(self.say(self.rules.ask(state.agenda[-1])))}[/bold]", highlight=False)
        while True:
            for i in shown[:30]:
                self.console.print(f" {i + 1:4}  {escape(lines[i])}", highlight=False)
            if len(shown) > 30:
                self.console.print(f"       … {len(shown) - 30} more: type words to narrow the list")
            answer = self.console.input("[bold]> [/bold]").strip()
            if answer.isdigit() and 1 <= int(answer) <= len(legal):
                return legal[int(answer) - 1]
            if answer in ("?", "show"):
                self.show(state, seat)
            elif answer in ("q", "quit"):
                raise KeyboardInterrupt
            elif answer == "":
                shown = list(range(len(legal)))
            else:
                words = answer.lower().split()
                shown = [i for i in range(len(legal)) if all(w in lines[i].lower() for w in words)]
                if len(shown) == 1:
                    return legal[shown[0]]

    def result(self, state: Any) -> None:
        outcome = self.rules.outcome(state)
        assert outcome is not None
        table = Table(box=None)
        table.add_column("")
        for seat in range(self.rules.players):
            table.add_column(self.say(self.rules_seat(seat)), justify="right")
        for line in outcome.lines:
            table.add_row(self.say(line.label), *(str(v) for v in line.values))
        table.add_row("rank", *(str(rank) for rank in outcome.ranks))
        self.console.print(table)
        if outcome.grade is not None:
            self.console.print(self.say(outcome.grade))

    @staticmethod
    def rules_seat(seat: int) -> Any:
        from boxcars.core.messages import T, Who

        return T("{who}", who=Who(seat))


@app.command()
def play(
    game: GameName,
    text: Annotated[bool, typer.Option("--text", help="Play in the terminal (the page is `boxcars`).")] = True,
    map: MapName = None,
    players: Players = None,
    option: Options = None,
    bots: Annotated[
        str, typer.Option(help="The bots in the other seats, separated by commas. The last one repeats.")
    ] = "heuristic",
    seat: Annotated[int, typer.Option(help="Your seat, from 1; 0 to watch bots only.")] = 1,
    name: Annotated[str, typer.Option(help="Your name.")] = "Player",
    seed: Seed = None,
    out: Annotated[Path | None, typer.Option("--out", help="Save the game to this file, for `boxcars replay`.")] = None,
    lang: Language = "en",
) -> None:
    """Play a game in the terminal against bots. Type a number, or words that narrow the list; ? shows the board.

    Example: boxcars play --text ticket_to_ride --players 3 --bots heuristic,random
    """
    rules = make(game, map, players, option)
    if not 0 <= seat <= rules.players:
        raise Complaint(f"--seat {seat}: there are {rules.players} seats")
    if out is not None and not out.parent.is_dir():
        raise Complaint(f"{out.parent} is not a directory")
    given = bots.split(",")
    others = [s for s in range(rules.players) if s != seat - 1]
    kinds = {other: given[min(i, len(given) - 1)] for i, other in enumerate(others)}
    names = [f"{kinds[s]} {s + 1}" if s in kinds else name for s in range(rules.players)]
    secret = seed_from(seed) if seed is not None else new_seed()
    bot_of_seat = {other: make_bot(kind, rules, seed_from(f"{secret}:{other}")) for other, kind in kinds.items()}
    kept = Record(header(rules, secret, names=names, bots=[kinds.get(s, "") for s in range(rules.players)]))
    terminal = Terminal(rules, sayer(lang, names), Console())
    events: list[Any] = []
    state = rules.start(Chance(secret), events)
    me = seat - 1 if seat else None
    terminal.log(events, me)
    try:
        while (actor := rules.actor(state)) >= 0:
            action = (
                bot_of_seat[actor].choose(SeatView(rules, state, actor)) if actor in bot_of_seat else terminal.ask(state, actor)
            )
            kept.entries.append(Entry(actor, msgspec.Raw(rules.write(action))))
            terminal.log(rules.play(state, actor, action), me)
        finish(kept, rules, state)
    finally:
        if out is not None:
            kept.save(out)
    terminal.result(state)
