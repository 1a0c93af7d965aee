"""Drawings of positions: pure, well-formed, complete; every piece where it stands, every move shown."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest

from hansa.boards import BOARD_NAMES, board
from hansa.errors import HansaError
from hansa.record import play_random
from hansa.render import svg
from hansa.render.elements import Point, along, number, smooth
from hansa.render.layout import layout
from hansa.render.pointing import point, targets
from hansa.state import State

SPACE = "{http://www.w3.org/2000/svg}"


def some_states(name: str) -> list[State]:
    """Positions all over a game in which every kind of move is as likely as any other."""
    record = play_random({"board": name, "players": board(name).players[0]}, seed=3, limit=700, kind_first=True)
    rng = random.Random(1)
    wanted = set(rng.sample(range(len(record.moves)), 25))
    return [state.copy() for ply, state in enumerate(record.steps()) if ply in wanted]


@pytest.mark.parametrize("name", BOARD_NAMES)
def test_every_piece_is_drawn_once(name: str) -> None:
    for state in some_states(name):
        data = state.to_json()
        picture = svg(state)
        root = ElementTree.fromstring(picture)
        drawn = [node for node in root.iter(f"{SPACE}g") if (node.get("class") or "").startswith("piece")]
        standing = [piece for facts in data["routes"].values() for slot in ("house", "ship") for piece in facts.get(slot, [])]
        offices = [piece for facts in data["cities"].values() for row in facts.values() for piece in row if piece]
        special = [seat for seat in data["special"].values() if seat is not None]
        assert len(drawn) == len(standing) + len(offices) + len(special)
        places = [node.get("transform") for node in drawn]
        assert len(set(places)) == len(places), "two pieces on one place"
        assert svg(state) == picture and state.to_json() == data


@pytest.mark.parametrize("name", BOARD_NAMES)
def test_every_move_points_at_places_that_are_there(name: str) -> None:
    plan = layout(name)
    for state in some_states(name):
        data = state.to_json()
        seat = state.to_move if isinstance(state.to_move, int) else state.turn
        for move in state.legal_moves:
            for target in targets(str(move), seat):
                what = target.split()[0]
                assert what in ("free", "piece", "route", "city", "special", "stock", "kind", "track", "marker", "tile")
                if what in ("free", "piece", "route", "city", "special"):
                    at = point(target, data, plan)
                    assert at is not None and 0 <= at[0] <= plan.size[0] and 0 <= at[1] <= plan.size[1], (move, target)
        ElementTree.fromstring(svg(state, arrows=list(state.legal_moves)[:20], highlight=["city " + plan.board.cities[0].code]))


@pytest.mark.parametrize("name", BOARD_NAMES)
def test_nothing_important_is_covered(name: str) -> None:
    """No house lies on another house or under the plate of a city, and roads follow their houses in order."""
    plan = layout(name)
    houses = [(route, at) for route, road in plan.roads.items() for at in (*road.houses, *road.ships)]
    for place, (route, at) in enumerate(houses):
        for other, second in houses[place + 1 :]:
            assert abs(at[0] - second[0]) + abs(at[1] - second[1]) > 34, (route, other)
        for code, city in plan.cities.items():
            aside, above = abs(at[0] - city.at[0]) - city.width / 2, abs(at[1] - city.at[1]) - city.height / 2
            assert max(aside, above) > -8, (route, at, code)
    roads = [(route, list(pairwise(road.road))) for route, road in plan.roads.items()]
    for place, (route, steps) in enumerate(roads):
        for other, others in roads[place + 1 :]:
            crossings = [(one, two) for one in steps for two in others if crosses(*one, *two)]
            assert not crossings, (route, other, crossings)


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two straight lines cross, their ends aside."""
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def test_small_parts() -> None:
    assert [number(value) for value in (1.0, 1.25, -0.01, 10)] == ["1", "1.2", "0", "10"]
    assert along([(0, 0), (10, 0), (10, 10)], 0.75) == (10, 5)
    assert smooth([(0, 0), (1, 1)]) == "M0 0L1 1" and smooth([(0, 0), (5, 5), (9, 0)], closed=True).endswith("Z")


def test_a_notebook_shows_the_drawing() -> None:
    state = State.new(board="east", players=3, seed=1)
    assert state._repr_svg_() == svg(state)


def test_unknown_places_are_left_out() -> None:
    state = State.new(board="east", players=3, seed=1)
    assert 'class="ring"' not in svg(state, highlight=["city XXX", "route A-B", "nonsense", ""])


def test_other_games_are_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hansa.render.GAMES", ())
    state = State.new(board="east", players=3, seed=1)
    assert state._repr_svg_() is None
    with pytest.raises(HansaError, match="no drawing"):
        svg(state)
