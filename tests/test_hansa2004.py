"""Hansa (2004) as people and programs meet it: sound positions, judging what comes in, records,
protocol, commands."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_c.bench import random_games
from engine_c.hansa2004.move_kinds import MOVE_KINDS
from engine_c.hansa2004.numbers import PositionNumbers
from engine_c.hansa2004.position import Hansa2004Position
from engine_c.hansa2004.tables import BoardTables
from hansa import HansaError, MoveError, SetupError, State, StateError
from hansa.boards import read_json
from hansa.cli import main
from hansa.hansa2004.board import board
from hansa.hansa2004.move_texts import parse, text_of
from hansa.hansa2004.names import PHASES
from hansa.protocol import Engine
from hansa.record import Record, append_record, play_random, read_records
from hansa.rulebook.hansa2004 import Game as Twin
from tests.lockstep import compare
from tests.playing2004 import choosers, dealt_blindly, scrambled, setup_name, setups
from tests.test_fuzz import any_json, check_made_or_refused, mutated
from tests.test_properties import check_position

SETUPS = list(setups())


def positions(seed: int, plies: int = 120) -> Iterator[State]:
    """Positions of a game from its start or from anywhere, one after the other."""
    rng = random.Random(seed)
    setup = SETUPS[seed % len(SETUPS)]
    state = State.from_json(scrambled(setup, seed)) if seed % 2 else State.from_setup(setup, seed=seed)
    sorts = choosers(rng)
    for ply in range(plies):
        yield state
        if state.over:
            return
        state.play(sorts[ply % 30 < 8](list(state.legal_moves), rng, {}))


# --- positions ----------------------------------------------------------------------------------

@pytest.mark.parametrize("seed", range(12))
def test_invariants_at_every_ply(seed: int) -> None:
    for state in positions(seed):
        check_position(state)
        moves = state.legal_moves
        after = state.after(moves[-1]) if moves else None
        assert after != state
        for seat in range(state.players):
            assert state.view(seat) == state        # D3: there are no secrets


def test_those_games_reach_every_phase_and_kind_of_move() -> None:
    phases, kinds = Counter[str](), Counter[str]()
    for seed in range(60):
        for state in positions(seed, 400):
            phases[state.phase] += 1
            kinds.update({move.split()[0] for move in state.legal_moves})
    assert set(phases) == set(PHASES) and set(kinds) == set(MOVE_KINDS)


@given(st.integers(0, 2), st.integers(0, 2**32), st.lists(st.integers(0, 2**16), max_size=150))
@settings(max_examples=60, deadline=None)
def test_any_sequence_of_choices_keeps_the_invariants(number: int, seed: int, choices: list[int]) -> None:
    state = State.from_setup(SETUPS[number], seed=seed)
    for choice in choices:
        if state.over:
            break
        state.play(state.legal_moves[choice % len(state.legal_moves)])
    check_position(state)


def test_a_game_may_be_cut_off_in_every_phase() -> None:
    phases: Counter[str] = Counter()
    for seed in range(30):
        for number, state in enumerate(positions(seed)):
            if state.over:
                break
            if phases[state.phase] and (number + seed) % 4:
                continue
            phases[state.phase] += 1
            cut = state.copy()
            cut.cut_off()
            # H51
            assert cut.over and cut.result["reason"] == "cut off" and cut.problems() == [], state
            assert cut.perft(0) == 1 and cut.perft(1) == 0
    assert set(phases) == set(PHASES) - {"over"}


def test_the_state_is_small_and_random_games_are_fixed_by_their_seed() -> None:
    for setup in SETUPS:
        position = State.from_setup(setup, seed=1).position
        assert position.state_bytes <= 256
        assert random_games(position, 5, 60_000) == random_games(position, 5, 60_000) != random_games(position, 6, 60_000)


def test_a_seed_fixes_the_setup_and_a_given_one_needs_none() -> None:
    first = State.new(game="hansa2004", players=3, seed=4)
    assert first == State.new(board="hansa2004", players=3, seed=4)
    assert first.setup is not None and State.from_setup(first.setup) == first
    assert len({json.dumps(State.new(game="hansa2004", seed=seed).setup) for seed in range(9)}) == 9


# --- moves --------------------------------------------------------------------------------------

def test_texts_and_numbers_are_inverse() -> None:
    texts = [*(f"{verb} {city.code}" for verb in ("found", "sail") for city in board().cities),
             *(f"{verb} {kind}" for verb in ("reveal", "buy", "build", "sell", "lose", "drop") for kind in board().goods),
             "refill", "skip", "end", "done"]
    assert [text_of(parse(text)) for text in texts] == texts
    assert len({parse(text) for text in texts}) == len(texts)
    for city in board().cities:
        assert text_of(parse(f"SAIL  {city.name}")) == f"sail {city.code}"


REASONS = [
    ("sail RIG", "no arrow leads from LUB to RIG, only to AAL [H31]"),
    ("buy red3", "no red3 lies in LUB, where the ship is [H33]"),
    ("build blue1", "has no unsold blue1 [H35]"), ("build green2", "has no unsold green2 [H35]"),
    ("sell red1", "selling needs a booth in LUB, and seat 0 has none there [H37]"),
    ("found TON", "the phase is 'turn', where seat 0 may only sail or buy or build or sell or end [H30]"),
    ("done", "[H30]"), ("", "it is empty"), ("sail", "it should read 'sail CITY'"), ("end now", "it should read 'end'"),
    ("buy wool", "'wool' does not name goods"), ("sail Bremen", "there is no city 'bremen'"),
    ("swim COP", "no move begins with 'swim'"),
]


@pytest.mark.parametrize(("text", "reason"), REASONS)
def test_refused_moves_say_why(text: str, reason: str) -> None:
    state = State.from_json({
        "game": "hansa2004", "players": 2, "turn": 0, "to_move": 0, "phase": "turn", "ship": "LUB",
        "desks": [{"talers": 3, "booths": 15, "unsold": ["red1", "red1"]}, {"talers": 3, "booths": 15}],
        "cities": {"LUB": {"goods": ["red2"]}}, "supply": {"red3": 1},
    })
    with pytest.raises(MoveError) as caught:
        state.play(text)
    assert reason in caught.value.reason and json.loads(caught.value.position) == state.to_json()


def test_every_move_that_is_not_legal_is_refused_with_a_rule() -> None:
    every = [text_of(parse(f"{verb} {city.code}")) for verb in ("found", "sail") for city in board().cities]
    every += [f"{verb} {kind}" for verb in ("reveal", "buy", "build", "sell", "lose", "drop") for kind in board().goods]
    every += ["refill", "skip", "end", "done"]
    phases: Counter[str] = Counter()
    for seed in range(12):
        for state in positions(seed, 60):
            phases[state.phase] += 1
            if phases[state.phase] > 6 or state.over:
                continue
            legal = set(state.legal_moves)
            for text in every:
                if text not in legal:
                    with pytest.raises(MoveError, match=r"\[H\d\d\]"):
                        state.parse(text)
    assert len(phases) >= 7


@given(st.text(max_size=40) | st.lists(st.sampled_from(
    ["sail", "buy", "build", "sell", "end", "done", "refill", "COP", "Lübeck", "tonsberg", "red1", "red", "2", "blue 3", "-"]),
    max_size=4).map(" ".join))
@settings(max_examples=300, deadline=None)
def test_any_text_is_a_legal_move_or_refused(text: str) -> None:
    state = State.from_json(scrambled(SETUPS[0], 3))
    before = bytes(state)
    try:
        state.play(text)
    except MoveError as error:
        assert bytes(state) == before and all(near in state.legal_moves for near in error.nearest)


# --- what comes from outside --------------------------------------------------------------------

def test_the_least_state_is_enough() -> None:
    """Piles, turns, `acted`, `game` beside a board and whatever is empty may be left out."""
    state = State.from_json({
        "board": "hansa2004", "players": 2, "turn": 1, "to_move": 1, "phase": "turn", "ship": "COP",
        "desks": [{"talers": 3, "booths": 15}, {"talers": 6, "booths": 15}], "cities": {}, "supply": {"red1": 1},
    })
    assert state.turns == 1 and list(state.legal_moves) == ["sail TON", "sail LUB", "sail DAN", "end"]
    assert state.to_json()["piles"] == [0, 0, 0, 0, 1] and State.from_json(state.to_json()) == state


@pytest.mark.parametrize("phase", ["refill", "reveal", "turn", "sell", "lose", "keep"])
def test_whatever_is_taken_as_possible_stays_so(phase: str) -> None:
    """Dealt blindly, taken or refused; what is taken is played as the twin plays it, and may be cut
    off anywhere."""
    rng, taken = random.Random(phase), 0
    for _ in range(20_000):
        if taken == 16:
            return
        try:
            state = State.from_json(dealt_blindly(rng.randint(2, 4), phase, rng))
        except StateError:
            continue
        taken += 1
        twin = Twin.from_state(state.to_json())
        for _ in range(10):
            (moves, _), cut = compare(twin, state), state.copy()
            if state.over:
                break
            cut.cut_off()
            assert state.problems() == cut.problems() == [], state
            move = rng.choice(moves)
            state.play(move)
            twin.play(move)
    pytest.fail(f"only {taken} positions were taken")


@pytest.mark.parametrize("seed", range(6))
def test_mutated_states_are_refused_or_possible(seed: int) -> None:
    rng = random.Random(seed)
    refused = tried = 0
    for number, state in enumerate(positions(seed, 80)):
        if number % 4:
            continue
        for _ in range(20):
            tried += 1
            data = mutated(state.to_json(), rng)
            try:
                found = State.from_json(data)
            except (StateError, SetupError) as error:
                refused += 1
                assert "\n" not in str(error) and len(str(error)) > 10
                continue
            for _ in range(8):
                assert found.problems() == [], data
                if found.over:
                    break
                found.play(rng.choice(found.legal_moves))
    assert refused * 3 > tried


@given(any_json("board", "players", "phase", "desks", "cities", "warehouses", "seed", "supply"))
@settings(max_examples=200, deadline=None)
def test_any_json_is_a_setup_or_a_state_or_refused(data: Any) -> None:
    check_made_or_refused({"game": "hansa2004", **data} if isinstance(data, dict) else data)


@pytest.mark.parametrize("seed", range(4))
def test_changed_bytes_are_refused_or_the_same_state(seed: int) -> None:
    rng = random.Random(seed)
    for number, state in enumerate(positions(seed, 60)):
        if number % 6:
            continue
        raw = bytes(state)
        assert State.from_bytes(raw) == state
        for _ in range(20):
            changed = bytearray(raw)
            changed[rng.randrange(len(changed))] = rng.randrange(256)
            try:
                assert State.from_bytes(bytes(changed)).problems() == []
            except StateError:
                continue


@pytest.mark.parametrize(("setup", "expected"), [
    ({"players": 5}, "2, 3, 4 players"), ({"players": True}, "players"), ({"board": "hansa-45"}, "unknown board"),
    ({"edition": "bigbox"}, "unknown member"), ({"seed": "x"}, "seed"), ({"warehouses": {}}, "H2"),
    ({"warehouses": {city.code: ["red1"] * city.warehouses for city in board().cities}}, "H1"),
    ({"warehouses": {city.code: ["red1"] for city in board().cities}}, "H2"),
    ({"warehouses": {city.code: ["wool"] * city.warehouses for city in board().cities}}, "unknown goods"),
])
def test_bad_setups_are_named(setup: dict[str, Any], expected: str) -> None:
    with pytest.raises(SetupError, match=expected):
        State.from_setup({"game": "hansa2004", **setup})


def test_the_door_refuses_fields_that_leave_their_places() -> None:
    state = State.new(game="hansa2004", players=2, seed=1)
    position = state.position
    assert isinstance(position, Hansa2004Position)
    tables, fields = BoardTables(read_json("hansa2004")), cast(dict[str, Any], position.fields())

    def made(numbers: dict[str, Any]) -> Hansa2004Position:
        return Hansa2004Position.from_fields(tables, cast(PositionNumbers, numbers))

    assert made(fields).fields() == fields
    wrong: list[dict[str, Any]] = [
        {"players": 5}, {"players": 1}, {"turn": 2}, {"to_move": 7}, {"phase": 9}, {"ship": 9}, {"supply": [9] * 18},
        {"supply": []}, {"goods": [[0, 0, 0]] * 9}, {"booths": [[16, 0]] * 9}, {"talers": [100, 0]}, {"last": 3},
        {"losing": 2}, {"to_move": "*"}, {"unsold": [[0] * 18]}, {"to_move": None},
        {"stock": [14, 15]}, {"unsold": [[7] + [0] * 17] * 2},
        # What the moves of a phase would take is not there: a space, a marker, a taler, a booth.
        {"phase": 2, "to_move": "*"}, {"phase": 2, "to_move": "*", "supply": [0] * 18, "goods": [[]] * 9},
        {"phase": 1, "talers": [0, 3]}, {"phase": 6}, {"phase": 4, "sale": 1, "last": 0, "single": 1},
        {"phase": 5, "to_move": 1, "sale": 1, "losing": 0},
        {"stock": [0, 0], "booths": [[15, 15]] + [[0, 0]] * 8}, {"stock": [13, 15], "booths": [[2, 0]] + [[0, 0]] * 8},
    ]
    for change in wrong:
        with pytest.raises(ValueError, match="not a position"):
            made(fields | change)
    space = {"phase": 2, "to_move": "*", "goods": [[], *fields["goods"][1:]]}
    for change in ({"phase": 1}, space):        # it is not the phase that was refused
        assert made(fields | change).moves()


# --- records, protocol, commands ----------------------------------------------------------------

@pytest.mark.parametrize("setup", SETUPS, ids=setup_name)
def test_records_replay(setup: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    for seed in range(3):
        record = play_random(setup, seed=seed, limit=[None, 40, None][seed], kind_first=seed == 2)
        append_record(path, record)
        assert record.end == ("moves" if seed == 1 else "markers")
    records, warnings = read_records(path)
    assert not warnings and [record.verify().over for record in records] == [True] * 3
    data = records[0].to_json()
    with pytest.raises(HansaError, match=r"\[H50\]"):
        Record.from_json({**data, "end": "moves"}).verify()
    data["result"]["scores"][0]["sold"] += 1
    with pytest.raises(HansaError, match=r"\[H52, H53\]"):
        Record.from_json(data).verify()


def test_a_record_without_its_warehouses_needs_a_seed() -> None:
    record = play_random({"game": "hansa2004", "players": 2}, seed=3, limit=5)
    setup = {name: value for name, value in record.setup.items() if name != "warehouses"}
    open_setup = {**record.to_json(), "setup": setup}
    assert Record.from_json(open_setup).verify().over
    del open_setup["seed"]
    with pytest.raises(HansaError, match="warehouses"):
        Record.from_json(open_setup).verify()


def test_the_protocol_plays_it() -> None:
    engine = Engine()
    assert "hansa2004" in engine.answer({"cmd": "hello"})["games"]
    assert engine.answer({"cmd": "new", "setup": {"game": "hansa2004", "players": 2}, "seed": 5})["to_move"] == 0
    played = engine.answer({"cmd": "play", "moves": ["found LUB", "found lubeck", "found COP"]})
    assert played["error"]["number"] == 2 and "[H11]" in played["error"]["message"]
    assert engine.answer({"cmd": "perft", "depth": 2})["nodes"] == 49
    gone = engine.answer({"cmd": "go", "simulations": 60})
    assert len(gone["values"]) == 2 and list(gone["points"][0]) == ["total", "unsold", "sold", "cities"]
    assert engine.answer({"cmd": "play", "moves": [gone["move"]]})["to_move"] == 1
    assert engine.answer({"cmd": "new", "setup": {"board": "east", "players": 3}, "seed": 5})["to_move"] == 0
    assert engine.answer({"cmd": "go", "simulations": 20})["move"]     # another game, another mind
    assert engine.answer({"cmd": "undo", "count": 0})["to_move"] == 0


def test_the_commands_take_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "games.jsonl")
    for line in (
        "new --game hansa2004 --draw", "new --board hansa2004 --players 3 --seed 1", "new --game hansa2 --setup --seed 2",
        f"random --game hansa2004 --players 2 --seed 3 --to-the-end --out {path}", f"show {path} --ply 40", f"replay {path}",
        "perft --game hansa2004 --players 2 --depth 3 --divide", "bench --board hansa2004 --seconds 0.05",
    ):
        assert main(line.split()) == 0, line
    text = capsys.readouterr().out
    assert "Copenhagen" in text and "1 game verified" in text and "perft(3) = 448" in text and "hansa2004/4" in text
    for line, message in (
        ("new --game hansa2004 --edition bigbox", "--edition is not for the board hansa2004"),
        ("new --game hansa2004 --modules missions", "--modules is not for"), ("new --game chess", "unknown game 'chess'"),
        ("new --game hansa2004 --players 5", "no board is for 5 players"),
        ("new --game hansa2004 --board east", "unknown board"),
    ):
        assert main(line.split()) == 2
        assert message in capsys.readouterr().err, line


def test_evidence_comes_with_the_board() -> None:
    assert set(read_json("hansa2004")["evidence"]) == {"certain", "well supported", "reconstructed"}
