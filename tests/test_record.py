"""Records: there and back, replayed and verified, torn by crashes, and fuzzed."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hansa import RecordError, State
from hansa.annotations import Note
from hansa.json_lines import MOST_LEVELS, NotJson, read_json
from hansa.record import Record, append_record, parse_records, play_random, read_records, setup_of
from hansa.record_members import ENDS
from tests.playing import setup_name, setups

SETUP: Mapping[str, Any] = {"board": "hansa-45", "players": 4, "modules": ["missions", "favours"]}
GAME = play_random(SETUP, seed=3, limit=150, kind_first=True)
WHOLE_GAME = play_random({"board": "east", "players": 3}, seed=5, kind_first=True)


def line(record: Record) -> bytes:
    return json.dumps(record.to_json()).encode() + b"\n"


def changed(record: Record, **members: Any) -> dict[str, Any]:
    """A record's JSON with some members changed, and those that are None left out."""
    data = {**record.to_json(), **members}
    return {name: value for name, value in data.items() if value is not None}


# --- there and back -----------------------------------------------------------------------------

@pytest.mark.parametrize("setup", [pytest.param(setup, id=setup_name(setup)) for setup in setups()][::5])
def test_random_games_verify(setup: dict[str, Any]) -> None:
    record = play_random(setup, seed=11, limit=400, kind_first=True)
    again = Record.from_json(json.loads(json.dumps(record.to_json())))
    assert again == record
    assert again.verify().result == record.result


def test_a_whole_game_ends_by_rule_and_has_chance_in_it() -> None:
    assert WHOLE_GAME.end in ("prestige", "markers", "cities")
    assert any(move.startswith("* draw ") for move in WHOLE_GAME.moves)
    assert WHOLE_GAME.verify().over


def test_the_members_come_in_the_order_of_the_format() -> None:
    names = ["version", "id", "setup", "seats", "seed", "moves", "end", "result", "engine", "seconds"]
    assert list(WHOLE_GAME.to_json()) == names


def test_equal_records_count_once() -> None:
    """In a set, whatever else they keep: mappings have no hash, and are compared only."""
    kept = replace(GAME, more={"table": {"name": "a"}}, notes=(Note(0, comment="slow"),))
    begun = Record(setup={}, state=GAME.start().to_json(), moves=(), end="interrupted")
    assert len({GAME, Record.from_json(GAME.to_json()), kept, replace(kept), begun, replace(begun)}) == 3


def test_random_games_are_those_of_their_seed() -> None:
    assert play_random(SETUP, seed=3, limit=150, kind_first=True).moves == GAME.moves
    assert play_random(SETUP, seed=4, limit=150, kind_first=True).moves != GAME.moves
    assert play_random(SETUP, limit=1).seed is not None


def test_a_record_may_begin_from_a_position() -> None:
    """`state` in the place of what a setup leads to: everything replays and verifies as ever."""
    for record in (GAME, play_random({"game": "hansa2004", "players": 3}, seed=2, limit=80)):
        middle = record.replay(60)
        later = replace(record, state=middle.to_json(), setup=setup_of(middle), moves=record.moves[60:])
        again = Record.from_json(json.loads(json.dumps(later.to_json())))
        assert again == later and list(later.to_json())[3] == "state" and "seed" not in later.setup
        assert again.start() == middle and again.verify().result == record.result
        # The setup says nothing that is needed
        assert replace(later, setup={}, seed=None).replay() == record.replay()
        assert replace(later, seats=()).replay(3) == record.replay(63)


@pytest.mark.parametrize(("members", "message"), [
    ({"state": 7}, "'state' must be an object"), ({"state": {}}, "'state': impossible state"),
    ({"setup": {"board": "east"}}, "'setup.board' is 'east', but in 'state' it is 'hansa-45'"),
    ({"setup": {"modules": []}}, "'setup.modules' is \\[\\], but in 'state'"),
    ({"state": GAME.replay(60).view(0).to_json()}, "'state' hides cards"),
    ({"setup": {"players": 5}}, "'setup.players' is 5, but in 'state' it is 4"),
    ({"seats": ["human"] * 3}, "'seats' names 3 players, but 4 play"),
    ({"moves": ["9 end"]}, "ply 0"),
    ({"moves": ["0 end"], "notes": [{"ply": 1, "comment": "too late"}]}, "'notes' speak of ply 1, but there are 1 moves"),
])
def test_a_record_that_does_not_fit_its_position_is_refused(members: dict[str, Any], message: str) -> None:
    middle = GAME.replay(60)
    later = replace(GAME, state=middle.to_json(), setup=setup_of(middle), moves=GAME.moves[60:])
    with pytest.raises(RecordError, match=message):
        Record.from_json(changed(later, **members)).replay()


