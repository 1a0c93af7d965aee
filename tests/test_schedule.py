"""The schedule: blocks of one setup and all rotations, every bot equally often, nothing left to
chance."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, islice, permutations
from types import SimpleNamespace
from typing import Any

import pytest

from hansa.clock import Clock
from hansa.json_lines import json_line
from hansa.state import State
from hansa.tournaments.adaptive import Adaptive, open_places
from hansa.tournaments.formats import Format
from hansa.tournaments.log_header import LogError
from hansa.tournaments.log_merging import merged
from hansa.tournaments.play import play, start_of
from hansa.tournaments.results import GameResult
from hansa.tournaments.schedule import (
    FORMATS,
    MEMBERS,
    MOST_LIMIT,
    ScheduledGame,
    ScheduleError,
    TableSetup,
    Tournament,
    blocks,
    game_count,
    games,
)

FOUR, THREE, TWO = TableSetup("hansa-45", 4), TableSetup("east", 3), TableSetup("hansa-23", 2)


def imagined(*description: Any, **more: Any) -> Tournament:
    """A tournament of bots that need not exist."""
    return Tournament(*description, **more, check=False)


def line_ups(tournament: Tournament) -> list[tuple[str, ...]]:
    """The first game's seats of every block."""
    return [block[0].seats for block in blocks(tournament)]


def test_a_block_is_one_setup_and_every_rotation() -> None:
    for block in blocks(imagined(tuple("abcd"), (FOUR,), blocks=5)):
        assert [game.seats for game in block] == [tuple("abcd"[turn:] + "abcd"[:turn]) for turn in range(4)]
        assert len({start_of(game).key for game in block}) == 1
        assert len({game.own_seed("chance") for game in block}) == 4
    setups = {start_of(block[0]).key for block in blocks(imagined(tuple("abcd"), (FOUR,), blocks=50))}
    assert len(setups) == 6     # all orders of the taverns' markers


def test_everybody_plays_and_meets_about_equally_often() -> None:
    found = line_ups(imagined(tuple("abcdefg"), (FOUR,), blocks=70))
    played = Counter(bot for seats in found for bot in seats)
    met = Counter(frozenset(pair) for seats in found for pair in combinations(seats, 2))
    assert set(played.values()) == {40} and all(len(set(seats)) == 4 for seats in found)
    assert max(met.values()) - min(met.values()) <= 3 and len(met) == 21


def test_fewer_bots_than_seats_take_turns_in_sitting_twice() -> None:
    found = line_ups(imagined(tuple("abc"), (FOUR,), blocks=9))
    assert Counter(bot for seats in found for bot in seats) == {"a": 12, "b": 12, "c": 12}
    assert all(set(seats) == set("abc") for seats in found)


def test_gauntlet_focus_and_self_play() -> None:
    found = line_ups(imagined(tuple("abcdef"), (THREE,), blocks=10, format="gauntlet"))
    assert all(seats[0] == "a" and len(set(seats)) == 3 for seats in found)
    assert line_ups(imagined(("a", "b"), (FOUR,), blocks=1, format="focus")) == [("a", "b", "b", "b")]
    assert [len(block) for block in blocks(imagined(("a", "b"), (FOUR,), blocks=1, format="focus"))] == [4]
    own = list(blocks(imagined(("a", "b"), (FOUR,), blocks=2, format="self-play")))
    assert [[game.seats for game in block] for block in own] == [[("a",) * 4], [("b",) * 4]]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_ladder_seats_neighbours_alternately(players: int) -> None:
    found = line_ups(imagined(tuple("abc"), (TableSetup("hansa-45", players),), blocks=8, format="ladder"))
    assert [set(seats) for seats in found] == [set("ab"), set("bc")] * 4
    seats = Counter(bot for line_up in found for bot in line_up)
    assert seats["a"] == seats["c"] == seats["b"] / 2


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_duel_gives_both_every_seat_equally(players: int) -> None:
    (block,) = blocks(imagined(("a", "b"), (TableSetup("hansa-45", players),), blocks=1, format="duel"))
    for seat in range(players):
        assert Counter(game.seats[seat] for game in block)["a"] * 2 == len(block)


def test_balanced_blocks_change_who_sits_before_whom() -> None:
    plain = line_ups(imagined(tuple("abcd"), (FOUR,), blocks=12))
    mixed = line_ups(imagined(tuple("abcd"), (FOUR,), blocks=12, balanced=True))
    assert len(set(plain)) == 1
    assert Counter(mixed) == {("a", *others): 2 for others in permutations("bcd")}


