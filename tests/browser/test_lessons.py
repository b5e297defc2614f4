"""Lessons in a real browser: a learner who reads and clicks, on a desk and on a phone, and one who has only a keyboard.

Every lesson is taken at one of both sizes, with a wrong try first wherever something is asked, a few lessons in each run
(tests/scale.py); in a full run all of them, and at the other size, too, without mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from boxcars.core import registry
from boxcars.lessons import answer_check, lesson_runner
from boxcars.lessons.answer_check import Position
from boxcars.lessons.lesson_check import answer
from boxcars.lessons.lesson_format import Quiz
from boxcars.lessons.lesson_loader import courses
from boxcars.lessons.lesson_text import said
from boxcars.lessons.pattern_match import plain
from tests.browser.conftest import Open
from tests.browser.driver import click_action
from tests.scale import FULL

pytestmark = [pytest.mark.browser, pytest.mark.slow]
FIRST = "ticket_to_ride/1_first_ticket"


def begin(page: Page, lesson: str) -> None:
    """By the lesson's own button on the Learn page."""
    game, _, _ = lesson.partition("/")
    where = "extra" if courses()[lesson].kind else "lessons"
    own = [id for id in course_of(game) if bool(courses()[id].kind) == bool(courses()[lesson].kind)]
    page.locator(f"#{game} .{where} button").nth(own.index(lesson)).click()
    page.wait_for_selector("#coach .stops li")


def course_of(game: str) -> list[str]:
    """Every lesson of a game, those of special maps and for those who know another game included."""
    return [id for id, course in courses().items() if course.game == game and course.kind != "puzzles"]


def beat(page: Page) -> str:
    return str(page.locator("#coach").get_attribute("data-beat"))


def mood(page: Page) -> str:
    return str(page.locator("#coach").get_attribute("data-mood"))


def settled(page: Page) -> None:
    """The opponents have moved, and what they did can be seen. (A key ends the time that praise is given to be read.)"""
    page.wait_for_function(
        """() => {
          document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Shift'}));
          return !['', 'others'].includes(document.querySelector('#coach').dataset.mood);
        }"""
    )


@contextmanager
def step(page: Page) -> Iterator[None]:
    """Something is said to the coach; then it has answered."""
    before = page.locator("#coach").get_attribute("data-step")
    yield
    page.wait_for_function("(old) => document.querySelector('#coach').dataset.step !== old", arg=before)
    settled(page)


def go(page: Page) -> None:
    """The one button that goes on."""
    with step(page):
        page.locator("#coach-go").click()


def pick(page: Page, answer: Any) -> None:
    """Answer as somebody does who reads the list of what can be picked, or presses a number."""
    for one in answer if isinstance(answer, list) else [answer]:
        page.locator(f'#coach .choices [data-choice="{one}"]').dispatch_event("click")


STANDS = (
    ".board > .scroll",
    ".prompt",
    "#coach",
    "#coach .stops",
    "#coach .speech > p:first-child",
    "#coach .coach-side > .choices",
    "#coach .keys",
)


@contextmanager
def told_off(page: Page, say: str) -> Iterator[None]:
    """A wrong try is answered, with the reason; the question stands, and so does everything else."""
    rectangles = """(all) => all.map((one) => {
      const el = document.querySelector(one);
      const {x, y, width, height} = el.getBoundingClientRect();
      return [one, Math.round(x), Math.round(y), Math.round(width), Math.round(height), el.matches('p') ? el.textContent : ''];
    })"""
    before = page.evaluate(rectangles, STANDS)
    with step(page):
        yield
    assert mood(page) == "wrong"
    expect(page.locator("#coach .reply")).to_contain_text(say[:30])
    assert page.evaluate(rectangles, STANDS) == before


def wrong_answer(page: Page, quiz: Quiz) -> Any:
    """Something that can be picked and is not right. (A set is answered by another button; of one thing there may be no other.)"""
    if quiz.number is not None:
        return next(n for n in quiz.choices if n != quiz.number)
    if quiz.pick_all:
        return None
    there = page.locator("#coach .choices [data-choice]").evaluate_all("(all) => all.map((one) => one.dataset.choice)")
    return next(([one] for one in there if one not in quiz.pick), None)


