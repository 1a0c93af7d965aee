"""What a notebook shows of positions, thoughts, records and standings."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser

import pytest

import hansa
from hansa.live_game import Game
from hansa.notebook import table
from hansa.record import play_random
from hansa.state import State
from hansa.thinking import analyse
from hansa.tournaments.match import match

START = State.new(board="hansa-23", players=2, seed=1)


class Nesting(HTMLParser):
    """Whether every element is closed in its turn, and the texts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.rows: list[list[str]] = []         # of tables
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if {"td", "th"} & {*self.open}:
            self.rows[-1].append(data)


def test_a_table_has_its_first_column_to_the_left() -> None:
    left, right = ' style="text-align:left"', ' style="text-align:right"'
    assert table(("a", "b"), [("1", "<2"), ("3", "4")]) == (
        f"<table><thead><tr><th{left}>a</th><th{right}>b</th></tr></thead>"
        f"<tbody><tr><td{left}>1</td><td{right}>&lt;2</td></tr><tr><td{left}>3</td><td{right}>4</td></tr></tbody></table>")


def test_a_thought_is_a_table_of_its_lines() -> None:
    thought = analyse(START, simulations=200, lines=2)
    assert Nesting(thought._repr_html_()).rows == [["move", "visits", "seat 0", "seat 1", "line"], *(
        [str(line.move), f"{line.visits:,}", f"{line.values[0]:.1%}", f"{line.values[1]:.1%}", line.beginning]
        for line in thought.lines)]
    assert len(repr(thought)) < 200 and len(repr(thought.lines)) < 300


def test_a_record_is_its_players_and_its_last_position() -> None:
    record = replace(play_random({"board": "hansa-23", "players": 2}, seed=1, limit=30), seats=("<me>", "you"))
    html, last = record._repr_html_(), record.replay()
    assert html.endswith(last._repr_svg_() or "none")
    assert Nesting(html).rows == [["player", "rank", "points", "share"], *(
        [name, str(last.ranks[seat]), str(last.scores[seat]["total"]), f"{last.shares[seat]:.2f}"]
        for seat, name in enumerate(record.seats))]
    assert Nesting(replace(record, seats=())._repr_html_()).rows[2][0] == "seat 1"
    broken = replace(record, moves=("0 fly",))
    assert "ply 0" in " ".join(Nesting(broken._repr_html_()).texts)
    assert len(repr(record)) < 200


def test_standings_are_the_table_of_ratings() -> None:
    found = match("greedy", "random", board="hansa-23", games=2)
    shown = Nesting(found._repr_html_()).texts
    assert {"greedy", "random", "Elo"} <= set(shown) and any(text.startswith("2 games") for text in shown)


@pytest.mark.parametrize("state", [START, State.new(game="hansa2004", players=2, seed=1)])
def test_positions_and_games_are_short_in_words_and_drawn_in_notebooks(state: State) -> None:
    over = state.copy()
    over.cut_off()
    for one in (state, over):
        assert len(repr(one)) < 150 and repr(one).startswith(f"<State of {state.board}, 2 players, 0 turns: ")
    assert "over, cut off" in repr(over)
    assert Game(state)._repr_svg_() == state._repr_svg_()


def test_import_hansa_is_enough() -> None:
    code = (
        "import hansa, sys; assert 'hansa.thinking' not in sys.modules; "
        "print(*(getattr(hansa, name).__name__ for name in hansa.MODULES), sep=',')")
    printed = subprocess.check_output([sys.executable, "-c", code], text=True).strip()
    assert printed.split(",") == [f"hansa.{name}" for name in hansa.MODULES]
    assert [getattr(hansa, name) for name in hansa.__all__]
    with pytest.raises(AttributeError, match="module 'hansa' has no attribute 'fly'"):
        _ = hansa.fly
