"""What strong players did: games that are kept, counts that agree with a plain recount, the book,
the file, the command."""

from __future__ import annotations

import json
import lzma
import math
import random
import re
import shutil
import zlib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from engine_c.search.search import Search
from hansa import State
from hansa.board_entry import BoardSetup
from hansa.boards import board
from hansa.cli import main
from hansa.cli.exit_codes import INTERRUPTED
from hansa.cli.explore import ExploreArguments, show_position
from hansa.cli.screen import Screen
from hansa.errors import RecordError
from hansa.exploring import games as playing
from hansa.exploring import strong_play as file_module
from hansa.exploring.book import Book, BookBuilder, BookMove, choices, in_order
from hansa.exploring.counts import Counts, _Facts
from hansa.exploring.deeds import deeds_of
from hansa.exploring.figures import percentile, seat_sheet, sheets_of
from hansa.exploring.games import all_setups, drawn_move, games_path, kept_games, play_game, play_missing
from hansa.exploring.gifts import ROUNDS, changed, gift_values, kept_values, turn_beginnings, value_missing, value_of
from hansa.exploring.outcomes import Mean, Outcome, wilson
from hansa.exploring.report import TABLES, pictures, tables, write_report
from hansa.exploring.strong_play import (
    SHIPPED,
    ExploringError,
    StrongPlay,
    count_games,
    read_strong_play,
    strong_play,
    write_strong_play,
)
from hansa.games import GAMES
from hansa.record import Record, append_record
from tests.patience import wait_until
from tests.warm import Command

ROOT = Path(__file__).parents[1]
SMALL, TWO = BoardSetup("hansa2004", 2), BoardSetup("hansa-23", 2)
MOST_BYTES = 10 << 20


def silent(setup: BoardSetup, done: int, wanted: int) -> None:
    """Nobody watches."""