def take(page: Page, lesson: str, erring: bool) -> None:
    """Take a lesson with the right answers; ``erring``: with a wrong one before each. The script is played here as well."""
    course = courses()[lesson]
    state = course.opening([])
    course.prelude(state)
    names = [name or "Apprentice" for name in course.lesson.table.names]

    def at() -> Position:
        return Position(course.rules, state, course.lesson.table.seat)

    now = lesson_runner.begin(course, at(), 0, 0.0)
    while now.mood != "done":
        here = course.lesson.beat[course.index(now.beat) or 0]
        if now.mood == "others":
            course.rules.apply(state, lesson_runner.next_move(course, now, course.rules, state))
            now = lesson_runner.moved(course, now, at(), 0)
            continue
        settled(page)
        assert beat(page) == now.beat
        assert not page.locator("#coach-spots .nameplate:not(:has(+ .name))").count(), "a plate hides the name that stands on it"
        if now.mood == "ask" and here.ask:
            wrong = next((try_ for try_ in map(at().try_, at().legal) if not answer_check.verdict(here.ask, try_).played), None)
            if erring and wrong is not None:
                with told_off(page, said(course.game, answer_check.verdict(here.ask, wrong).say, "en", names)):
                    assert click_action(page, plain(wrong.action)), f"{lesson}, {here.id}: {wrong.action}"
            done = Position(course.rules, course.rules.clone(state), course.lesson.table.seat).try_(
                answer_check.model(here.ask, at())
            )
            course.rules.apply(state, done.action)
            with step(page):
                page.locator("#coach").get_by_role("button", name="Show me").click()
            now = lesson_runner.acted(course, now, here.ask, answer_check.Verdict(accepted=True), done, at(), 0)
        elif now.mood == "quiz" and here.quiz:
            right = answer(here.quiz)
            no = wrong_answer(page, here.quiz) if erring else None
            if no is not None:
                with told_off(
                    page, said(course.game, lesson_runner.answered(course, now, here.quiz, no, at(), 0).said, "en", names)
                ):
                    pick(page, no)
            with step(page):
                pick(page, right)
                if here.quiz.pick_all:
                    page.locator("#coach-go").click()
            now = lesson_runner.answered(course, now, here.quiz, right, at(), 0)
        else:
            go(page)
            now = lesson_runner.went_on(course, now, at(), 0)
    page.wait_for_selector("#finished .bigticket")


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("phone", [False, True])
def test_the_first_lesson_with_a_wrong_try_a_hint_leaving_and_coming_back(open_page: Open, phone: bool) -> None:
    page = open_page("/learn", phone=phone)
    begin(page, FIRST)
    go(page)
    expect(page.locator("#coach .speech")).to_contain_text("Click it to put it back")
    page.locator("#coach").get_by_role("button", name="Hint").click()
    expect(page.locator("#coach .speech")).to_contain_text("Only Denver – El Paso")
    page.locator("#coach").get_by_role("button", name="Show me").click()
    page.wait_for_function("() => document.querySelector('#coach').dataset.beat === 'way'")
    go(page)
    page.evaluate(
        "() => document.querySelector('.hit[data-target=\"route:dallas-oklahoma_city-a\"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    )
    page.locator("#confirm").click()
    page.wait_for_function("() => document.querySelector('#coach').dataset.mood === 'wrong'")
    expect(page.locator("#coach .speech")).to_contain_text("Not this one. You could, but you don't need this route.")
    assert page.locator("#coach-spots .spot-ring.act").count() == 1, "the ring"
    assert page.locator("#coach-spots .spot-tried").count() == 1, "what was tried in vain"
    board, coach = page.locator(".board-svg").bounding_box(), page.locator("#coach").bounding_box()
    assert board and coach and board["y"] + board["height"] <= coach["y"] + 1, "the coach covers nothing of the board"
    page.locator(".leave").click()
    page.wait_for_selector(".resume")
    expect(page.locator(".resume")).to_contain_text("Your first ticket")
    page.locator(".resume .btn").click()
    page.wait_for_selector("#coach .stops li")
    assert beat(page) == "claim"
    for _ in range(60):
        settled(page)
        if mood(page) == "done":
            break
        through(page, FIRST)
    page.wait_for_selector("#finished .bigticket")
    expect(page.locator("#finished")).to_contain_text("Keep only tickets you can finish.")
    expect(page.locator("#finished .go")).to_have_text("Next lesson")
    page.goto("/learn")
    expect(page.locator("#ticket_to_ride .lessons li").first).to_have_class("done")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("lesson", [FIRST, "age_of_steam/1_one_link"])
def test_with_the_keyboard_alone(open_page: Open, lesson: str) -> None:
    """N goes on, a digit is a number, a question is answered by the list of what can be picked, and what is asked stands first in
    the list of actions."""
    page = open_page("/learn")
    begin(page, lesson)
    for _ in range(80):
        settled(page)
        if mood(page) == "done":
            break
        with step(page):
            quiz = courses()[lesson].lesson.beat[courses()[lesson].index(beat(page)) or 0].quiz
            if mood(page) == "right" or (quiz is None and page.locator("#coach-go").count()):
                page.keyboard.press("n")
            elif quiz is not None and quiz.number is not None:
                page.keyboard.press(str(quiz.choices.index(quiz.number) + 1))
            elif quiz is not None:
                page.keyboard.press("l")
                for one in answer(quiz):
                    walk_to(page, one)
                    page.keyboard.press("Enter")
                if quiz.pick_all:
                    page.keyboard.press("n")
            else:
                page.keyboard.press("a")
                if page.evaluate("document.activeElement.type") == "search":
                    page.keyboard.press("ArrowDown")
                page.keyboard.press("Enter")
                if page.locator("#confirm:enabled").count():
                    page.keyboard.press("Enter")
    page.wait_for_selector("#finished")


def walk_to(page: Page, choice: str) -> None:
    """With the tabulator, from the coach on."""
    for _ in range(150):
        if page.evaluate("document.activeElement.dataset.choice") == choice:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"nothing leads to {choice}")


