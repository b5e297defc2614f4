"""boxcars referee: a game on a physical table, typed in. You enter the dice and the draws; it asks, checks and keeps score."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.markup import escape

from boxcars.cli import Complaint, app
from boxcars.cli.common import GameName, Language, MapName, Options, Players, make, read_file
from boxcars.cli.play import Terminal
from boxcars.core import record
from boxcars.core.chance import Chance, Impossible, OutcomeNeeded
from boxcars.core.game import Refused, Rules
from boxcars.locale import sayer


class Referee(Terminal):
    """Replays the record, and asks what the real dice, bag or deck showed wherever chance is needed."""

    def __init__(self, rules: Rules[Any], game: record.Record, say: Any, console: Console) -> None:
        super().__init__(rules, say, console)
        self.game = game
        self.outcomes: dict[str, list[int]] = game.header.outcomes if game.header.outcomes is not None else {}
        game.header.outcomes = self.outcomes

    def outcome_of(self, needed: OutcomeNeeded) -> None:
        """Ask for one outcome until it is a possible one, and store it."""
        possible = [i for i, count in enumerate(needed.counts) if count > 0]
        names = {i: self.say(self.rules.chance_name(needed.stream, i)) for i in possible}
        listed = escape(", ".join(names[i] for i in possible))
        self.console.print(
            f"  {listed}" if len(possible) <= 12 else "  type part of the name; ? lists what is possible", highlight=False
        )
        while True:
            number = len(self.outcomes.get(needed.stream, [])) + 1
            answer = self.console.input(f"  [bold]{escape(needed.stream)}[/bold] {number} = ").strip().lower()
            if answer in ("q", "quit"):
                raise KeyboardInterrupt
            exact = [i for i in possible if names[i].lower() == answer]
            start = [i for i in possible if answer and names[i].lower().startswith(answer)]
            found = exact or start or [i for i in possible if answer and answer in names[i].lower()]
            if len(found) == 1:
                self.outcomes.setdefault(needed.stream, []).append(found[0])
                return
            if answer == "?":
                question = listed
            elif found:
                question = "which one? " + escape(", ".join(names[i] for i in found))
            else:
                question = "that is not possible now"
            self.console.print(f"  {question}", highlight=False)

    def attempt(self, run: Any) -> Any:
        """Run something that may need random outcomes, and ask for them one by one."""
        while True:
            try:
                return run()
            except OutcomeNeeded as needed:
                self.outcome_of(needed)

    def open(self) -> tuple[Any, list[Any]]:
        """Return the position after everything recorded so far."""
        rules = self.rules
        events: list[Any] = []

        def begin() -> Any:
            events.clear()
            header = self.game.header
            if bytes(header.start):
                state = rules.read_state(bytes(header.start))
                state.chance = Chance("", dict(state.chance.counters), self.outcomes)
                return state
            return rules.start(Chance("", {}, self.outcomes), events)

        state = self.attempt(begin)
        for entry in self.game.entries:
            events = rules.play(state, entry.seat, rules.read_action(bytes(entry.action)))
        return state, events

    def step(self, state: Any, seat: int, action: Any) -> tuple[Any, list[Any]]:
        """Apply an action to a copy, so that an impossible draw changes nothing."""

        def once() -> tuple[Any, list[Any]]:
            copy = self.rules.clone(state)
            return copy, self.rules.play(copy, seat, action)

        done: tuple[Any, list[Any]] = self.attempt(once)
        self.game.entries.append(record.Entry(seat, msgspec.Raw(self.rules.write(self.rules.normal(action)))))
        return done


@app.command()
def referee(
    game: GameName,
    map: MapName = None,
    players: Players = None,
    option: Options = None,
    names: Annotated[str, typer.Option(help="The players' names, separated by commas.")] = "",
    out: Annotated[
        Path | None,
        typer.Option(help="The saved game, written after every action. Default: the file of --resume, or game.jsonl."),
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue a game saved earlier.")] = None,
    position: Annotated[Path | None, typer.Option(help="Start from a position: a state as JSON.")] = None,
    lang: Language = "en",
) -> None:
    """Referee a game on a physical table: enter what the dice and decks show; the rules are checked, the score kept.

    Example: boxcars referee ticket_to_ride --players 3 --names Ada,Brunel,Carmen --out friday.jsonl
    """
    if resume is not None:
        try:
            saved = record.read(read_file(resume))
        except ValueError as error:
            raise Complaint(f"{resume}: {error}") from None
        rules = saved.rules()
        if saved.header.outcomes is None:
            raise Complaint(f"{resume}: not the record of a refereed game")
        if rules.game != game:
            raise Complaint(f"{resume}: a game of {rules.game}, not {game}")
        out = out or resume
    else:
        out = out or Path("game.jsonl")
        if out.exists():
            raise Complaint(f"{out} is there already: go on with --resume {out}, or keep this game elsewhere with --out")
        rules = make(game, map, players, option)
        header = record.Header(
            game=rules.game, map=rules.map, players=rules.players, options=rules.options, version=rules.version
        )
        header.outcomes = {}
        header.names = [n.strip() for n in names.split(",") if n.strip()]
        if position is not None:
            header.start = msgspec.Raw(rules.write(rules.read_state(read_file(position))))
        saved = record.Record(header)
    table = Referee(rules, saved, sayer(lang, saved.header.names), Console())
    try:
        state, events = table.open()
        table.log(events, None)
        while (actor := rules.actor(state)) >= 0:
            action = table.ask(state, actor)
            try:
                state, events = table.step(state, actor, action)
            except (Refused, Impossible) as refused:
                table.console.print(f"  {escape(str(refused))}", highlight=False)
                continue
            for event in events:
                table.console.print(f"  [dim]{escape(table.say(rules.tell(event)))}[/dim]", highlight=False)
            saved.save(out)
    except (KeyboardInterrupt, EOFError):
        saved.save(out)
        table.console.print(f"\nSaved to {out}. Continue with --resume {out}", highlight=False, soft_wrap=True)
        return
    table.result(state)
    record.finish(saved, rules, state).save(out)