def test_tables_take_turns() -> None:
    found = list(blocks(imagined(tuple("abcd"), (FOUR, THREE, TWO), blocks=6)))
    assert [(block[0].table, len(block)) for block in found] == [(FOUR, 4), (THREE, 3), (TWO, 2)] * 2


def test_games_are_counted_without_making_them_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exactly, for every format and any number of blocks, also those beyond which nothing is
    made."""
    monkeypatch.setattr("hansa.tournaments.schedule.COUNTED_BLOCKS", 60)
    for form, takes in FORMATS.items():
        bots = tuple("abcde"[: max(2, takes.fewest)])
        for tables in ((FOUR,), (FOUR, THREE, TWO)):
            for count in (1, 5, 59, 60, 62, 141):
                plan = imagined(bots, tables, blocks=count, format=form)
                made = list(blocks(plan))
                assert game_count(plan) == sum(map(len, made)), (form, count)
                parts = [game_count(plan, part, 3) for part in (1, 2, 3)]
                assert parts == [sum(len(block) for block in made[part::3]) for part in range(3)]
    assert game_count(imagined(("a", "b"), (FOUR,), blocks=None)) is None


def test_a_format_says_how_many_bots_it_takes() -> None:
    some = Format("some", "", lambda seating, number: seating.bots, fewest=3, most=4)
    assert some.problem(tuple("abc")) is None and some.problem(tuple("abcd")) is None
    assert some.problem(tuple("ab")) == "some takes 3 to 4 bots, not 2"
    assert replace(some, most=3).problem(tuple("abcde")) == "some takes 3 bots, not 5"


def test_the_same_description_is_the_same_schedule() -> None:
    for form, takes in FORMATS.items():
        tournament = imagined(tuple("abcde"[: max(2, takes.fewest)]), (FOUR, THREE), blocks=None, seed=3, format=form)
        assert list(islice(games(tournament), 30)) == list(islice(games(Tournament.from_json(tournament.to_json())), 30))
        assert Tournament.from_json(tournament.to_json()).digest == tournament.digest
    longer = imagined(("a", "b"), (FOUR,), blocks=7)
    assert longer.digest == imagined(("a", "b"), (FOUR,), blocks=9).digest != imagined(("a", "b"), (TWO,)).digest
    assert len(longer.digest) == 12 and int(longer.digest, 16)


@pytest.mark.parametrize(("arguments", "message"), [
    ((("a",), (FOUR,)), "needs 2 bots or more"),
    ((("a", "a"), (FOUR,)), "the bot 'a' is named twice"),
    ((("a", "b", "c"), (FOUR,), 1, 1, "focus"), "focus takes 2 bots, not 3"),
    ((("a", "b"), (FOUR,), 1, 1, "swiss"), "unknown format 'swiss'; known are round-robin"),
    ((("a", "b"), ()), "there is no table"),
])
def test_what_cannot_be_held_is_said(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(ScheduleError, match=message):
        imagined(*arguments)


def outcome(game: ScheduledGame, strength: dict[str, int]) -> GameResult:
    """A game that the stronger bots win."""
    order = sorted(game.seats, key=lambda bot: -strength[bot])
    ranks = tuple(1 + order.index(bot) for bot in game.seats)
    none = (0,) * len(ranks)
    shares = tuple(float(rank == 1) for rank in ranks)
    return GameResult(
        "x", game.id, game.block, "t", game.seats, ranks, shares, ((0,),) * len(ranks), ("total",),
        "markers", None, "", 1, 1, none, tuple(map(float, none)))


def test_adaptive_plays_where_the_order_is_least_certain_and_goes_on_alike() -> None:
    strength = {"a": 0, "b": 1, "c": 1, "d": 9}     # b and c are equal: ties
    tournament = imagined(tuple("abcd"), (TWO,), blocks=60, format="adaptive")
    done: list[GameResult] = []
    plan, seen = Adaptive(tournament), Counter[frozenset[str]]()
    while (planned := plan.next_round(done)) is not None:
        for game in planned:
            done.append(outcome(game, strength))
            seen[frozenset(game.seats)] += 1
    assert len({game.block for game in done}) == 60
    assert seen[frozenset("bc")] > 3 * seen[frozenset("ad")]
    # Whoever resumes with a part of the games plays the same games to the end.
    resumed = done[:20]
    plan = Adaptive(tournament)
    while (planned := plan.next_round(resumed)) is not None:
        known = {game.id for game in resumed}
        resumed += [outcome(game, strength) for game in planned if game.id not in known]
    assert sorted(game.order for game in resumed) == sorted(game.order for game in done)
    assert {game.id: game.bots for game in resumed} == {game.id: game.bots for game in done}


def test_boards_of_an_adaptive_tournament_take_turns() -> None:
    tables, strength = (TWO, THREE, FOUR), {"a": 0, "b": 1, "c": 1, "d": 9}
    plan, done = Adaptive(imagined(tuple("abcd"), tables, blocks=30, format="adaptive")), list[GameResult]()
    while (planned := plan.next_round(done)) is not None:
        for game in planned:
            assert game.table == tables[game.block % 3]
            done.append(outcome(game, strength))
    assert len({game.block for game in done}) == 30


def test_the_least_certain_neighbours_come_first() -> None:
    sure = {("a", "b"): 0.8, ("b", "c"): 0.6, ("c", "d"): 0.999, ("d", "e"): 0.6}
    ratings: Any = SimpleNamespace(superiority=lambda *pair: sure[pair])
    assert open_places(ratings, tuple("abcde")) == [1, 3, 0] and open_places(ratings, tuple("abcde"), 0.7) == [1, 3]


def test_a_game_that_ended_otherwise_in_another_log_is_told() -> None:
    game = outcome(next(games(imagined(tuple("ab"), (TWO,), blocks=1))), {"a": 0, "b": 1})
    log, other = ([game], [replace(game, moves=game.moves + 1)])
    logs: list[Any] = [SimpleNamespace(games=played) for played in (log, log, other)]
    assert merged(logs[:2]) == [game]
    with pytest.raises(LogError, match=r"game 0\.0 ended otherwise in another of these logs"):
        merged(logs)


def test_a_clock_gets_its_increment_for_turns_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = list[int]()

    class Noted(Clock):
        """A clock that notes the turns in which it runs."""

        def begin(self, turn: int) -> None:
            begun.append(turn)
            super().begin(turn)

    monkeypatch.setattr("hansa.tournaments.play.Clock", Noted)
    tournament = Tournament(("markers", "prestige"), (TWO,), blocks=1, limit=150, clock=60.0, increment=1.0)
    turns = play(next(games(tournament))).more["turns"]
    assert turns > 20 and max(begun) == (turns - 1) // 2 and set(begun) == set(range(max(begun) + 1))


def test_adaptive_stops_when_everything_is_certain() -> None:
    tournament = imagined(tuple("ab"), (TWO,), blocks=None, format="adaptive")
    done: list[GameResult] = []
    plan = Adaptive(tournament)
    while (planned := plan.next_round(done)) is not None:
        done += [outcome(game, {"a": 0, "b": 1}) for game in planned]
    assert len(done) < 200


@pytest.mark.parametrize(("form", "counts"), [
    ("round-robin", {2, 3, 4}), ("focus", {2}), ("gauntlet", {2, 3, 4}), ("self-play", {1, 2, 3, 4}), ("ladder", {2, 3, 4}),
    ("duel", {2}), ("adaptive", {2, 3, 4}),
])
def test_a_format_takes_so_many_bots(form: str, counts: set[int]) -> None:
    assert {count for count in range(1, 5) if FORMATS[form].problem(tuple("abcd")[:count]) is None} == counts


def test_boards_that_would_fit_are_those_of_the_same_game() -> None:
    with pytest.raises(ScheduleError, match=r"east is for .* players, not 2; for 2 there are hansa-23$"):
        Tournament(("random", "greedy"), (TableSetup("east", 2),), blocks=1)


A_TABLE = {"game": "teutonica", "board": "hansa-23", "players": 2}


@pytest.mark.parametrize(("name", "value"), [
    ("bots", "markers"), ("bots", [3]),
    *(("tables", [A_TABLE | wrong]) for wrong in (
        {"players": 2.5}, {"players": True}, {"players": 1}, {"players": 6}, {"players": None}, {"game": 3}, {"board": None})),
    ("tables", A_TABLE), ("tables", [3]),
    ("blocks", 0), ("blocks", 2.0), ("blocks", True), ("seed", "5"), ("seed", 1.5), ("format", 3), ("balanced", 1),
    ("limit", 0), ("limit", 100.0), ("limit", MOST_LIMIT + 1), ("clock", "5"), ("clock", True), ("increment", None),
    ("test", [1]), ("test", {"elo1": "5"}), ("openings", A_TABLE), ("openings", [{}]), ("adjudication", []),
    ("named", []), ("named", {"A": 3}),
])
def test_a_description_with_a_wrong_member_is_refused_by_its_name(name: str, value: Any) -> None:
    """What stands in the first line of a log may come from anywhere."""
    known = imagined(("markers", "random"), (TWO,), blocks=3).to_json()
    assert Tournament.from_json(known).to_json() == known
    with pytest.raises(ScheduleError, match=f"'{name}' cannot be read"):
        Tournament.from_json(known | {name: value})


def test_a_table_is_the_setup_that_it_names() -> None:
    assert FOUR.setup == {"game": "teutonica", "board": "hansa-45", "players": 4}
    table = TableSetup("hansa-45", 5, "classic", ("missions", "favours"))
    assert table.setup == {**FOUR.setup, "players": 5, "edition": "classic", "modules": ["missions", "favours"]}
    assert str(table) == "hansa-45/5/classic/missions/favours"


def test_every_pair_goes_through_the_openings_in_their_order() -> None:
    openings = tuple(json_line(State.new(board="hansa-23", players=2, seed=seed).to_json()) for seed in (1, 7, 9))
    plan = imagined(tuple("abc"), (TableSetup("hansa-23", 2, "bigbox"),), blocks=24, openings=openings)
    met: dict[frozenset[str], list[int]] = {}
    for block in blocks(plan):
        met.setdefault(frozenset(block[0].seats), []).append(openings.index(str(block[0].opening)))
    assert len(met) == 3 and all(turns == [turn % 3 for turn in range(8)] for turns in met.values())


@pytest.mark.parametrize(("member", "good", "bad"), [
    ("bots", [[], ["a"], ["a", "b"]], [None, "ab", {}, [1], ["a", None]]),
    ("tables", [[], [{"game": "g", "board": "b", "players": 2}], [{"game": "g", "board": "b", "players": 5, "more": 1}]],
     [None, {}, [5], [{"game": "g", "board": "b", "players": 1}], [{"game": "g", "board": "b", "players": 6}],
      [{"game": "g", "board": "b", "players": True}], [{"game": "g", "board": "b", "players": 2.0}],
      [{"game": "g", "players": 2}], [{"board": "b", "players": 2}], [{"game": 1, "board": "b", "players": 2}],
      [{"game": "g", "board": "b"}], [{"game": "g", "board": "b", "players": 2}, 5]]),
    ("blocks", [None, 1, 1 << 40], [0, -1, True, 1.0, "1"]), ("seed", [0, -7, 1 << 70], [None, True, 1.5, "1"]),
    ("format", ["", "cup"], [None, 1, ["a"]]), ("balanced", [True, False], [None, 0, 1, "true"]),
    ("limit", [1, 1_000_000], [0, 1_000_001, None, 1.0, True]), ("clock", [None, 0, 2.5, -1], [True, "1", []]),
    ("increment", [0, 2.5], [None, True, "1"]),
    ("test", [None, {}, {"elo0": 1.5, "beta": 0}], [5, [], {"a": "b"}, {"a": True}]),
    ("openings", [[], [{"game": "g", "board": "b", "players": 2}]], [None, {}, ["a"]]),
    ("adjudication", [{}, {"a": 1}], [None, [], 5]), ("named", [{}, {"a": "b"}], [None, [], {"a": 1}]),
])
def test_what_a_member_of_a_description_may_be(member: str, good: list[Any], bad: list[Any]) -> None:
    assert [MEMBERS[member](value) for value in good] == [True] * len(good)
    assert [MEMBERS[member](value) for value in bad] == [False] * len(bad)


def test_every_member_of_a_description_must_be_there_but_those_that_say_nothing() -> None:
    described = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),)).to_json()
    optional = {"adjudication", "named", "openings"}
    assert set(described) == set(MEMBERS) - optional
    for name in described:
        with pytest.raises(ScheduleError) as refused:
            Tournament.from_json({each: value for each, value in described.items() if each != name})
        assert str(refused.value) == f"the tournament's {name!r} cannot be read"
