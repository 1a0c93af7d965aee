"""The views of positions: every game gives every output, and one with nothing but text is still
shown."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from functools import cache

import numpy as np
import pytest

from hansa.boards import BOARD_NAMES, board
from hansa.envs.rendering import rendered
from hansa.errors import HansaError
from hansa.games import GAMES
from hansa.record import play_random
from hansa.state import State
from hansa.table.choices import groups
from hansa.teutonica.game import Teutonica
from hansa.views import Views, views_of
from hansa.views.pixels.bitmap import Bitmap
from hansa.views.svg import drawing_of, is_drawn, svg
from hansa.views.terminal import Frame


@cache
def course(game: str) -> list[State]:
    """Positions of a game of chance, from its beginning to its end."""
    setup = {"game": game, **GAMES[game].vocabulary.usual}
    states = [step.state for step in play_random(setup, seed=4, limit=400, kind_first=True).steps()]
    return [*states[::80], states[-1]]


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_gives_every_output(game: str) -> None:
    for state in course(game):
        views = views_of(state)
        assert is_drawn(game)
        assert str(state) == views.text(state) and len(str(state).splitlines()) > 10
        assert views.terminal(state, Frame(120)).width <= 120
        bitmap = views.pixels(state)
        assert bitmap.dtype == np.uint8 and bitmap.ndim == 3 and bitmap.shape[2] == 3
        assert len(np.unique(bitmap @ np.array([1, 256, 65536]))) > 6, "hardly anything is drawn"
        assert ElementTree.fromstring(svg(state)).tag.endswith("svg")
        for move in state.legal_moves:
            assert views.words.heading(str(move)), move


@pytest.mark.parametrize(("at", "radius", "rows"), [
    ((2, 2), 1, ["00000", "00100", "01110", "00100", "00000"]), ((0, 0), 1.5, ["11000", "11000", "00000"]),
    ((4, 1), 2, ["00011", "00111", "00011", "00001", "00000"]), ((-3, 1), 2, ["00000"] * 3),
])
def test_a_disc_is_drawn_up_to_the_border(at: tuple[float, float], radius: float, rows: list[str]) -> None:
    bitmap = Bitmap(np.zeros((len(rows), 5, 3), np.uint8))
    bitmap.disc(*at, radius, (1, 1, 1))
    assert ["".join(map(str, row)) for row in bitmap.pixels[:, :, 0]] == rows


@pytest.mark.parametrize("game", list(GAMES))
def test_the_page_gets_what_the_svg_shows(game: str) -> None:
    """The layers for the page are the drawing taken apart: nothing is added or forgotten."""
    for state in course(game):
        position = drawing_of(state)
        layers, overlay = position.layers(), position.overlay()
        assert overlay.startswith(layers.below) and overlay.endswith(layers.above)
        assert overlay.count('class="piece') == len(layers.pieces)
        pieces = [[piece.slot, piece.piece, piece.at] for piece in layers.pieces]
        assert layers.to_json() == {"below": layers.below, "pieces": pieces, "above": layers.above}


def test_the_final_table_ends_the_text_of_a_finished_game() -> None:
    for game in GAMES:
        first, *_, state = map(State.copy, course(game))
        assert "game over" not in str(first)
        if not state.over:
            state.cut_off()
        table = str(state).split("game over: ")[1].splitlines()
        assert table[0] == state.result["reason"] and table[1].startswith("seat rank total  ")
        for seat, line in enumerate(table[2 : 2 + state.players]):
            points = list(map(int, line.split()))
            assert points[:3] == [seat, state.ranks[seat], state.scores[seat]["total"]]
            assert sum(points[3:]) == state.scores[seat]["total"]


class TextOnly(Views):
    """What a third game may begin with."""

    def text(self, state: State) -> str:
        return f"{state.players} players\nseat {state.to_move} is to move"


def test_a_game_with_nothing_but_text_is_shown_by_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Teutonica, "views", TextOnly())
    state = State.new(board="east", players=3, seed=1)
    text = "3 players\nseat 0 is to move"
    views, move = views_of(state), state.legal_moves[0]
    assert str(state) == text == str(views.terminal(state, Frame(80))) == rendered(state, "ansi")
    assert views.words.describe(state, move, state.after(move)) == str(move) and not views.words.place_names(state)
    assert [group.title for group in groups(state)] == [""] * len(groups(state))
    assert state._repr_svg_() is None and not is_drawn(state.game)
    assert views.lessons == () and views.principles == {}
    with pytest.raises(HansaError, match=r"^there is no drawing of the game teutonica$"):
        svg(state)
    with pytest.raises(HansaError, match=r"^there is no bitmap of the game teutonica; render it as text$"):
        rendered(state, "rgb_array")


@pytest.mark.parametrize("name", BOARD_NAMES)
def test_a_road_joins_its_two_cities_by_way_of_its_houses(name: str) -> None:
    the_board = board(name)
    for route in the_board.routes:
        first, *houses, last = the_board.road(route)
        assert {first, last} == {the_board.city(code).at for code in route.cities}
        assert tuple(houses) == tuple(house.at for house in route.houses)


def test_names_and_latest_moves_stand_out_on_a_terminal() -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    move = state.play("place t BRE-HAM")
    names = ("Anna", "Bruno", "Clara", "a name that is much too long for its column")
    bare = views_of(state).terminal(state, Frame(80, legend=False))
    shown = views_of(state).terminal(state, Frame(80, seat_names=names, latest_moves=[move]))
    styles = [style for runs in shown.runs() for text, style in runs if text == "0t"]
    assert [style.endswith("reverse") for style in styles] == [True]
    assert not any(style.endswith("reverse") for runs in bare.runs() for _, style in runs)
    assert "Anna" in str(shown) and "Red (Anna)" in str(shown) and "Anna" not in str(bare)
    assert "Yellow a name t.." in str(shown) and "trader, merchant" in str(shown)
    assert "trader, merchant" not in str(bare)


@pytest.mark.parametrize("name", BOARD_NAMES)
def test_every_office_says_its_colour_in_a_letter(name: str) -> None:
    """Orange and pink are one colour to some people."""
    printed = board(name)
    expected = [office.privilege for city in printed.cities for office in city.offices]
    expected += [privilege for _, privilege in printed.spaces]
    shown = svg(State.new(board=name, players=3 if name in ("hansa-23", "east", "britannia-3") else 4, seed=7))
    found = re.findall(r'class="office (\w+)"/><text[^>]*class="office-letter[^>]*>(\w)</text>', shown)
    assert [colour for colour, _ in found] == expected
    assert all(letter == colour[0].upper() for colour, letter in found)
