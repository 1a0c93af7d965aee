"""Drawings of positions: pure, well-formed, complete; every piece where it stands, every move
shown."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from typing import Any

import pytest

from hansa.boards import BOARD_NAMES, board
from hansa.errors import HansaError, MoveError
from hansa.hansa2004.board import board as board2004
from hansa.record import play_random
from hansa.state import State
from hansa.views.svg import svg
from hansa.views.svg.elements import Point, along, number, smooth
from hansa.views.svg.hansa2004.board_map import PLATE, SIZE, places
from hansa.views.svg.teutonica.layout import layout
from hansa.views.svg.teutonica.targets import point, targets
from hansa.views.words.naming import COLOURS

SPACE = "{http://www.w3.org/2000/svg}"


def some_states(name: str) -> list[State]:
    """Positions all over a game in which every kind of move is as likely as any other."""
    record = play_random({"board": name, "players": board(name).players[0]}, seed=3, limit=700, kind_first=True)
    rng = random.Random(1)
    wanted = set(rng.sample(range(len(record.moves)), 25))
    return [step.state for step in record.steps() if step.ply in wanted]


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
    """No house lies on another house or under the plate of a city, and roads follow their houses in
    order."""
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


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hansa2004_is_drawn_whole(players: int) -> None:
    """Every city and arrow, every marker with its colour as a word, every booth and the ship,
    once."""
    record = play_random({"game": "hansa2004", "players": players}, seed=3, limit=700, kind_first=True)
    for _, state, _ in list(record.steps())[::9]:
        data, picture = state.to_json(), svg(state)
        nodes = list(ElementTree.fromstring(picture).iter(f"{SPACE}g"))
        named = [node.get("data-place", "") for node in nodes]
        for city in board2004().cities:
            assert named.count(f"city {city.code}") == 1 and picture.count(f">{city.number} {city.name}<") == 1
        assert all(named.count(f"arrow {start}-{end}") == 1 for start, end in board2004().arrows)
        goods = [kind for facts in data["cities"].values() for kind in facts.get("goods", [])]
        barrels = [node for node in nodes if (node.get("class") or "").startswith("goods")]
        drawn = [[text.text or "" for text in node.iter(f"{SPACE}text")] for node in barrels]
        assert sorted(colour + count for count, colour in drawn) == sorted(goods)
        assert all(node.get("class") == f"goods good-{colour}" for node, (_, colour) in zip(barrels, drawn, strict=True))
        rows = [facts.get("booths", []) for facts in data["cities"].values()]
        booths = [(seat, count) for row in rows for seat, count in enumerate(row) if count]
        stands = [node for node in nodes if (node.get("class") or "").startswith("booth")]
        found = [[text.text or "" for text in node.iter(f"{SPACE}text")] for node in stands]
        assert sorted((int(seat), int(count[1:])) for seat, count in found) == sorted(booths)
        ships = [node for node in nodes if node.get("class") == "vessel"]
        assert [node.get("transform") for node in ships] == [at_ship(data["ship"])]
        most = {}
        for code, facts in data["cities"].items():
            row = facts.get("booths", [0])
            if max(row) and row.count(max(row)) == 1:       # H33
                most[board2004().city(code).name] = row.index(max(row))
        titles = [node.text or "" for node in ElementTree.fromstring(picture).iter(f"{SPACE}title")]
        wanted = sorted(f"{COLOURS[seat]} has the most booths in {name}" for name, seat in most.items())
        assert sorted(title for title in titles if "most booths" in title) == wanted
        standing = [node.get("transform") for node in (*barrels, *stands, *ships)]
        assert len(set(standing)) == len(standing), "two things on one place"
        rings = svg(state, arrows=[str(move) for move in state.legal_moves], highlight=["city LUB"])
        cities = [str(move) for move in state.legal_moves if str(move).split()[0] in ("found", "buy", "build", "sell")]
        sails = [str(move) for move in state.legal_moves if str(move).startswith("sail")]
        assert rings.count('class="ring"') == 1 + len(cities) and rings.count('class="arrow"') == len(sails)
        ElementTree.fromstring(rings)


def at_ship(code: str) -> str:
    """Where the ship is drawn in a city."""
    x, y = places()[code]
    return f"translate({number(x + PLATE[0] / 2 + 25)} {number(y + 4)})"


def test_hansa2004_has_room_for_everything() -> None:
    """Plates and names lie apart, on the map; no arrow runs below a city it does not belong to."""
    cities, (width, height) = places(), PLATE
    for code, (x, y) in cities.items():
        assert width / 2 < x < SIZE[0] - width / 2 and height / 2 + 40 < y < SIZE[1] - height / 2
        for other, at in cities.items():
            assert code == other or abs(x - at[0]) > width or abs(y - at[1]) > height + 26, (code, other)
        for start, end in board2004().arrows:
            if code not in (start, end):
                steps = [along((cities[start], cities[end]), part / 50) for part in range(51)]
                assert all(abs(x - at[0]) > width / 2 or abs(y - at[1]) > height / 2 for at in steps), (code, start, end)


def test_small_parts() -> None:
    assert [number(value) for value in (1.0, 1.25, -0.01, 10)] == ["1", "1.2", "0", "10"]
    assert along([(0, 0), (10, 0), (10, 10)], 0.75) == (10, 5)
    assert smooth([(0, 0), (1, 1)]) == "M0 0L1 1" and smooth([(0, 0), (5, 5), (9, 0)], closed=True).endswith("Z")


def test_a_notebook_shows_the_drawing() -> None:
    state = State.new(board="east", players=3, seed=1)
    assert state._repr_svg_() == svg(state, size=640)


@pytest.mark.parametrize("game", ["teutonica", "hansa2004"])
@pytest.mark.parametrize("place", ["city XXX", "route A-B", "nonsense", "", "goods red2", "free", "special", "piece", 3, None])
def test_unknown_places_are_refused(game: str, place: Any) -> None:
    with pytest.raises(HansaError, match=r"there is no .* on the map of"):
        svg(State.new(game=game, players=2, seed=1), highlight=[place])


@pytest.mark.parametrize(("place", "message"), [
    ("nonsense", "there is no 'nonsense' on the map of east; highlight places such as 'city LUB' or 'route BRE-HAM'"),
    ("city DAM", "there is no 'city DAM' on the map of east; did you mean 'city DAN'?"),
    (3, "there is no 3 on the map of east; highlight places such as 'city LUB' or 'route BRE-HAM'"),
])
def test_places_that_are_on_the_map_are_suggested(place: Any, message: str) -> None:
    with pytest.raises(HansaError) as refused:
        svg(State.new(board="east", players=3, seed=1), highlight=[place])
    assert str(refused.value) == message


def test_arrows_are_moves_in_any_spelling() -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    assert svg(state, arrows=["place t Hamburg-Bremen"]) == svg(state, arrows=["place t BRE-HAM"]) != svg(state)
    assert svg(state, arrows=["income 1t"]) == svg(state)       # it touches nothing on the map
    with pytest.raises(MoveError, match="there is no route 'XX-YY' on the board hansa-45"):
        svg(state, arrows=["place t XX-YY"])


def test_a_picture_has_the_size_that_is_asked_for() -> None:
    state = State.new(board="east", players=3, seed=1)
    plain, sized = ElementTree.fromstring(svg(state)), ElementTree.fromstring(svg(state, size=500))
    _, _, width, height = map(float, plain.attrib["viewBox"].split())
    assert "width" not in plain.attrib and sized.attrib["viewBox"] == plain.attrib["viewBox"]
    assert (sized.attrib["width"], sized.attrib["height"]) == ("500", f"{500 * height / width:.0f}")
    for wrong in (0, -5, "big", float("nan"), True, 10**9):
        with pytest.raises(HansaError, match=f"^size must be a width of 1 to 100000 pixels, not {wrong!r}$"):
            svg(state, size=wrong)      # type: ignore[arg-type]


def test_other_games_are_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hansa.teutonica.views.TeutonicaViews.svg", None)
    state = State.new(board="east", players=3, seed=1)
    assert state._repr_svg_() is None
    with pytest.raises(HansaError, match=r"^there is no drawing of the game teutonica$"):
        svg(state)
