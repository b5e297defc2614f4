"""boxcars lessons: check lessons, and search a seed for one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import replace
from rich.console import Console

from boxcars.cli import Complaint, app

if TYPE_CHECKING:
    from boxcars.lessons.lesson_loader import Course

lessons = typer.Typer(help="Lessons and puzzles: files that the engine plays.")
app.add_typer(lessons, name="lessons")


@lessons.command()
def check(
    file: Annotated[Path | None, typer.Argument(help="A lesson's file; without it all that are shipped or offered.")] = None,
) -> None:
    """Prove what lessons promise: every move legal, every answer heard, every text translated (docs/lessons.md).

    Example: boxcars lessons check ./my_lesson.toml
    """
    from boxcars.lessons.lesson_check import check as complaints_of
    from boxcars.lessons.lesson_loader import BadLesson, courses

    try:
        found = list(courses().values()) if file is None else [one_file(file)]
    except BadLesson as bad:
        raise Complaint(str(bad)) from None
    complaints = [complaint for course in found for complaint in complaints_of(course)]
    for complaint in complaints:
        Console(stderr=True).print(complaint, highlight=False, markup=False, soft_wrap=True)
    if complaints:
        raise Complaint(f"{len(complaints)} things to mend")
    Console().print(f"{len(found)} lessons are sound", highlight=False)


@lessons.command()
def seed(
    file: Annotated[Path, typer.Argument(help="The lesson's file.")],
    tries: Annotated[int, typer.Option(help="How many seeds to try.")] = 2000,
) -> None:
    """Find a seed that makes every move and pointer of a lesson work, when scripting all outcomes would take too long.

    Example: boxcars lessons seed ./my_lesson.toml
    """
    from boxcars.lessons.lesson_check import played
    from boxcars.lessons.lesson_loader import Course

    course = one_file(file)
    word = course.lesson.table.seed
    for n in range(1, tries + 1):
        table = replace(course.lesson.table, seed=f"{word} {n}")
        if not played(Course(course.id, course.path, replace(course.lesson, table=table))):
            Console().print(f'seed = "{table.seed}"', highlight=False, markup=False)
            return
    raise Complaint(f"none of {tries} seeds fits")


def one_file(file: Path) -> Course:
    from boxcars.lessons.lesson_loader import courses, read

    if not file.is_file():
        raise Complaint(f"there is no file {file}")
    known = next((course for course in courses().values() if course.path == file.resolve()), None)
    return known or read(file, file.stem)