@pytest.fixture(scope="module")
def games() -> list[Record]:
    """Some games of Hansa Teutonica with two."""
    return [play_game(TWO, number, simulations=3) for number in range(3)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with games of two setups, and the file that counts them."""
    path = tmp_path_factory.mktemp("games")
    play_missing(path, (SMALL, TWO), 2, 3, silent)
    write_strong_play(path / "strong-play.xz", count_games(path))
    return path


# --- games --------------------------------------------------------------------------------------

def test_games_are_records_that_the_rules_have_ended(games: list[Record]) -> None:
    for record in games:
        assert record.verify().over and record.seed is not None
    assert len({record.moves for record in games}) == 3
    assert play_game(TWO, 1, simulations=3) == games[1]


def test_games_begin_in_many_ways_and_go_on_with_the_best_move(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, chosen = list[int](), list[int]()

    def draw(search: Search, rng: random.Random) -> int:
        drawn.append(chosen.pop())
        return drawn[-1]

    def choose(search: Search, simulations: int) -> int:
        search.run(simulations)
        chosen.append(max(search.edges(), key=lambda edge: edge[1])[0])
        return chosen[-1]

    monkeypatch.setattr(playing, "drawn_move", draw)
    monkeypatch.setattr(playing, "chosen_move", choose)
    record = play_game(TWO, 1, simulations=4)
    early = [step.state for step in record.steps() if step.state.turns < 4 and step.state.forced is None]
    assert len(drawn) == len([state for state in early if isinstance(state.to_move, int)]) and len(chosen) > 20


def test_setups_share_no_seeds(games: list[Record]) -> None:
    assert [record.seed for record in games] == [0, 1, 2]
    assert play_game(SMALL, 4, simulations=1).seed == 4 + 1_000_003 * all_setups().index(SMALL)


def test_moves_that_are_drawn_have_been_looked_at_often() -> None:
    visits = {7: 60, 8: 30, 9: 9, 10: 1}
    search: Any = SimpleNamespace(edges=lambda: [(code, count, 0.5, 0.1) for code, count in visits.items()])
    rng = random.Random(1)
    found = Counter(drawn_move(search, rng) for _ in range(3000))
    assert set(found) == {7, 8} and found[7] / found[8] == pytest.approx(2, abs=0.3)
    visits[9] = 11
    assert {drawn_move(search, rng) for _ in range(300)} == {7, 8, 9}


def test_a_run_plays_only_what_is_missing(tmp_path: Path) -> None:
    reports: list[tuple[BoardSetup, int, int]] = []
    play_missing(tmp_path, (SMALL,), 1, 2, lambda *facts: reports.append(facts))
    first = games_path(tmp_path, SMALL).read_bytes()
    play_missing(tmp_path, (SMALL,), 3, 2, lambda *facts: reports.append(facts))
    assert games_path(tmp_path, SMALL).read_bytes().startswith(first)
    assert reports == [(SMALL, 1, 1), (SMALL, 2, 3), (SMALL, 3, 3)]
    assert [record.id for record in kept_games(tmp_path, SMALL)] == [f"strong-{SMALL}-{number}" for number in range(3)]


def test_games_are_kept_in_a_folder_that_is_made(tmp_path: Path) -> None:
    for _ in range(2):
        play_missing(tmp_path / "of" / "mine", (), 1, 2, silent)
    assert (tmp_path / "of" / "mine").is_dir()


def test_setups_take_turns(tmp_path: Path) -> None:
    order: list[BoardSetup] = []
    play_missing(tmp_path, (SMALL, BoardSetup("hansa2004", 3)), 2, 2, lambda setup, *_: order.append(setup))
    assert order == [SMALL, BoardSetup("hansa2004", 3)] * 2


def test_a_run_that_was_killed_goes_on(tmp_path: Path) -> None:
    """`kill -9` in the middle: afterwards the same command makes the same games and the same
    file."""
    words = ["explore", "--games", "4", "--simulations", "2", "--setup", str(SMALL), "--play"]
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert main([*words, str(whole)]) == 0
    with Command(*words, str(killed)) as running:
        wait_until(lambda: games_path(killed, SMALL).exists() or running.poll() is not None)
    with games_path(killed, SMALL).open("ab") as file:
        file.write(b'{"version": 1, "id": "strong-')       # the line that was being written
    assert main([*words, str(killed)]) == 0
    assert kept_games(killed, SMALL) == kept_games(whole, SMALL) and len(kept_games(whole, SMALL)) == 4
    assert kept_games(whole, SMALL)[0].seats == ("mcts:simulations=2",) * 2
    assert (killed / "strong-play.xz").read_bytes() == (whole / "strong-play.xz").read_bytes()


@pytest.mark.parametrize(("words", "valued"), [("--gifts 1", [0]), ("--gifts 0", []), ("", [0, 1])])
def test_gifts_are_searched_for_in_as_many_games_as_asked(words: str, valued: list[int], tmp_path: Path) -> None:
    assert main(["explore", "--play", str(tmp_path), "--games", "2", "--simulations", "2", "--setup", str(SMALL),
                 *words.split()]) == 0
    assert list(kept_values(tmp_path)) == [f"strong-{SMALL}-{number}" for number in valued]


def test_games_of_another_player_are_not_mixed_in(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(RecordError, match="games of 'mcts:simulations=3'; continue with the same number of simulations"):
        play_missing(folder, (SMALL,), 3, 9, silent)
    append_record(games_path(tmp_path, SMALL), play_game(SMALL, 0, simulations=2))
    append_record(games_path(tmp_path, TWO), play_game(TWO, 0, simulations=3))
    with pytest.raises(ExploringError, match="must be of one player, but mcts:simulations=2; mcts:simulations=3"):
        count_games(tmp_path)
    with pytest.raises(ExploringError, match="there are none"):
        count_games(tmp_path / "nowhere")


def test_a_game_that_no_rule_has_ended_is_not_counted(tmp_path: Path) -> None:
    append_record(games_path(tmp_path, SMALL), replace(play_game(SMALL, 0, 2), end="moves", result=None))
    assert kept_games(tmp_path, SMALL) == []


# --- counts -------------------------------------------------------------------------------------

def test_counts_agree_with_a_plain_recount(games: list[Record]) -> None:
    counts = Counts()
    for record in games:
        counts.add(record)
    results = [record.replay() for record in games]
    totals = [[row["total"] for row in last.scores] for last in results]
    assert counts.ends == Counter(record.end for record in games)
    assert counts.winning == Counter(map(max, totals))
    for seat in (0, 1):
        outcome = counts.by_name("seat")[str(seat)]
        assert outcome.shares == pytest.approx(sum(last.shares[seat] for last in results))
        assert outcome.margins == pytest.approx(sum(own[seat] - own[1 - seat] for own in totals))
    texts = [text for record in games for text in record.moves]
    developed = Counter(text.split()[-1] for text in texts if " develop " in text and " marker " not in text)
    upgrades = counts.by_name("upgrade")
    for track, times in developed.items():
        steps = [outcome.games for name, outcome in upgrades.items() if name.startswith(f"{track} ")]
        assert sum(steps) == times, track
    first_used = {
        (record.id, text[0], text.split()[2]) for record in games for text in record.moves if text[2:].startswith("use ")}
    assert sum(outcome.games for outcome in counts.by_name("marker").values()) == len(first_used)
    # A plan has two deeds at most, and most seats come so far
    assert {name.count(", then ") for name in counts.by_name("plan")} == {1}


def test_neutral_offices_are_nobodys_deed() -> None:
    state = State.new(board="hansa-23", players=2, seed=1)
    own = state.move("claim BRE-HAM office HAM")
    assert deeds_of(own) == [("city", "HAM")]
    assert deeds_of(state.move("neutral BRE-HAM office HAM")) == [] == deeds_of(state.move("neutral BRE-HAM"))


def test_the_first_turn_of_a_seat_is_its_own(games: list[Record]) -> None:
    """What it puts in the turn of another, for a displaced piece, belongs to no first turn."""
    moves = ("0 place t HAM-LUB", "0 end", "1 displace 0t HAM-LUB with t pay t", "0 put t HAM-LUN", "0 add t HAM-LUN", "1 end")
    counts = Counts()
    counts.add(Record(setup={"board": "hansa-23", "players": 3}, seed=1, moves=moves, end="moves"))
    assert set(counts.by_name("first turn")) == {"place t HAM-LUB", "displace 0t HAM-LUB with t pay t", "nothing"}


def test_those_who_share_a_win_are_winners(games: list[Record], monkeypatch: pytest.MonkeyPatch) -> None:
    facts = SimpleNamespace(scores=[{"total": 20}, {"total": 20}, {"total": 14}], shares=[0.5, 0.5, 0.0], rounds=9,
                            income={}, counted_under=lambda: [(0, ("plan", "x", 0)), (2, ("plan", "y", 0))])
    monkeypatch.setattr("hansa.exploring.counts._Facts", lambda record: facts)
    counts = Counts()
    counts.add(games[0])
    assert (counts.winners["total"].value, counts.winners["total"].count, counts.others["total"].value) == (20, 2, 14)
    # Points more than the mean of the two others
    assert [(outcome.share, outcome.margin) for outcome in counts.by_name("plan").values()] == [(0.5, 3), (0, -6)]


def test_control_pays_for_routes_that_are_claimed_beside_the_city(games: list[Record]) -> None:
    counts = Counts()
    paid, to_others = Counter[str](), 0
    for record in (games[0], play_game(BoardSetup("hansa-45", 5), 3, simulations=2)):
        counts.add(record)
        state, held, first = record.start(), dict[str, int](), dict[str, int]()
        for text in record.moves:
            mover, _, words = text.partition(" ")
            move = state.play(words)
            if mover != "*" and move.kind.startswith("claim"):
                assert move.route is not None
                beside = [city for city in move.route.split("-") if city in held]
                paid.update(city for city in beside if held[city] == first[city])
                to_others += sum(held[city] != first[city] for city in beside)
            cities = state.cities
            held = {code: owner for code, city in cities.items() if (owner := owner_of(city.offices, city.extra)) is not None}
            for code, owner in held.items():
                first.setdefault(code, owner)
    counted = Counter[str]()
    for (_, city, _), mean in counts.income.items():
        counted[city] += round(mean.total)
    assert +counted == paid and sum(paid.values()) > 3
    assert to_others, "choose games in which somebody loses a city"


def owner_of(offices: tuple[object, ...], extra: tuple[object, ...]) -> int | None:
    """Who has most offices; of several, whose is furthest to the right [T40]."""
    pieces = [*reversed(extra), *(piece for piece in offices if piece is not None)]
    seats = [piece.seat for piece in pieces]        # type: ignore[attr-defined]
    most = max((seats.count(seat) for seat in seats), default=0)
    return next((seat for seat in reversed(seats) if seats.count(seat) == most), None)


def test_margins_are_measured_from_the_others(games: list[Record]) -> None:
    counts = Counts()
    for record in games:
        counts.add(record)
    assert sum(outcome.margins for outcome in counts.by_name("seat").values()) == pytest.approx(0)
    assert sum(outcome.shares for outcome in counts.by_name("seat").values()) == pytest.approx(len(games))


def test_people_read_seats_from_1() -> None:
    seats = {str(seat): Outcome() for seat in (1, 0)}
    for outcome in seats.values():
        for _ in range(10):
            outcome.add(0.5, 1.0)
    assert [row[0] for row in seat_sheet("Seats", seats).rows] == ["1", "2"]


def test_rounds_choose_what_is_counted(games: list[Record]) -> None:
    counts = Counts()
    for record in games:
        counts.add(record)
    early, late = (counts.by_name("upgrade", *rounds) for rounds in ((1, 6), (7, 999)))
    whole = counts.by_name("upgrade")
    for name, outcome in whole.items():
        assert sum(part[name].games for part in (early, late) if name in part) == outcome.games
    assert early and late


def test_a_file_has_the_plans_that_came_most_often() -> None:
    """Of those that came equally often the first by name; of other topics all."""
    counts = Counts(games=1)
    for number in range(70):
        for topic in ("plan", "city"):
            counts.outcomes[topic, f"{number:02}", 0].games = 3 if number >= 20 else 1
    kept = counts.to_json()["outcomes"]
    assert list(kept["plan"]) == [f"{number:02}" for number in (*range(10), *range(20, 70))]
    assert len(kept["city"]) == 70


@pytest.mark.parametrize(("count", "whole", "low", "high"), [
    (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (50, 100, 0.404, 0.596)])
def test_wilsons_interval(count: int, whole: int, low: float, high: float) -> None:
    assert wilson(count, whole) == pytest.approx((low, high), abs=1e-3)


def test_the_error_of_a_margin() -> None:
    outcome = Outcome()
    assert outcome.margin_error is None
    for margin in (1.0, 3.0, 5.0, 7.0):
        outcome.add(0.0, margin)
    assert outcome.margin == 4.0 and outcome.margin_error == pytest.approx(1.96 * 1.29099, abs=1e-3)


def test_percentiles() -> None:
    assert [percentile({1: 5, 2: 4, 9: 1}, part) for part in (0.1, 0.5, 0.51, 0.9, 0.91)] == [1, 1, 2, 2, 9]


def test_tables_leave_out_what_is_rare() -> None:
    counts = Counts(games=20)
    for number in range(20):
        counts.outcomes["city", "OFTEN", number % 3 + 1].add(number % 2, 1.0)
    counts.outcomes["city", "RARE", 1].add(1.0, 9.0)
    (sheet,) = [sheet for sheet in sheets_of(counts, 2) if sheet.title == "First office in a city"]
    assert sheet.rows == (("OFTEN", "20", "50%", "50%", "30% to 70%", "+1.0", "0.0"),)


# --- what things are worth ----------------------------------------------------------------------

def test_a_gift_changes_what_it_says_and_nothing_else() -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    gifts = {(topic, name): change for topic, name, change in GAMES[state.game].gifts(state.position, 2)}
    assert {name for topic, name in gifts if topic == "upgrade"} == {
        "keys 1", "actions 1", "privilege 1", "book 1", "bank 1"}
    assert {name for topic, name in gifts if topic == "marker"} == {
        marker for marker, left in state.contents.supply.items() if left}
    richer = changed(state, gifts["upgrade", "actions 1"])
    assert richer is not None and [desk.actions for desk in richer.desks] == [0, 0, 1, 0]
    again = {name for topic, name, _ in GAMES[state.game].gifts(richer.position, 2) if topic == "upgrade"}
    assert "actions 2" in again and "keys 1" in again
    marked = changed(state, gifts["marker", "plus-3"])
    assert marked is not None and [desk.unused for desk in marked.desks] == [(), (), ("plus-3",), ()]
    housed = changed(state, gifts["city", "GOT"])
    assert housed is not None and housed.cities["GOT"].offices[0] == (2, state_kind("GOT"))
    assert changed(state, {"what": "track", "seat": 0, "track": "keys", "by": -1}) is None


def state_kind(city: str) -> str:
    """The shape of the first office of a city."""
    return board("hansa-45").city(city).offices[0].kind


def test_gifts_are_given_at_the_beginning_of_turns(games: list[Record]) -> None:
    found = list(turn_beginnings(games[0], random.Random(1)))
    assert [number for number, _ in found] == sorted(set(ROUNDS))
    for number, state in found:
        assert state.turns // 2 + 1 == number and state.seat == state.turn
        assert state.contents.actions > 1


def test_values_are_differences_and_are_kept(games: list[Record], tmp_path: Path) -> None:
    reports: list[int] = []
    value_missing(tmp_path, games[:1], 4, reports.append)
    with (tmp_path / "gifts.jsonl").open("ab") as file:
        file.write(b'{"game": "cut o')
    value_missing(tmp_path, games[:2], 4, reports.append)
    kept = kept_values(tmp_path)
    assert reports == [1, 2] and list(kept) == [games[0].id, games[1].id]
    assert kept[games[0].id] == list(gift_values(games[0], 4))
    (number, state), *_ = turn_beginnings(games[0], random.Random(zlib.crc32(games[0].id.encode())))
    row = next(row for row in kept[games[0].id] if row.topic == "upgrade" and row.round == number)
    change = {"what": "track", "seat": state.seat, "track": row.name.split()[0], "by": 1}
    richer = changed(state, change)
    assert richer is not None
    assert row.value == pytest.approx(value_of(richer, state.seat, 4) - value_of(state, state.seat, 4), abs=1e-4)
    assert all(0 <= len(str(abs(row.value)).partition(".")[2]) <= 4 for rows in kept.values() for row in rows)
    counts = Counts()
    counts.add_gifts(kept[games[0].id])
    assert sum(mean.count for mean in counts.gifts.values()) == len(kept[games[0].id]) > 20


def test_gifts_are_counted_with_the_games(folder: Path, tmp_path: Path) -> None:
    found = read_strong_play(folder / "strong-play.xz")
    valued = shutil.copytree(folder, tmp_path / "valued")
    value_missing(valued, kept_games(valued, TWO), 4)
    counted = count_games(valued)
    assert not found.setups[TWO].gifts and sum(mean.count for mean in counted.setups[TWO].gifts.values()) > 40
    assert not counted.setups[SMALL].gifts
    assert "worth-upgrade-teutonica.svg" in dict(pictures(counted))


# --- the book -----------------------------------------------------------------------------------

def test_positions_are_found_in_whatever_order_they_were_reached() -> None:
    start = State.new(board="hansa-23", players=2, seed=1)
    first, second = start.parse("place t BRE-HAM"), start.parse("place t HAM-LUB")
    builder = BookBuilder()
    for orders, share in (((first, second), 1.0), ((second, first), 0.0), ((first, second), 0.0)):
        state = start.copy()
        for move in orders:
            builder.add(state.key, move.code, share, points=10)
            state.play(move)
        builder.add(state.key, state.parse("end").code, share, points=10)
    book = builder.book(least=1)
    assert [(str(each.move), each.games, each.share, each.reached) for each in book.moves_from(start)] == [
        ("place t BRE-HAM", 2, 0.5, 2), ("place t HAM-LUB", 1, 0.0, 1)]
    (only,) = book.moves_from(start.after(first))
    assert (str(only.move), only.games, only.reached) == ("place t HAM-LUB", 2, 3)
    assert book.moves_from(start.after("income 1t")) == []


def test_a_position_with_the_key_of_another_is_not_taken_for_it() -> None:
    start = State.new(board="hansa-23", players=2, seed=1)
    builder = BookBuilder()
    # Nobody can play this here
    builder.add(start.key, start.move("use plus-3").code, 1.0, points=10)
    assert builder.book(least=1).moves_from(start) == []


def test_only_positions_that_several_games_reached_are_kept(games: list[Record]) -> None:
    builder = BookBuilder()
    for record in (games[0], games[0], games[1]):
        builder.add_game(record)
    book = builder.book(least=2)
    keys = dict(choices(games[0]))
    assert set(book.keys) >= set(keys) and list(book.keys) == sorted(book.keys)
    alone = set(dict(choices(games[1]))) - set(keys)
    assert alone and not alone & set(book.keys)
    (entry,) = book.moves_from(games[0].replay(5)) if games[0].replay(5).key in keys else book.moves_from(games[0].start())
    assert entry.games == 2


def test_shared_wins_add_up_in_a_book() -> None:
    builder, start = BookBuilder(), State.new(board="hansa-23", players=3, seed=1)
    for share in (1 / 2, 1 / 3):        # together hardly less than 50 of 60 parts
        builder.add(start.key, start.legal_moves[0].code, share, points=20)
    assert [played.wins for played in builder.book().moves_from(start)] == [50 / 60]
    twice = BookBuilder()
    for _ in range(2):
        twice.add_book(builder.book())
    assert [(played.games, played.share, played.points) for played in twice.book().moves_from(start)] == [(4, 25 / 60, 20.0)]


def test_columns_that_do_not_belong_together_are_refused() -> None:
    data = bytes(BookBuilder().book())
    assert len(Book.from_bytes(data)) == 0
    with pytest.raises(ValueError, match="1 bytes are left over"):
        Book.from_bytes(data + b"\0")
    with pytest.raises(ValueError, match="cut off"):
        Book.from_bytes(data[:-1])
    with pytest.raises(ValueError, match="do not belong together"):
        Book.from_bytes((1).to_bytes(8, "little") + bytes(8) + data[8:])


def test_openings_are_the_same_whatever_the_order_of_the_markers() -> None:
    first, second = (State.new(board="hansa-23", players=2, seed=seed) for seed in (1, 4))
    assert first.key != second.key
    builder = BookBuilder()
    for state in (first, second):
        move = state.parse("place t BRE-HAM")
        builder.add(in_order(state).key, move.code, 1.0, points=5)
        routes = {name: route.marker for name, route in in_order(state).routes.items() if route.marker}
        assert sorted(routes) == sorted(name for name, route in state.routes.items() if route.marker)
        assert list(routes.values()) == sorted(route.marker for route in state.routes.values() if route.marker)
    (entry,) = builder.book().moves_from(in_order(State.new(board="hansa-23", players=2, seed=5)))
    assert entry.games == 2


def test_a_game_gives_its_opening(games: list[Record]) -> None:
    builder = BookBuilder()
    builder.add_game(games[0], opening=True)
    book = builder.book(least=1)
    first = [step.state for step in games[0].steps() if isinstance(step.state.to_move, int) and step.state.forced is None]
    assert all(book.moves_from(in_order(state)) for state in first[:30]) and not book.moves_from(in_order(first[30]))


# --- the file -----------------------------------------------------------------------------------

def test_a_file_holds_all_that_was_counted(folder: Path) -> None:
    found, written = read_strong_play(folder / "strong-play.xz"), count_games(folder)
    assert dict(found.setups) == dict(written.setups) and list(found.setups) == [TWO, SMALL]
    assert (bytes(found.book), bytes(found.openings)) == (bytes(written.book), bytes(written.openings))
    assert (found.player, found.version) == ("mcts:simulations=3", written.version)


def test_games_that_were_counted_elsewhere_are_added(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Half of the games here, half in a file, is as good as all of them at once."""
    for number, part in ((2, tmp_path / "here"), (3, tmp_path / "both")):
        part.mkdir()
        for setup in (SMALL, TWO):
            for record in [play_game(setup, each, simulations=3) for each in range(number - 2, number + 1)]:
                append_record(games_path(part, setup), record)
    elsewhere, both = tmp_path / "elsewhere.xz", count_games(tmp_path / "both")
    write_strong_play(elsewhere, both)
    found = count_games(tmp_path / "here", also=[read_strong_play(elsewhere)])
    here = count_games(tmp_path / "here")
    for setup in (SMALL, TWO):
        wanted = Counts.from_json(here.setups[setup].to_json())
        wanted += both.setups[setup]
        assert found.setups[setup].games == 6 and found.setups[setup].to_json() == wanted.to_json()
    start = play_game(TWO, 1, simulations=3).start()        # in both: three and three games
    for book in ("book", "openings"):
        known: list[dict[str, BookMove]] = []
        for each in (here, both, found):
            position = in_order(start) if book == "openings" else start
            known.append({str(move.move): move for move in getattr(each, book).moves_from(position)})
        assert known[0]
        for text, move in known[2].items():
            ways = [part[text] for part in known[:2] if text in part]
            assert move.games == sum(way.games for way in ways)
            assert move.wins == pytest.approx(sum(way.wins for way in ways))
            assert move.points == pytest.approx(sum(way.points * way.games for way in ways) / move.games)
    with pytest.raises(ExploringError, match="the games must be of one player"):
        count_games(tmp_path / "here", also=[replace(both, player="mcts:simulations=9")])
    words = ["explore", "--play", str(tmp_path / "here"), "--games", "1", "--simulations", "3", "--gifts", "0"]
    assert main([*words, "--setup", str(TWO), "--also", str(elsewhere)]) == 0
    assert capsys.readouterr().out.startswith("12 games are counted in ")


@pytest.mark.parametrize("data", [
    b"", b"garbage", lzma.compress(b"{}\n"), lzma.compress(b"[1]\n"), lzma.compress(b'{"format": 1}\n' + bytes(6 * 8)),
    lzma.compress(b'{"format": 1, "setups": [], "version": "1", "player": "x", "probe": []}\n12345678'),
])
def test_what_is_no_such_file_is_refused_in_a_line(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "bad.xz").write_bytes(data)
    with pytest.raises(ExploringError, match=r"bad\.xz: no file of 'hansa explore'") as caught:
        read_strong_play(tmp_path / "bad.xz")
    assert "\n" not in str(caught.value)


def test_a_file_that_is_cut_off_is_refused(folder: Path, tmp_path: Path) -> None:
    data = (folder / "strong-play.xz").read_bytes()
    (tmp_path / "bad.xz").write_bytes(data[: len(data) // 2])
    with pytest.raises(ExploringError, match="cut off"):
        read_strong_play(tmp_path / "bad.xz")


def test_a_book_with_other_keys_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_module, "probe", lambda: [1, 2, 3])
    with pytest.raises(ExploringError, match="positions have other keys now; make it anew"):
        read_strong_play(folder / "strong-play.xz")


def test_things_were_valued_in_the_rounds_in_which_they_are_given() -> None:
    rounds = {number for counts in strong_play().setups.values() for _, _, number in counts.gifts}
    assert rounds == set(ROUNDS) == {2, 5, 8}


def test_the_package_has_games_of_every_setup() -> None:
    """After a change of keys or codes this fails: make the file anew from its games
    (docs/explanation/strong-play.md)."""
    found = strong_play()
    assert set(found.setups) == set(all_setups()) and SHIPPED.stat().st_size < MOST_BYTES
    for setup, counts in found.setups.items():
        assert counts.games >= 10 and sum(counts.ends.values()) == sum(counts.winning.values()) == counts.games
        assert len(counts.by_name("seat")) == setup.players


# --- the command --------------------------------------------------------------------------------

def first_position(folder: Path, tmp_path: Path) -> tuple[Path, Record]:
    """A record of one of the games, with another one before it."""
    record = kept_games(folder, SMALL)[1]
    path = tmp_path / "games.jsonl"
    append_record(path, kept_games(folder, TWO)[0])
    append_record(path, record)
    return path, record


def test_the_command_says_what_was_played(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    both = tmp_path / "both"
    both.mkdir()
    record = kept_games(folder, SMALL)[1]
    for number in (0, 1):       # the same game twice, so that every position was reached by two
        append_record(games_path(both, SMALL), replace(record, id=f"strong-{SMALL}-{number}"))
    write_strong_play(both / "data.xz", count_games(both))
    path, _ = first_position(folder, tmp_path)
    ply = next(step.ply for step in record.steps() if step.ply > 3 and step.state.forced is None
               and isinstance(step.state.to_move, int))
    words = ["explore", str(path), "--number", "2", "--ply", str(ply), "--data", str(both / "data.xz")]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    state = record.replay(ply)
    (entry,) = found["moves"]
    assert found["similar"] == {"games": 2, "moves": found["moves"]}
    assert found["games"] == entry["games"] == entry["reached"] == 2 and found["to_move"] == state.to_move
    assert f"{state.to_move} {entry['move']}" == record.moves[ply]
    assert entry["share"] == record.replay().shares[state.seat]
    assert entry["points"] == record.replay().scores[state.seat]["total"]
    assert main(words) == 0
    assert record.moves[ply].partition(" ")[2] in capsys.readouterr().out


def test_every_number_of_the_table_stands_in_its_column(capsys: pytest.CaptureFixture[str]) -> None:
    start = State.new(board="hansa-23", players=2, seed=1)
    book, openings = BookBuilder(), BookBuilder()
    for builder, state in ((book, start), (openings, in_order(start)), (openings, in_order(start))):
        for text, share, points in (("place t BRE-HAM", 1.0, 30), ("place t BRE-HAM", 0.0, 21), ("income 1t", 0.0, 4)):
            builder.add(state.key, state.parse(text).code, share, points)
    after = start.after("income 1t")
    book.add(after.key, after.parse("end").code, 0.5, 7)
    found = StrongPlay("9.9", "mcts:simulations=8", {}, book.book(least=1), openings.book(least=1))
    show_position(start, found, ExploreArguments(), Screen(plain=True))
    assert capsys.readouterr().out == """\
3 games came here (mcts:simulations=8, hansa 9.9); Red decided:
move             games  of all  win       95 %  points  any order
place t BRE-HAM      2     67%  50%  9% to 91%    25.5          2
income 1t            1     33%   0%  0% to 79%     4.0          1
6 games came here, or to the same with the markers in another order (mcts:simulations=8, hansa 9.9):
move             games  of all  win        95 %  points  any order
place t BRE-HAM      4     67%  50%  15% to 85%    25.5          4
income 1t            2     33%   0%   0% to 66%     4.0          2
Even would be 50%. 'Any order' counts the games that came to the position after
  the move, in whatever order of moves.
"""
    show_position(after, found, ExploreArguments(), Screen(plain=True))
    assert capsys.readouterr().out.startswith("1 game came here (mcts:simulations=8, hansa 9.9); Red decided:\n")


def test_the_command_says_that_nobody_came_here(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "state.json"
    path.write_text(json.dumps(State.new(board="east", players=3, seed=5).after("income 1t").to_json()))
    assert main(["explore", str(path), "--data", str(folder / "strong-play.xz")]) == 0
    assert "came here" in capsys.readouterr().out


def test_tables_of_the_setups_that_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = ["--data", str(folder / "strong-play.xz")]
    assert main(["explore", "--setup", str(TWO), "--setup", str(SMALL), *data]) == 0
    told = capsys.readouterr().out
    assert f"{TWO}: 2 games of mcts:simulations=3" in told and f"{SMALL}: 2 games" in told and "Points by category" in told
    assert len(re.findall(r"^games +2$", told, re.MULTILINE)) == 2 and "rounds: median, 10 to 90 %" in told
    assert main(["explore", "--setup", str(TWO), "--json", *data]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["board"], found["players"], found["games"]) == ("hansa-23", 2, 2)
    assert main(["explore", "--setup", "east/3", *data]) == 2
    assert "there are no games of east/3; there are of hansa-23/2, hansa2004/2" in capsys.readouterr().err


def test_playing_that_is_interrupted_says_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hansa.cli.explore.play_missing", stopped)
    assert main(["explore", "--play", str(tmp_path)]) == INTERRUPTED
    assert capsys.readouterr() == ("", f"\nhansa: stopped; hansa explore --play {tmp_path} continues\n")


@pytest.mark.parametrize(("words", "message"), [
    (["--setup", "east"], "needs a number of players: east/3, east/4, east/5"),
    (["--play", "x", "state.json"], "--play makes games"),
    (["--also", "x.xz"], "--also goes with --play"),
    (["--data", "nowhere.xz"], "No such file"),
])
def test_what_cannot_be_explored(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explore", *words]) == 2
    assert message in capsys.readouterr().err


def test_a_report_has_tables_and_plots(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "of" / "mine"
    assert main(["explore", "--data", str(folder / "strong-play.xz"), "--report", str(out)]) == 0
    # Once more, in the same folder
    write_report(out, read_strong_play(folder / "strong-play.xz"))
    assert (out / TABLES).read_text() == tables(read_strong_play(folder / "strong-play.xz"))
    pictures = sorted(path.name for path in out.glob("*.svg"))
    assert {"seats.svg", "length.svg", "winning-points.svg", "cities-hansa-23.svg"} <= set(pictures)
    for name in pictures:
        root = ElementTree.parse(out / name).getroot()
        assert root.tag.endswith("svg") and float(root.attrib["viewBox"].split()[3]) > 0
    seats = ElementTree.parse(out / "seats.svg").getroot()
    labels = [text.text for text in seats.iter() if text.text is not None and "seat" in text.text and text.tag.endswith("text")]
    assert labels[1:] == [
        f"{game}, 2 players, seat {seat}" for game in ("teutonica", "hansa2004") for seat in (1, 2)]


# --- the page -----------------------------------------------------------------------------------

def test_the_documentation_shows_the_games_of_the_package() -> None:
    """If the file was made anew: `hansa explore --report docs/explanation`, then read
    strong-play.md again."""
    folder, found = ROOT / "docs" / "explanation", strong_play()
    assert (folder / TABLES).read_text(encoding="utf-8") == tables(found)
    for name, picture in pictures(found):
        assert (folder / name).read_text(encoding="utf-8") == picture, name
    page = (folder / "strong-play.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[[^]]+\]\(([^)]+)\)", page)
    assert len(shown) > 5 and set(shown) <= dict(pictures(found)).keys()
    for setup, counts in found.setups.items():
        assert f"| {setup} | {counts.games} |" in page, "the page says how many games there are of each setup"


def test_two_values_have_an_error_and_one_has_none() -> None:
    mean = Mean()
    mean.add(1.0)
    assert mean.value == 1.0 and mean.error == math.inf
    mean.add(3.0)
    assert mean.value == 2.0 and mean.error == pytest.approx(1.96, abs=0.01)


def test_what_has_no_round_is_counted_under_round_0(games: list[Record]) -> None:
    keys = [key for _, key in _Facts(games[0]).counted_under()]
    topics = {topic: {number for about, _, number in keys if about == topic} for topic, *_ in keys}
    assert {topic for topic, numbers in topics.items() if numbers == {0}} >= {"seat", "first turn", "plan", "steps"}
    assert all(0 not in topics[topic] for topic in ("upgrade", "control") if topic in topics)
