"""Numbers that are kept, sent or printed for programs are rounded to so many digits, no fewer and
no more."""

from __future__ import annotations

import csv
import itertools
import json
import math
import time
from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from hansa.bots.bot import Bot, Opinion
from hansa.languages import ENGLISH
from hansa.state import Move, State
from hansa.tournaments.openings import Opening
from hansa.tournaments.play import play
from hansa.tournaments.results import GameResult
from hansa.tournaments.schedule import TableSetup, Tournament, games
from hansa.tournaments.shares import ShareInterval
from hansa.tournaments.sheets import as_csv
from hansa.tournaments.standings import standings
from hansa.tournaments.tuning import knob_of
from hansa.tournaments.worker import finish

START = State.new(board="hansa-23", players=2, seed=1)
PLAN = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=1, limit=12)
THIRD = 1 / 3


def test_openings() -> None:
    opening = Opening(START, "x", (THIRD, 0.87654321))
    assert opening.spread == 0.54321 and json.loads(opening.line)["values"] == [0.3333, 0.8765]
    assert replace(opening, values=(THIRD, 0.9)).spread == 0.566667


def test_half_an_interval() -> None:
    assert ShareInterval(0.0, 2 * THIRD).half == 0.333333333333


def test_the_step_of_an_option_that_is_tuned() -> None:
    assert knob_of("mcts", f"exploration={THIRD}").step == 0.333333


class Thirds(Bot):
    """Thinks that it wins a third."""

    def choose(self, state: State) -> Move:
        """The first move."""
        self.opinion = Opinion((THIRD, 2 * THIRD), tuple("abcdefghij"), 7)
        return state.legal_moves[0]


def test_seconds_and_opinions_in_a_record() -> None:
    """Each look at the clock finds it 0.123456 seconds later."""
    clock = itertools.count(0.0, 0.123456)
    with patch.object(time, "perf_counter", lambda: next(clock)):
        record = play(next(iter(games(PLAN))), bots={"markers": Thirds, "random": Thirds})
    decisions = record.more["decisions"]
    assert record.more["seat_seconds"] == [round(0.123456 * count, 4) for count in decisions]
    assert any(seconds != round(seconds, 3) for seconds in record.more["seat_seconds"])
    looks = 2 * sum(decisions) + 1              # before and after each decision, and at the end
    assert record.seconds == round(0.123456 * looks, 4) != round(0.123456 * looks, 3)
    thought = record.more["thoughts"][0]
    assert thought == {"ply": thought["ply"], "values": [0.3333, 0.6667], "line": list("abcdefgh"), "simulations": 7}


def test_a_clock_that_is_over() -> None:
    """A clock of whole seconds is told without a point."""
    clock = itertools.count(0.0, 0.6)
    with patch.object(time, "perf_counter", lambda: next(clock)):
        record = play(replace(next(iter(games(PLAN))), clock=1.0), bots={"markers": Thirds, "random": Thirds})
    assert (record.end, record.by) == ("timeout", 0)
    assert record.more["fault"]["message"] == "its clock of 1 seconds a game is over"


def points_of(game: GameResult) -> Any:
    """Other points for each seat."""
    return tuple((THIRD * (number + 1), *row[1:]) for number, row in enumerate(game.points))


def test_tables_for_programs() -> None:
    played = [finish(game, PLAN.digest).result for game in games(replace(PLAN, blocks=3))]
    found = standings([replace(game, points=points_of(game),
                               seconds=(THIRD, THIRD), decisions=(7, 9)) for game in played])
    rows: Sequence[dict[str, str]] = list(csv.DictReader(as_csv(found).splitlines()))
    numbers = [value for row in rows for value in row.values() if "." in value]
    assert numbers and max(len(value.partition(".")[2]) for value in numbers) == 4
    (first, *_) = found.lines
    assert math.isclose(float(rows[0]["elo"]), first.elo, abs_tol=5.1e-5) and rows[0]["elo"] == str(round(first.elo, 4) + 0.0)


def test_what_the_page_is_told_of_strong_play() -> None:
    from hansa.web.exploring import explored

    played: Any = SimpleNamespace(
        move=START.legal_moves[0], games=9, share=THIRD, points=200 * THIRD, interval=(0.12345678, 0.87654321))
    here = SimpleNamespace(games=9, more=9, moves=[played], similar=[])
    book = SimpleNamespace(player="somebody", at=lambda state: here)
    with patch("hansa.web.exploring.strong_play", lambda: book):
        found = explored(START, ENGLISH)
    (move,) = found.moves
    assert (move.share, move.points, move.interval) == (0.3333, 66.67, [0.1235, 0.8765])
    assert (found.player, found.games, found.similar, found.even, found.last) == ("somebody", 9, False, 0.5, None)


def test_what_the_page_is_told_of_a_search() -> None:
    from hansa.views.svg import drawing_of
    from hansa.web.live import thought_json

    thought: Any = SimpleNamespace(to_json=lambda: {"seconds": 1.2, "lines": []})
    assert thought_json(START, drawing_of(START), thought, ENGLISH, spent=THIRD)["seconds"] == 1.533
    assert thought_json(START, drawing_of(START), thought, ENGLISH)["seconds"] == 1.2