def through(page: Page, lesson: str) -> None:
    """One step with the right answer."""
    quiz = courses()[lesson].lesson.beat[courses()[lesson].index(beat(page)) or 0].quiz
    with step(page):
        if mood(page) == "right" or (quiz is None and page.locator("#coach-go").count()):
            page.locator("#coach-go").click()
        elif quiz is not None:
            pick(page, answer(quiz))
        else:
            page.locator("#coach").get_by_role("button", name="Show me").click()


SIZES = [
    (lesson, phone, bool(i % 2) == phone)
    for game in sorted({course.game for course in courses().values()})
    for i, lesson in enumerate(course_of(game))
    for phone in (False, True)
]


@pytest.mark.in_turn(6)
@pytest.mark.parametrize(("lesson", "phone", "erring"), [one for one in SIZES if one[2] or FULL])
def test_every_lesson_can_be_taken_on_the_page(open_page: Open, lesson: str, phone: bool, erring: bool) -> None:
    page = open_page("/learn", phone=phone)
    begin(page, lesson)
    take(page, lesson, erring)


def test_a_phone_shows_what_the_coach_points_at(open_page: Open) -> None:
    """A move in the dock's row is brought into sight; answers that stand in that row are offered in words as well."""
    page = open_page("/learn", phone=True)
    papers = page.locator('.tabs [data-sheet="panels"].coach-tab')
    begin(page, "spike/1_draw_and_build")
    expect(papers).to_be_visible()
    page.goto("/learn")
    begin(page, "spike/3_load_run_deliver")
    go(page)
    expect(page.locator(".prompt .coach-act")).to_be_in_viewport(ratio=0.9)
    page.goto("/learn")
    begin(page, "spike/4_better_train")
    expect(papers).to_be_visible()
    high = "() => document.querySelector('#coach').clientHeight"
    before = page.evaluate(high)
    go(page)
    expect(page.locator("#coach .options button")).to_have_text(["freight cars", "locomotive", "tender"])
    assert page.evaluate(high) == before, "three answers in one row: the platform is no higher than before"


def test_a_phone_shows_the_numbers_of_tiles_and_all_the_places_that_are_meant(open_page: Open) -> None:
    page = open_page("/learn", phone=True)
    begin(page, "steam/4_seven_tiles")
    go(page)
    assert page.locator(".prompt .tray .btn .face").all_inner_texts() == [str(n) for n in range(1, 8)]
    page.goto("/learn")
    lesson = "age_of_steam/maps/germany"
    begin(page, lesson)
    while beat(page) != "finish":
        through(page, lesson)
    for place in ("hex:c3r6", "hex:c5r4"):
        expect(page.locator(f'.board-svg .hit[data-target="{place}"]')).to_be_in_viewport(ratio=0.9)


def test_whoever_opens_the_papers_sees_what_the_coach_points_at(open_page: Open) -> None:
    page = open_page("/learn", phone=True)
    begin(page, "spike/4_better_train")
    page.locator('.tabs [data-sheet="panels"]').click()
    expect(page.locator(".panel.coach-look")).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("size", ["desktop", "upright", "side"])
def test_both_answers_to_a_long_row_of_cards_are_visible(open_page: Open, size: str) -> None:
    page = open_page("/learn", phone=size != "desktop")
    if size == "side":
        page.set_viewport_size({"width": 844, "height": 390})
    begin(page, "silverton/1_mine_and_road")
    settled(page)
    while beat(page) != "buy":
        with step(page):
            page.locator("#coach-go, #coach button:has-text('Show me')").first.click()
    for what in ("buy", "decline"):
        expect(page.locator(f'.prompt .tray .btn[data-pick="do:{what}"]')).to_be_in_viewport(ratio=1)


def test_everything_legal_is_lit_where_the_coach_leaves_the_choice(open_page: Open) -> None:
    """An ask that points at nothing comes after something was said: then nothing was lit."""
    page = open_page("/learn")
    begin(page, "spike/5_three_rounds")
    while beat(page) != "build":
        through(page, "spike/5_three_rounds")
    assert page.locator('.board-svg .hit.legal:not([data-target^="act:"])').count() == 4, "four cities in reach"