def test_unknown_members_are_kept() -> None:
    data = changed(GAME, block=7, note="a good one")
    record = Record.from_json(data)
    assert record.more == {"block": 7, "note": "a good one"}
    assert record.to_json() == data


# --- replaying ----------------------------------------------------------------------------------

def test_replay_up_to_a_ply_is_the_position_the_next_move_was_made_in() -> None:
    for ply in (0, 1, 77, len(GAME.moves) - 1):
        mover, _, move = GAME.moves[ply].partition(" ")
        state = GAME.replay(ply)
        assert str(state.to_move) == mover
        assert move in state.legal_moves
    assert GAME.replay() == GAME.replay(len(GAME.moves))


def test_steps_are_all_positions() -> None:
    steps = list(GAME.steps(3))
    assert [step.state for step in steps] == [GAME.replay(ply) for ply in range(4)]
    assert [step.ply for step in steps] == [0, 1, 2, 3]
    assert [f"{step.state.to_move} {step.move}" for step in steps[:-1]] == list(GAME.moves[:3])
    assert steps[-1].move is None


def test_positions_of_steps_are_independent() -> None:
    first, second, *_ = GAME.steps(2)
    before = second.state.copy()
    first.state.play(first.state.legal_moves[-1])
    assert second.state == before
    for step in GAME.steps(2):
        step.state.cut_off()        # whoever spoils a position does not spoil the next


def test_steps_before_a_wrong_move_are_yielded() -> None:
    moves = (*GAME.moves[:2], "0 place t XXX-YYY")
    seen = []
    with pytest.raises(RecordError, match="ply 2"):
        for step in replace(GAME, moves=moves).steps():
            seen.append(step.ply)
    assert seen == [0, 1]


@pytest.mark.parametrize("ply", [-1, 151])
def test_there_is_no_ply_beyond_the_game(ply: int) -> None:
    with pytest.raises(RecordError, match=f"there is no ply {ply}; the game has 150 moves"):
        GAME.replay(ply)


@pytest.mark.parametrize(("ply", "move", "message"), [
    (0, "1 end", r"ply 0: '1 end' should begin with its mover, and seat 0 is to move \[D1\]"),
    (0, "end", r"ply 0: 'end' should begin with its mover, and seat 0 is to move \[D1\]"),
    (0, "", r"ply 0: '' should begin with its mover"),
    (0, "* draw swap", r"ply 0: '\* draw swap' should begin with its mover, and seat 0"),
    (4, "{mover} place t XXX-YYY", r"ply 4: illegal move 'place t XXX-YYY': there is no route"),
])
def test_a_wrong_move_is_named_with_its_ply(ply: int, move: str, message: str) -> None:
    moves = list(GAME.moves)
    moves[ply] = move.format(mover=moves[ply][0])
    with pytest.raises(RecordError, match=message) as error:
        replace(GAME, moves=tuple(moves)).verify()
    assert "\n" not in str(error.value)


def test_nobody_moves_after_the_end() -> None:
    with pytest.raises(RecordError, match="and the game is over"):
        replace(WHOLE_GAME, moves=(*WHOLE_GAME.moves, "0 end")).verify()


def test_an_open_setup_needs_a_seed() -> None:
    with pytest.raises(RecordError, match="leaves taverns open, and there is no seed"):
        Record({"board": "hansa-45"}, (), "moves").start()
    with pytest.raises(RecordError, match="leaves taverns and missions open, and there is no seed"):
        Record({"board": "hansa-45", "modules": ["missions"]}, (), "moves").start()
    assert Record({"board": "hansa-45"}, (), "moves", seed=3).start() == State.new(board="hansa-45", seed=3)
    assert Record({"board": "hansa-45", "seed": 3}, (), "moves").start() == State.new(board="hansa-45", seed=3)


