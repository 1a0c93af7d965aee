"""What fits where: the screen of `hansa play` and `hansa watch` at the sizes that people have (G1,
G7 of issue 18)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hansa.boards import BOARD_NAMES, board
from hansa.cli.screen import Screen
from hansa.cli.table_view import TableView
from hansa.record import play_random
from hansa.state import State
from hansa.table.session import HUMAN, Session
from hansa.views import views_of
from hansa.views.terminal import Frame
from tests.terminal import Terminal


class Sized(Screen):
    """A plain screen of a size."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(plain=True)
        self._size = width, height

    @property
    def width(self) -> int:
        return self._size[0]

    @property
    def height(self) -> int:
        return self._size[1]


def presented(session: Session, capsys: pytest.CaptureFixture[str], width: int, height: int) -> list[str]:
    """The lines that a person sees before the prompt."""
    TableView(session, Sized(width, height)).present(0)
    return capsys.readouterr().out.splitlines()


def middle(name: str, players: int, first: int = 0) -> Session:
    """A game in its middle, where seat 0 is to move, with bots at the other seats."""
    record = play_random({"board": name, "players": players}, seed=4, limit=200, kind_first=True)
    session = Session(record.setup, (HUMAN, *["mcts:strength=club"] * (players - 1)), seed=record.seed, moves=record.moves)
    while session.waits_for != HUMAN:
        session.step(session.state.legal_moves[0])
    return session


@pytest.mark.parametrize(("width", "height"), [(60, 30), (80, 24), (100, 30), (140, 45)])
@pytest.mark.parametrize("name", BOARD_NAMES)
def test_the_board_is_visible_while_one_decides(
    name: str, width: int, height: int, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = presented(middle(name, board(name).players[-1]), capsys, width, height)
    # Five players, a row of belongings and two rows of moves may push the heading off 24 lines,
    # never the map.
    assert len(lines) <= height - 1 + (height == 24 and board(name).players[-1] == 5)
    assert max(map(len, lines)) <= width
    text = "\n".join(lines[-(height - 1):])
    assert all((city.name if width >= 116 else city.code) in text for city in board(name).cities)
    assert "moves: " in text or "end" in text
    assert "seat 0" not in text and "strength=" not in text


def test_the_game_of_2004_fits_too(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session({"game": "hansa2004", "players": 4}, (HUMAN, "greedy", "greedy", "greedy"), seed=5)
    lines = presented(session, capsys, 80, 24)
    assert len(lines) < 24 and max(map(len, lines)) <= 80 and any("Green greedy" in line for line in lines)


def test_where_nobody_watches_everything_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session({"board": "hansa-45", "players": 4}, (HUMAN, "greedy", "greedy", "greedy"), seed=5)
    text = "\n".join(presented(session, capsys, 80, 1 << 30))
    assert "trader, merchant of Red" in text and re.search(r"^place t ", text, re.MULTILINE)


@pytest.mark.parametrize("setup", [{"game": "hansa2004", "players": 3}, {"board": "britannia-45", "players": 5}])
def test_the_legend_explains_every_abbreviation(setup: dict[str, object]) -> None:
    state = State.from_setup(setup, seed=1)
    explained = " ".join(sign for sign, _ in views_of(state).words.signs()).split()
    drawn = str(views_of(state).terminal(state, Frame(80, 14, compact=True, legend=False)))
    words = {word for word in ("key", "keys", "act", "priv", "book", "bk", "bank", "special", "end", "now/total", "stock",
                               "supply", "unsold") if re.search(rf"(?<![\w-]){word}(?![\w-])", drawn)}
    assert words - {"key"} <= set(explained) and set(re.findall(r"<..>", drawn)) <= set(explained)


def test_show_draws_as_play_does_and_writes_tables_into_pipes(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_text(json.dumps(State.new(board="hansa-45", players=4, seed=7).to_json()))
    for plain, sign in (([], "trader, merchant of Red"), (["--plain"], "seat points")):
        with Terminal("show", str(path), *plain) as terminal:
            assert terminal.end() == 0 and sign in terminal.shown


def test_words_show_what_the_screen_has_no_room_for() -> None:
    with Terminal("play", "--board", "hansa-23", "--players", "3", "--seed", "5", "--bots", "greedy", lines=24) as terminal:
        first = terminal.wait_for(r"Red> $")
        assert "moves: income (3), place t (32)" in first and "HAM" in first
        assert "trader, merchant of Red" in terminal.say("more", r"Red> $")
        assert "an extra office" not in terminal.shown and "[T20]" in terminal.say("legend", r"Red> $")
