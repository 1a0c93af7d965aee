"""What the server teaches with: reasons for every place, hints, what a better move is good for, the
course of a game."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hansa.boards import board
from hansa.games import GAMES
from hansa.languages import ENGLISH
from hansa.lessons import lessons
from hansa.record import play_random, read_records
from hansa.review import judge
from hansa.review_file import review_beside
from hansa.rules_page import NoSuchRule
from hansa.state import State
from hansa.table.session import Session
from hansa.thinking import Budget, fitted_thinker
from hansa.views.svg import drawing_of, svg_view
from hansa.views.words import meanings, teutonica
from hansa.web.drills import drill, drills
from hansa.web.hints import hint, reasons
from hansa.web.live import judgement_json, thought_json
from hansa.web.school_answers import RulesFound
from hansa.web.seat_checks import ServerError
from hansa.web.shown_moves import why_not
from hansa.web.teaching import course, rules
from tests.browser import kept_mistakes
from tests.playing import quick_game

CODES = re.compile(r"\b[A-Z]{3}-[A-Z]{3}\b|\b[sS]eat \d|the phase")
SETUPS: list[dict[str, Any]] = [
    {"board": "hansa-45", "players": 4}, {"board": "britannia-3", "players": 3}, {"game": "hansa2004", "players": 3},
]


def positions(setup: dict[str, Any]) -> Iterator[State]:
    """Some of a random game."""
    record = play_random(setup, seed=5, limit=200, kind_first=True)
    chosen = (step.state for number, step in enumerate(record.steps()) if number % 29 == 0)
    yield from (state for state in chosen if isinstance(state.to_move, int))


def places(state: State) -> Iterator[str]:
    """Everything on a board that can be clicked, and things of the desks."""
    facts = state.to_json()
    drawn = svg_view(state.game).board(facts["board"])
    yield from (f"city {code}" for code in drawn.cities)
    routes = drawn.details.get("routes", {})
    assert isinstance(routes, dict)
    for route in routes:
        yield from (f"route {route}", f"free {route}")
        yield from (f"piece {piece} {route}" for piece in facts["routes"].get(route, {}).get("house", ()))
    yield from ("stock", "kind t", "track keys", "marker swap", "marker plus-3", "marker develop", "goods red2", "special 7")


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.get("board", "hansa2004"))
def test_every_place_has_its_reasons_in_words(setup: dict[str, Any]) -> None:
    told = 0
    for state in positions(setup):
        legal = set(map(str, state.legal_moves))
        shown = drawing_of(state)
        for place in places(state):
            reasons = why_not(state, place, ENGLISH)
            told += len(reasons)
            assert not [reason for reason in reasons if CODES.search(reason)], (place, reasons)
            wishes = shown.wishes(place)
            if wishes and not legal & set(wishes):
                assert reasons, (place, "nothing can be done there, and nothing says why")
    assert told > 40


def test_garbage_is_no_place() -> None:
    rng = random.Random(3)
    words = ["free", "piece", "route", "city", "marker", "", "0t", "BRE-HAM", "x", "-", "goods", "swap", "ü" * 30]
    for state in (State.new(board="hansa-45", players=4, seed=7), State.new(game="hansa2004", players=2, seed=7)):
        for _ in range(300):
            target = " ".join(rng.choices(words, k=rng.randrange(5)))
            assert all(isinstance(reason, str) for reason in why_not(state, target, ENGLISH))


def test_a_hint_hides_its_move_at_first_and_cites_rules() -> None:
    for lesson in (*lessons("teutonica")[1:5], *lessons("hansa2004")[2:4]):
        state = lesson.start.state()
        thought = fitted_thinker(memory=16, seed=1).think(state, Budget(simulations=60), lines=1)
        told = hint(state, thought, ENGLISH)
        assert told["move"] in set(map(str, state.legal_moves)) and told["area"].startswith("Look at ")
        assert told["words"] not in told["area"] and not CODES.search(" ".join([told["area"], told["words"], *told["why"]]))
        assert re.search(r"\[[TH]\d+", told["why"][0]) and told["why"][-1].endswith("of the win.")


def test_a_hint_to_lift_a_piece_says_where_it_goes() -> None:
    """On the way to a claim it was only said which piece to take."""
    state = State.new(board="hansa-45", players=4, seed=7)
    while not any(str(move).startswith("lift") for move in state.legal_moves):
        state = state.after(next(move for move in map(str, state.legal_moves) if move.startswith(("place t BRE-HAM", "end"))))
    line = ["lift t BRE-HAM", "drop t GOT-QUE", "end"]
    told = [ENGLISH.tell(words) for words in reasons(state, line[0], [f"{state.to_move} {move}" for move in line])]
    assert told[-1] == "Then you can drop a trader on Göttingen-Quedlinburg."


def test_whoever_has_no_marker_is_not_told_to_use_one() -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    while state.to_json()["actions"]:
        state = state.after(next(move for move in map(str, state.legal_moves) if move.startswith("place")))
    assert drawing_of(state).prompt() == "No actions left: end the turn."
    facts = state.to_json()
    facts["desks"][0]["unused"] = ["swap"]
    assert teutonica.prompt(facts) == "No actions left: use a marker, or end the turn."
    facts |= {"actions": 3}
    assert teutonica.prompt(facts) == "3 actions left."
    desk = facts["desks"][facts["to_move"]]
    desk |= {"supply": "", "stock": "2t"}
    assert teutonica.prompt(facts) == "3 actions left. Your supply is empty: choose the stock to take pieces from it."
    desk["stock"] = ""
    assert teutonica.prompt(facts) == "3 actions left."


def test_a_search_that_goes_on_counts_the_seconds_of_before() -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    thought = fitted_thinker(memory=16, seed=1).think(state, Budget(simulations=8), lines=1)
    told = thought_json(state, drawing_of(state), thought, ENGLISH, spent=20.0)
    assert told["seconds"] == round(thought.seconds + 20, 3) and told["simulations"] == thought.simulations


def test_the_better_move_says_what_it_is_good_for() -> None:
    """Finding 18: why a move is worse was told by categories of points alone."""
    state = next(lesson for lesson in lessons("teutonica") if lesson.title == "Claim a route and develop").start.state()
    judged = judge(state, state.parse("claim GOT-QUE"), Budget(simulations=800))
    told = judgement_json(judged, state, ENGLISH)
    assert judged.verdict not in ("best", "good")
    assert re.search(r"\[T\d+", told["plan"][0]) and not CODES.search(" ".join(told["plan"]))
    best = judge(state, state.parse(judged.best.move), Budget(simulations=800))
    assert judgement_json(best, state, ENGLISH)["plan"] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_move_has_a_principle(game: str) -> None:
    setup = {"game": game, **GAMES[game].vocabulary.usual}
    known = GAMES[game].views.principles
    moves = play_random(setup, seed=2, limit=600, kind_first=True).moves
    verbs = {text.split()[1] for text in moves if not text.startswith("*")}
    covered = {pattern.split()[0] for pattern in known}
    assert verbs and verbs <= covered | {"reveal", "draw", "green", "take", "neutral", "remove"}


def test_everything_on_a_desk_has_a_meaning() -> None:
    drawn = svg_view("teutonica").board("hansa-45").details
    for kind, names in (("marker", drawn["markers"]), ("track", drawn["tracks"]), ("tile", drawn["tiles"])):
        assert isinstance(names, (dict, tuple, list))
        for name in names:
            assert f"{kind} {name}" in meanings.TEUTONICA
    permanent = {route.permanent_marker for name in ("east", "britannia-3", "britannia-45") for route in board(name).routes}
    assert all(f"permanent {marker}" in meanings.TEUTONICA for marker in permanent if marker)


def test_the_course_of_a_game_ends_with_its_scores() -> None:
    record = quick_game("east", 3)
    session = Session.from_record(record)
    found = course(session)
    assert found[0] == (0, [0, 0, 0]) and found[-1] == (session.plies, [row["total"] for row in session.state.scores])
    plies = [ply for ply, _ in found]
    assert plies == sorted(set(plies)) and len(plies) >= session.state.turns


def test_rules_of_no_game() -> None:
    with pytest.raises(NoSuchRule, match="no rules of 'chess'"):
        rules("chess", "", ENGLISH)
    found = rules("hansa2004", "booth", ENGLISH)
    assert isinstance(found, RulesFound) and all(text.startswith(("H", "...")) for text in found.found)


# --- practice -----------------------------------------------------------------------------------

def test_drills_are_peoples_own_mistakes(tmp_path: Path) -> None:
    path = tmp_path / f"{kept_mistakes(tmp_path)}.jsonl"
    record = read_records(path)[0][0]
    found = review_beside(path, record, Budget(simulations=60))
    assert drills(tmp_path) == [], "chance has played for bots"
    path.write_text(json.dumps(replace(record, seats=("human", "Anna", "random", "random")).to_json()) + "\n")
    own = [judged for judged in found.mistakes() if judged.seat < 2]
    assert own and [(each.ply, each.seat) for each in drills(tmp_path)] == [(judged.ply, judged.seat) for judged in own]
    assert drill(path, own[0].ply, ENGLISH)["best"]["move"] == own[0].best.move
    with pytest.raises(ServerError, match="no review has found"):
        drill(path, len(record.moves), ENGLISH)
    other = (*record.moves[: own[0].ply], f"{own[0].seat} end")
    path.write_text(json.dumps(replace(record, seats=("human",) * 4, moves=other).to_json()) + "\n")
    assert own[0].ply not in [each.ply for each in drills(tmp_path)], "that move was taken back"
    path.write_text("no record\n")
    assert drills(tmp_path) == []