@pytest.mark.parametrize(("members", "message"), [
    ({"setup": {"board": "wset"}}, "'setup': unknown board 'wset'"),
    ({"seats": ("a", "b")}, "'seats' names 2 players, but 4 play"),
    ({"by": 4, "end": "crash"}, "'by' is seat 4, but seats are 0 to 3"),
])
def test_what_only_the_setup_can_tell_is_checked_at_the_start(members: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        replace(GAME, **members).start()


# --- verifying ----------------------------------------------------------------------------------

@pytest.mark.parametrize("end", ["moves", "time", "illegal", "crash", "timeout", "interrupted"])
def test_games_that_stopped_are_scored_as_they_stand(end: str) -> None:
    by = 1 if end in ("illegal", "crash", "timeout") else None
    record = Record.from_json(changed(GAME, end=end, by=by))
    final = record.verify()
    assert final.result == GAME.result
    assert final.result["reason"] == "cut off"
    assert replace(record, result=None).verify() == final


def test_every_end_needs_the_game_to_be_there() -> None:
    for end in ENDS:
        by_rule = end in ("prestige", "markers", "cities")
        record, message = (GAME, "the game is not over") if by_rule else (WHOLE_GAME, "the game ended by")
        with pytest.raises(RecordError, match=message):
            replace(record, end=end).verify()
    wrong = next(end for end in ("markers", "cities") if end != WHOLE_GAME.end)
    with pytest.raises(RecordError, match=f"'end' is '{wrong}', but the game ended by"):
        replace(WHOLE_GAME, end=wrong).verify()


def test_a_wrong_result_is_named() -> None:
    result = json.loads(json.dumps(WHOLE_GAME.result))
    result["scores"][1]["network"] += 1
    with pytest.raises(RecordError, match=r"'result.scores\[1\].network' is \d+, but the position gives \d+ \[T73"):
        replace(WHOLE_GAME, result=result).verify()
    for wrong, message in (
        ({**result, "scores": []}, "'result.scores' is"), ({"reason": WHOLE_GAME.end}, "'result' lacks 'scores'"),
        ({**(WHOLE_GAME.result or {}), "x": 1}, "'result' has an unknown member 'x'"),
        ({**(WHOLE_GAME.result or {}), "ranks": [True, 2, 3]}, "'result.ranks"),
    ):
        with pytest.raises(RecordError, match=message):
            replace(WHOLE_GAME, result=wrong).verify()


def test_shares_may_be_rounded() -> None:
    state = State.new(board="east", players=3, seed=1)
    state.cut_off()

    def record(share: float) -> Record:
        result = {**state.result, "shares": [share] * 3}
        return Record({"board": "east", "players": 3}, (), "moves", seed=1, result=result)

    assert record(0.3333333333).verify() == state
    with pytest.raises(RecordError, match="shares"):
        record(0.334).verify()


# --- reading ------------------------------------------------------------------------------------

@pytest.mark.parametrize(("members", "message"), [
    ({"version": 2}, "'version' must be 1, not 2"),
    ({"version": True}, "'version' must be 1, not True"),
    ({"version": None}, "'version' must be 1, not null"),
    ({"setup": None}, "'setup' is missing"),
    ({"setup": "hansa-45"}, "'setup' must be an object"),
    ({"moves": None}, "'moves' is missing; it is a list of texts"),
    ({"moves": "0 end"}, "'moves' must be a list of texts"),
    ({"moves": ["0 end", 3]}, "'moves' must be a list of texts"),
    ({"end": "victory"}, "'end' must be one of prestige markers"),
    ({"end": ["moves"]}, "'end' must be one of"),
    ({"id": 3}, "'id' must be a text, not 3"),
    ({"seats": "random"}, "'seats' must be a list of texts"),
    ({"seed": 1.5}, "'seed' must be a whole number, not 1.5"),
    ({"by": -1, "end": "crash"}, "'by' must be a whole number from 0, not -1"),
    ({"by": None, "end": "crash"}, "'by' is missing; with the end 'crash'"),
    ({"by": 0}, "'by' is there, but nobody is at fault with the end 'moves'"),
    ({"result": [1]}, "'result' must be an object"),
    ({"engine": 3}, "'engine' must be a text"),
    ({"seconds": -1}, "'seconds' must be a number from 0, not -1"),
])
def test_every_member_is_checked(members: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError) as error:
        Record.from_json(changed(GAME, **members))
    assert str(error.value).startswith(message)
    assert "(see 'hansa docs records')" in str(error.value)


def test_a_bad_line_is_named() -> None:
    bad = json.dumps(changed(GAME, end="victory")).encode()
    for text, message in ((bad, "'end' must be one of"), (b"{}}", "no JSON: Extra data"), (b"nothing", "no JSON"),
                          (b"[1]", "a record is a JSON object, not [1]"), (b"\xff{}", "no UTF-8"),
                          (b'{"id": 1, "id": 2}', "the member 'id' is there twice"),
                          (b'{"a": 1, "id": 1, "b": {}, "id": 2, "c": 3}', "the member 'id' is there twice")):
        with pytest.raises(RecordError) as error:
            parse_records(line(GAME) + b"\n" + text + b"\n" + line(GAME), "games.jsonl")
        assert str(error.value).startswith(f"games.jsonl: line 3: {message}")


@pytest.mark.parametrize("last", [b'[1, {"a": 2', b'"half a text', b"nothing"])
def test_a_last_line_that_was_no_record_is_not_taken_for_a_torn_one(last: bytes) -> None:
    with pytest.raises(RecordError, match=r"^games.jsonl: line 2: no JSON"):
        parse_records(line(GAME) + last, "games.jsonl")


def test_a_last_line_that_was_begun_as_a_record_is_cut_off_though_its_brackets_close() -> None:
    assert parse_records(line(GAME) + b'{"moves": [], }', "a file") == (
        [GAME], ["a file: read 1 record; line 2 is cut off and was left out"])


def test_only_the_first_line_may_describe_a_tournament() -> None:
    described = b'{"tournament": {}}\n'
    assert parse_records(described + line(GAME), "a file") == ([GAME], [])
    with pytest.raises(RecordError, match=r"^a file: line 2: 'version' must be 1"):
        parse_records(line(GAME) + described, "a file")


@pytest.mark.parametrize("keep", [1, 20, 500, -2])
def test_a_torn_last_line_is_left_out_with_a_warning(tmp_path: Path, keep: int) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(line(GAME) * 12 + line(GAME)[:keep])
    records, warnings = read_records(path)
    assert records == [GAME] * 12
    assert warnings == [f"{path}: read 12 records; line 13 is cut off and was left out"]


def test_only_a_newline_missing_is_no_harm() -> None:
    assert parse_records(line(GAME).strip(), "-") == ([GAME], [])
    assert parse_records(b"", "-") == ([], [])


def test_appending_after_a_crash_keeps_the_torn_line_apart(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    append_record(path, GAME)
    with path.open("ab") as file:
        file.write(line(WHOLE_GAME)[:300])
    append_record(path, WHOLE_GAME)
    append_record(path, GAME)
    records, warnings = read_records(path)
    assert records == [GAME, WHOLE_GAME, GAME]
    assert warnings == [f"{path}: read 3 records; line 2 is cut off and was left out"]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(line(GAME) + b'{"ver')))
    records, warnings = read_records("-")
    assert records == [GAME]
    assert warnings == ["standard input: read 1 record; line 2 is cut off and was left out"]