def test_again_from_the_last_stop(open_page: Open) -> None:
    page = open_page("/learn")
    begin(page, FIRST)
    back = page.locator("#coach .again")
    while not back.count():
        through(page, FIRST)
    with step(page):
        back.click()
    assert mood(page) in ("say", "ask")


def test_the_lobby_proposes_to_learn_until_a_game_is_finished(open_page: Open) -> None:
    """One click to the first lesson, beside the bots; whoever has finished a game finds a quiet link."""
    page = open_page("/")
    offer = page.get_by_role("button", name="Learn in 6 minutes: Ticket to Ride")
    offer.click()
    page.wait_for_selector("#coach .stops li")
    page.evaluate("localStorage.setItem('boxcars:table:x', JSON.stringify({seats: {}, host: null, over: true}))")
    page.goto("/")
    page.wait_for_selector(".games")
    assert page.locator(".learn").count() == 0
    page.locator("#learn").click()
    page.wait_for_selector(".course")


# -- the coach at ordinary tables -------------------------------------------------------------------------------------------


# Whether nine shares have to be confirmed: not if one is to act again afterwards, and who begins is left to chance.
FINAL = """async () => {
  const id = location.pathname.split('/')[2], {seats} = JSON.parse(localStorage.getItem('boxcars:table:' + id));
  const ask = async (what) => (await fetch(`/api/tables/${id}/${what}`, {headers: {Authorization: 'Bearer ' + Object.values(seats)[0]}})).json();
  const {ply, legal} = await ask('view');
  return (await ask(`ghost?ply=${ply}&i=${legal.find(({path}) => path.includes('n:9')).i}`)).final;
}"""


def issue_nine(page: Page) -> None:
    """Choose it; the coach asks. (Confirm is pressed only where it is waited for: pressed once more, it would say yes to the coach.)"""
    final = page.evaluate(FINAL)
    page.locator(".stepper input").fill("9")
    page.locator(".stepper input").press("Enter")
    if final:
        page.locator("#confirm:enabled").click()
    page.wait_for_selector(".tip.doubt:not([hidden])")


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("phone", [False, True])
def test_the_coach_at_a_learning_table(open_page: Open, phone: bool) -> None:
    """A tip that goes with the next click, what can be done and what for, a question before a mistake, and taking back."""
    page = open_page("/learn", phone=phone)
    page.locator("#age_of_steam").get_by_role("button", name="Practice game").click()
    page.wait_for_selector(".tip:not([hidden])")
    expect(page.locator(".tip")).to_contain_text("Do the math before you issue shares")
    board, tip = page.locator(".board").bounding_box(), page.locator(".tip").bounding_box()
    dock = page.locator(".prompt").bounding_box()
    assert board and tip and dock
    if phone:
        assert tip["y"] + tip["height"] <= dock["y"], "the tip stands above the dock"
    else:
        assert tip["x"] >= board["x"] + board["width"], "the tip lies over the board"
    page.keyboard.press("e")
    expect(page.locator("#explain")).to_contain_text("Issue shares: +$5 each right now.")
    assert page.locator(".tip:not([hidden])").count() == 0, "the key took the tip away"
    page.keyboard.press("Escape")
    assert page.locator("#explain:not([hidden])").count() == 0
    issue_nine(page)
    expect(page.locator(".tip.doubt")).to_contain_text("Issuing 9 at once is a lot")
    before = page.evaluate("document.body.dataset.at.split(':')[2]")
    page.locator("#think-again").click()
    assert page.locator(".tip:not([hidden])").count() == 0
    assert page.evaluate("document.body.dataset.at.split(':')[2]") == before, "nothing was done"
    page.reload()
    page.wait_for_selector(".stepper")
    assert page.locator(".tip:not([hidden])").count() == 0, "a tip is given once"
    assert page.locator("#hint").is_visible()
    issue_nine(page)
    page.wait_for_timeout(700)
    page.locator("#confirm:enabled").click()
    page.wait_for_function("before => document.body.dataset.at.split(':')[2] !== before", arg=before)


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("phone", [False, True])
def test_the_reference_card_fits_its_page(open_page: Open, phone: bool) -> None:
    for game in registry.games():
        page = open_page(f"/reference/{game}", phone=phone)
        page.wait_for_selector(".reference li")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        page.close()


def test_two_wins_offer_the_next_level(open_page: Open) -> None:
    """The ladder is kept in the browser; a finished learning table offers to climb it."""
    page = open_page("/healthz")
    page.evaluate("localStorage.setItem('boxcars:games', JSON.stringify({ticket_to_ride: {played: 2, wins: {easy: 2}}}))")
    page.goto("/learn")
    page.locator("#ticket_to_ride").get_by_role("button", name="Practice game").click()
    page.wait_for_selector(".players .card")
    expect(page.locator(".players")).to_contain_text("Skilled bot")