# --- JSON ---------------------------------------------------------------------------------------

@pytest.mark.parametrize("text", [
    "NaN", "[Infinity]", "-Infinity", "1e999", "9" * 5000, "[" * 100_000, '{"a":' * 50_000,
    "[" * (MOST_LEVELS + 2) + "]" * (MOST_LEVELS + 2), '{"a": 1, "a": 2}', "", "{", "\ufeff1",
])
def test_what_is_no_json(text: str) -> None:
    with pytest.raises(NotJson) as error:
        read_json(text)
    assert "\n" not in str(error.value) and len(str(error.value)) < 200


def test_nesting_is_allowed_to_a_depth() -> None:
    found, depth = read_json("[" * MOST_LEVELS + "]" * MOST_LEVELS), 1
    while found:
        (found,), depth = found, depth + 1
    assert depth == MOST_LEVELS


# --- fuzz ---------------------------------------------------------------------------------------

NUMBERS = st.integers(-9, 9) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(sorted(GAME.to_json())), VALUES, st.sampled_from(sorted(SETUP)), VALUES)
def test_mutated_records_are_refused_or_verified(name: str, value: Any, part: str, other: Any) -> None:
    data = {**GAME.to_json(), name: value}
    if isinstance(data["setup"], dict):
        data["setup"] = {**data["setup"], part: other}
    try:
        record = Record.from_json(data)
        assert Record.from_json(record.to_json()) == record
        record.verify()
    except RecordError as error:
        assert str(error)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32), st.binary(min_size=1, max_size=8))
def test_damaged_files_are_read_or_refused(seed: int, damage: bytes) -> None:
    rng = random.Random(seed)
    data = bytearray(line(replace(GAME, moves=GAME.moves[:3], result=None)) * 3)
    place = rng.randrange(len(data))
    data[place:place + rng.randrange(9)] = damage
    try:
        records, _ = parse_records(bytes(data), "fuzz")
        assert len(records) <= 3 + damage.count(b"\n")
    except RecordError as error:
        assert str(error).startswith("fuzz: line ")
