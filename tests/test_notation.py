"""The notation for people: positions and games, there and back, forgiving, and clear about what is
wrong."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hansa import State
from hansa.annotations import GLYPHS, MOST_DEPTH, Note, Variation
from hansa.boards import BOARD_NAMES, board
from hansa.cli import main
from hansa.errors import NotationError, RecordError
from hansa.json_lines import NotJson
from hansa.notation import is_game, is_position, read_games, read_position, write_game, write_position
from hansa.notation.files import position_in_file
from hansa.record import Record, play_random, setup_of
from hansa.teutonica.names import TRACK_VALUES
from hansa.teutonica.position_words import places_of, step_of, step_text
from tests.playing import choosers, setups
from tests.scramble import abroad, neutral, scrambled

SETUPS: list[dict[str, Any]] = [*setups(), *({"game": "hansa2004", "players": players} for players in (2, 3, 4))]


# --- positions ----------------------------------------------------------------------------------

def start_of(seed: int) -> State:
    """A beginning, or a position far from natural play."""
    setup = SETUPS[seed % len(SETUPS)]
    if ("game" in setup and setup["game"] == "hansa2004") or seed % 3 == 0:
        return State.from_setup(setup, seed=seed)
    if seed % 7 == 1:
        return State.from_json(neutral("bigbox", seed))
    return State.from_json(abroad(seed) if seed % 11 == 1 else scrambled(setup, seed))


def there_and_back(state: State) -> None:
    for block in (False, True):
        text = write_position(state, block=block)
        assert read_position(text) == state, text
        assert write_position(read_position(text), block=block) == text
        assert is_position(text) and not is_game(text)
    assert "\n" not in write_position(state)


@pytest.mark.parametrize("part", range(4))
def test_positions_of_both_games_go_there_and_back(part: int) -> None:
    """Every board, edition and set of modules; after some random moves too."""
    for seed in range(part, len(SETUPS), 4):
        state, rng = start_of(seed), random.Random(seed)
        for _ in range(3):
            there_and_back(state)
            if state.over:
                break
            state.play(rng.choice(state.legal_moves))


PHASES = {
    "teutonica": {"turn", "lift", "drop", "displaced", "remove", "neutral", "draw", "plates"},
    "hansa2004": {"found", "refill", "reveal", "turn", "sell", "lose", "keep", "over"},
}


def test_positions_of_every_phase_go_there_and_back() -> None:
    """Five of each, or as many as come up in 160 games."""
    seen: Counter[tuple[str, str]] = Counter()
    for seed in range(160):
        if all(seen[game, phase] >= 5 for game, phases in PHASES.items() for phase in phases):
            break
        state = start_of(seed) if seed % 5 else State.from_setup(SETUPS[-1 - seed // 5 % 3], seed=seed)
        rng = random.Random(seed)
        sorts = choosers(rng)
        for ply in range(60 if state.game == "teutonica" else 400):
            key = state.game, state.phase
            if seen[key] < 5:
                there_and_back(state)
                seen[key] += 1
            if state.over:
                break
            if state.game == "teutonica":
                state.play(sorts[ply % 2](list(state.legal_moves), rng, state.to_json()))
            else:
                state.play(rng.choice(state.legal_moves))
    ended = start_of(3)
    ended.cut_off()
    there_and_back(ended)
    for game, wanted in PHASES.items():
        assert wanted <= {phase for name, phase in seen if name == game}


@pytest.mark.parametrize(("text", "means"), [
    ("east, 3 players", True), ("EAST/3", True), ("hansa2004, 2 players", True), ("hans", True), ("eas", False), ("", False),
    ("# hansa-45", False), ("yeast, 3 players", False),
])
def test_a_position_begins_with_most_of_the_name_of_a_board(text: str, means: bool) -> None:
    assert is_position(text) == means


def test_views_go_there_and_back() -> None:
    view = State.new(board="hansa-45", players=4, modules=["missions"], seed=1).view(2)
    assert "mission ?" in write_position(view)
    there_and_back(view)


@pytest.mark.parametrize("name", BOARD_NAMES)
def test_every_city_and_route_is_found_by_code_and_name_in_either_direction(name: str) -> None:
    the_board = board(name)
    places = places_of(the_board)
    for city in the_board.cities:
        for typed in (city.code, city.code.lower(), city.name, city.name.upper()):
            assert places.place(typed) == city.code and places.seat(city.code, 5) is None
    for route in the_board.routes:
        one, other = (the_board.city(code) for code in route.cities)
        for typed in (route.name, f"{other.code}-{one.code}", f"{other.name} - {one.name}", f"{one.name}-{other.code}".lower()):
            assert places.place(typed) == route.name
        assert places.place(f"{route.name}/ship") == f"{route.name}/ship"


def test_tracks_stand_at_printed_values() -> None:
    for track, values in TRACK_VALUES.items():
        assert [step_of(track, step_text(track, step)) for step in range(len(values))] == list(range(len(values)))
    # A 3 is never the step with four.
    assert step_of("actions", "3") == 1 and step_of("actions", "3+") == 2
    assert step_of("bank", "all") == 3 and step_of("privilege", "bl") == 3


HEAD = "hansa-45, 4 players; turn: red"


@pytest.mark.parametrize(("text", "same"), [
    ("hansa-45, 4 players; turn: red; Hamburg-Bremen: rrG", "hansa-45 4; turn 1: red, 2; BRE-HAM: r.rG"),
    (HEAD, "hansa-45, 4 player; turn: red"),
    (HEAD + "; LUB: g", HEAD + "; lübeck: green trader"),
    (HEAD, "hansa-45, 4 players, red to move"),
    ("hansa-45, 4 players; turn 5: green, 1 actions", "hansa-45 4 Spieler; Zug 5: grün am Zug, 1 actions"),
    (HEAD + "; HAM-BRE: rrG; GOT: b|r", HEAD + "; Hamburg-Bremen: 2 red, green merchant; GOT: blau | rot"),
    (HEAD + "; HAM-BRE: R; red: actions 3, keys 2", HEAD + "; HAM-BRE: rot Kaufmann; rot: Aktionen 3, Schlüssel 2"),
    (HEAD + "; LUB: g", "hansa-45, 4 players  # mine\n\nturn: rot\nLuebeck: g..\n"),
    (HEAD + "; green: actions 3, privilege pink", HEAD + "; gruen: act 3, priv pi"),
    (HEAD + "; BRE-HAM: rrr plus-3", HEAD + "; ham-bre: 3r +3"),
    (HEAD + "; GOT: b|rR", HEAD + "; Göttingen: 2t | 0t 0m"),
    (HEAD + "; red: stock 9t", HEAD + "; red: supply 2t1m"),
    ("hansa2004, 2 players; turn: red; TON: red2 2r; supply: red1*2", "hansa2004/2; turn: 0; Tønsberg: r2 rr; supply: r1 r1"),
    ("hansa2004, 2 players; turn: red; TON: red2 2r; supply: red1*2", "hansa2004/2; turn: 0; Tønsberg: r2 rr; supply: r1,r1"),
])
def test_what_may_be_written_in_several_ways(text: str, same: str) -> None:
    assert read_position(text) == read_position(same)


def test_what_is_not_written_follows() -> None:
    data = read_position(HEAD + "; green: actions 3, book 3; LUB: gg; HAM-LUB: r swap; blue: supply 9t").to_json()
    # T1: 26 traders less those on the tracks (4 + 4 + 3 + 3, and one more gone), the board and the
    # supply; T5.
    assert [(desk["stock"], desk["supply"]) for desk in data["desks"]] == [
        ("5t", "5t1m"), ("4t", "6t1m"), ("2t1m", "9t"), ("3t", "8t1m")] or data["desks"][1]["stock"] == "4t1m"
    assert data["completed"] == 1 and data["to_move"] == 0 and data["actions"] == 2
    # T3: three and two lie elsewhere or here
    assert data["supply"]["swap"] == 2 and data["supply"]["extra-office"] == 4


@pytest.mark.parametrize(("text", "problem"), [
    ("", "there is no position"),
    ("hansa-45; turn: red", "how many play on hansa-45"),
    ("hansa-23, 4 players; turn: red", r"hansa-23 is for 2 or 3 players, not 4 \[T4\]"),
    ("hansa-45, 4 players, classical; turn: red", "unknown edition or module 'classical'; did you mean 'classic'"),
    ("hansa-45, 4 players", "add a section such as 'turn: red'|Add a section such as 'turn: red'"),
    (HEAD + "; turn: red", "there twice"),
    (HEAD + "; purple: keys 2", "'purple' is not a section, a player or a city of hansa-45; known are"),
    (HEAD + "; BRE-HUM: r", "section 3: 'BRE-HUM' is not a place of hansa-45; did you mean 'BRE-HAM'"),
    (HEAD + "; BRE-LUB: r", "BRE-LUB is not a route of hansa-45; BRE has BRE-HAM"),
    ("hansa-45, 4 players\nturn: red\nBRE-HAM: rx", "line 3: 'rx' is neither pieces nor a marker"),
    (HEAD + "; BRE-HAM: 5r", "BRE-HAM.house has 5 pieces in 4 places"),
    (HEAD + "; LUB: .g", "offices are taken from the left"),
    (HEAD + "; red: actions 6", "unknown value of actions '6'; known are 2, 3, 4, 5"),
    (HEAD + "; red: keys 4+", "only one 4"),
    (HEAD + "; red: supply 30t", "red: supply 30t is more than the 11t1m that is left|red: supply 30t is more than the 11t1m"),
    (HEAD + "; red: supply 3t, stock 3t", "leave out one of them and it follows"),
    (HEAD + "; LUB: R; LUN: R", "red has 1 merchant too many"),
    (HEAD + "; GOS-HIL: swap; LUN-PER: swap; BRE-OSN: swap; KAM-OSN: swap", "there are 1 more swap than the edition bigbox"),
    (HEAD + "; displaced: red trader from BRE-HAM", "displaced.owner must be another"),
    (HEAD + "; lift: mov 2", "unknown way of lifting 'mov 2'"),
    (HEAD + "; toll: 3", "needs nothing after it"),
    (HEAD + "; special: 6 red", "should be one of 7, 8, 9, 11"),
    ("hansa2004, 2 players; turn: red", "would lie face down"),
])
def test_errors_say_what_to_change(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        read_position(text)


def test_every_problem_is_named_at_once() -> None:
    with pytest.raises(NotationError) as caught:
        read_position("hansa-45, 4 players\nturn: red\nXXX: r\nBRE-HAM: q\nred: keys 9")
    assert [problem.partition(":")[0] for problem in caught.value.problems] == ["line 3", "line 4", "line 5"]


SAMPLES = [write_position(State.from_json(scrambled(SETUPS[number], number))) for number in (0, 17, 40)]
SAMPLES += [write_position(step.state) for number in (1, 3, -1) for step in list(play_random(
    SETUPS[number], seed=2, limit=120, kind_first=True).steps())[20::25]]


@given(st.sampled_from(SAMPLES), st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 4), st.text(max_size=5)), max_size=6))
@settings(max_examples=120, deadline=None)
def test_damaged_positions_are_refused_or_read(text: str, damage: list[tuple[int, int, str]]) -> None:
    """Nothing but a `NotationError` comes out, whatever goes in."""
    for place, count, instead in damage:
        place %= len(text) + 1
        text = text[:place] + instead + text[place + count :]
    try:
        there_and_back(read_position(text))
    except NotationError as error:
        assert error.problems and all(error.problems)


@given(st.text(alphabet="hansa-45, 4 players;:turnedgLUB\n#|.+*0123", max_size=80))
@settings(max_examples=80, deadline=None)
def test_any_text_is_refused_or_read(text: str) -> None:
    for whole in (text, "hansa-45, 4 players; turn: red; " + text):
        try:
            read_position(whole)
        except NotationError as error:
            assert error.problems


# --- games --------------------------------------------------------------------------------------

COMMENTS = ["", "plan: [%clk] x", "a } b { \\ [%clk 3] ; (x) # ü", "[%clk 2]", "two\nlines", '"quoted"']


def noted(rng: random.Random, start: State, moves: Sequence[str], first: int, depth: int = 0) -> tuple[Note, ...]:
    """Notes of every sort on some moves."""
    notes, state = [], start.copy()
    for ply, text in enumerate(moves, first):
        if rng.random() < 0.15:
            variations = []
            for _ in range(rng.randint(0, 2) * (depth < 3)):
                other = state.copy()
                played: list[str] = []
                while not other.over and len(played) < rng.randint(1, 5):
                    played.append(f"{other.to_move} {other.play(rng.choice(other.legal_moves))}")
                variations.append(Variation(tuple(played), noted(rng, state, played, ply, depth + 1)))
            note = Note(
                ply, rng.choice(COMMENTS), rng.choice(COMMENTS), rng.choice(["", *GLYPHS]), rng.choice([None, 3.5]),
                rng.choice([(), (0.5, 0.25, 0.25)]), rng.choice([None, 0, 50]), tuple(variations))
            notes += [note] * (note != Note(ply))
        state.play(text.partition(" ")[2])
    return tuple(notes)


def game(seed: int) -> Record:
    """A random game, some from a position, with notes."""
    rng = random.Random(seed)
    record = play_random(SETUPS[seed * 7 % len(SETUPS)], seed=seed, limit=90, kind_first=seed % 2 == 0)
    if seed % 3 == 0:
        state = record.replay(10)
        record = Record(setup=setup_of(state), state=state.to_json(), moves=record.moves[10:], end="interrupted")
    return replace(record, notes=noted(rng, record.start(), record.moves, 0))


@pytest.mark.parametrize("seed", range(14))
def test_games_go_there_and_back_with_all_their_notes(seed: int) -> None:
    record = game(seed)
    record.verify()
    assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record
    text = write_game(record)
    assert is_game(text) and not is_position(text)
    assert read_games(text) == [record]
    assert read_games(f"{text}\n\n{text}") == [record, record]


GOOD = {"ply": 0, "comment": "good"}


@pytest.mark.parametrize(("notes", "problem"), [
    ({}, "'notes' must be a list"),
    ([3], r"'notes' must be an object"),
    ([{}], r"'notes\[0\].ply' must be the number of a move, from 0"),
    ([{"ply": -1}], "ply"),
    ([{"ply": 9}], "speak of ply 9, but there are 2 moves"),
    ([{"ply": 1}, GOOD], "in the order of their plies"),
    ([GOOD, GOOD], "in the order of their plies"),
    ([{"ply": 0, "comment": 3}], "comment' must be a text"),
    ([{"ply": 0, "before": 3}], "before' must be a text"),
    ([{"ply": 0, "simulations": -1}], "simulations' must be a whole number"),
    ([{"ply": 0, "variations": [{"moves": [3]}]}], r"variations\[0\].moves' must be a list of moves"),
    ([{"ply": 0, "glyph": "!!!"}], "glyph' must be one of"),
    ([{"ply": 0, "clock": -3}], "clock' must be a number of seconds"),
    ([{"ply": 0, "values": [True]}], "values' must be a list of numbers"),
    ([{"ply": 0, "values": {}}], "values' must be a list of numbers"),
    ([{"ply": 0, "simulations": 1.5}], "simulations' must be a whole number"),
    ([{"ply": 0, "variations": [{"moves": []}]}], r"variations\[0\].moves' must be a list of moves"),
])
def test_notes_that_are_none_are_refused(notes: object, problem: str) -> None:
    data = {"version": 1, "setup": {"board": "hansa-45", "players": 4}, "seed": 7, "end": "interrupted",
            "moves": ["0 place t BRE-HAM", "0 end"], "notes": notes}
    with pytest.raises(RecordError, match=problem):
        Record.from_json(data)


def nested(depth: int) -> list[object]:
    """Notes with a variation in which there is one, and so on."""
    deeper = {"notes": nested(depth - 1)} if depth > 1 else {}
    return [{"ply": 0, "variations": [{"moves": ["0 end"]} | deeper]}]


def test_variations_are_nested_so_deep_and_no_deeper() -> None:
    data = {"version": 1, "setup": {"board": "hansa-45", "players": 4}, "seed": 7, "end": "interrupted", "moves": ["0 end"]}
    assert Record.from_json(data | {"notes": nested(MOST_DEPTH)}).notes
    with pytest.raises(RecordError, match=f"is nested deeper than {MOST_DEPTH} variations"):
        Record.from_json(data | {"notes": nested(MOST_DEPTH + 1)})


@pytest.mark.parametrize(("variation", "problem"), [
    (Variation(("0 claim BRE-HAM",)), "ply 1: illegal move"),
    (Variation(("1 end",)), "ply 1: '1 end' should begin with its mover"),
    (Variation(("0 end",), (Note(0, comment="before it"),)), "plies that it has not"),
    (Variation(("0 end", "1 end"), (Note(2, variations=(Variation(("0 end",)),)),)), "ply 2: '0 end' should begin"),
])
def test_a_variation_that_cannot_be_played_does_not_verify(variation: Variation, problem: str) -> None:
    record = Record(setup={"board": "hansa-45", "players": 4}, seed=7, moves=("0 place t BRE-HAM", "0 end"),
                    end="interrupted", notes=(Note(1, variations=(variation,)),))
    with pytest.raises(RecordError, match=problem):
        record.verify()


BEGUN = '[Board "hansa-45, 4 players"]\n[Seed "7"]\n'


@pytest.mark.parametrize(("text", "moves"), [
    ("1. red: place t BRE-HAM; end", ["0 place t BRE-HAM", "0 end"]),
    ("Hamburg-Bremen trader", ["0 place t BRE-HAM"]),
    ("1. m ham lueb; 2. t que goettingen", ["0 place m HAM-LUB", "0 end", "1 place t GOT-QUE"]),
    ("1. setze Kaufmann Lübeck Hamburg; 2. grün: Einkommen 3t", ["0 place m HAM-LUB", "0 end", "1 income 3t"]),
    ("1. t bre ham\n2. displ 0 bre ham with t pay t\nred: put t HAM-LUN\n3. inc 2", [
        "0 place t BRE-HAM", "0 end", "1 displace 0t BRE-HAM with t pay t", "0 put t HAM-LUN", "0 done", "1 end",
        "2 income 2t"]),
])
def test_games_may_be_written_in_few_words(text: str, moves: list[str]) -> None:
    assert list(read_games(BEGUN + text)[0].moves) == moves


def test_what_is_said_before_a_move_that_never_comes_is_about_the_last_one() -> None:
    head = '[Board "hansa-45, 4 players"]\n[Seed "7"]\n1. red: t bre ham'
    assert [read_games(f"{head}{rest}")[0].notes for rest in (" {slow}; {and weak}", "; {weak}")] == [
        (Note(0, comment="slow and weak"),), (Note(0, comment="weak"),)]


def test_headers_are_read_as_people_write_them() -> None:
    head = '[Board "hansa-45, 4 players, missions"]\n[Date "2026-11-19"]\n'
    taverns = '[Taverns "osnabrück-bremen swap, Goslar-Hildesheim extra office, LUN-PER Move 3"]\n'
    record = read_games(head + taverns + '[Missions "OSN STE PAD, Dortmund Minden Lüneburg, 2, 3"]\n1. end')[0]
    assert record.setup["taverns"] == {"BRE-OSN": "swap", "GOS-HIL": "extra-office", "LUN-PER": "move-3"}
    assert record.setup["missions"] == [0, 1, 2, 3] and record.more == {"date": "2026-11-19"}
    assert read_games(write_game(record)) == [record]
    with pytest.raises(NotationError, match="which missions this game had"):
        read_games(head + taverns + "1. end")
    goods = '[Warehouses "TON o3 g3, Aalborg red1 yellow1, LUB o1 y2, COP y2, STO o2 o3, KAL y2, DAN o3, REV y3, RIG o1 g2"]\n'
    record = read_games('[Board "hansa2004, 2 players"]\n' + goods)[0]
    assert record.setup["warehouses"]["TON"] == ["orange3", "green3"]


@pytest.mark.parametrize(("seed", "known"), [("7", 7), ("-7", -7), ("0", 0)])
def test_a_seed_may_be_any_whole_number(seed: str, known: int) -> None:
    assert read_games(BEGUN.replace("7", seed))[0].seed == known


@pytest.mark.parametrize("seed", ["seven", "7-", "--7", "1.5", ""])
def test_a_seed_that_is_no_whole_number_is_refused(seed: str) -> None:
    with pytest.raises(NotationError, match=f"the seed should be a whole number, not '{seed}'"):
        read_games(BEGUN.replace("7", seed))


@pytest.mark.parametrize(("text", "problem"), [
    # One line that is damaged may be a record: whoever reads games says what is wrong with it.
    ('{"version": 1, "moves": [', False), ('{"version": 1, "moves": [\n', False), ('{"version": 1\n{"version": 1}', False),
    ('{"version": 1, "moves": [\n\n', False), ('{\n "board": "east",', True), (' {\n"board": "east"\n', True),
    ("1. end\n", False), ("", False),
])
def test_a_damaged_file_is_a_position_if_its_object_fills_several_lines(text: str, problem: bool) -> None:
    if problem:
        with pytest.raises(NotJson):
            position_in_file(text)
    else:
        assert position_in_file(text) is None


def test_variations_of_texts_are_nested_so_deep_and_no_deeper() -> None:
    def text(depth: int) -> str:
        return BEGUN + "1. end" + " (end" * depth + ")" * depth

    assert read_games(text(MOST_DEPTH))[0].notes[0].variations
    with pytest.raises(NotationError, match=f"variations are nested deeper than {MOST_DEPTH}"):
        read_games(text(MOST_DEPTH + 1))


@pytest.mark.parametrize(("text", "problem"), [("[Board", "a header; it reads"), ("end }", "a } without its {")])
def test_what_cannot_be_read_is_named(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=f"line 3: this cannot be read: {problem}"):
        read_games(BEGUN + text)


def test_a_game_may_begin_from_a_position_alone() -> None:
    (record,) = read_games(f'[Position "{HEAD}"]\n1. end')
    assert record.start() == read_position(HEAD) and record.moves == ("0 end",)


def test_the_text_of_a_game_is_laid_out_by_turns() -> None:
    record = Record(setup={"board": "hansa-23", "players": 3}, seed=5, end="interrupted",
                    moves=("0 place t HAM-LUB", "0 end", "1 income 3t", "1 end", "2 end"))
    moves = write_game(record).partition("\n\n")[2]
    assert moves.strip() == "1. red: place t HAM-LUB; end;\n2. green: income 3t; end;\n3. blue: end"
    assert not moves.startswith("\n")


def test_a_file_of_games_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    text = BEGUN + "1. end"
    monkeypatch.setattr("hansa.notation.game_reading.MOST_TEXT", len(text))
    assert read_games(text)
    with pytest.raises(NotationError, match=f"at most {len(text)} characters, not {len(text) + 1}"):
        read_games(text + " ")


@pytest.mark.parametrize(("text", "problem"), [
    ("place t BRE-HAM", "a game begins with its headers"),
    ('[Seed "7"]\n1. end', "there is no header 'Board'"),
    ('[Bord "hansa-45, 4 players"]\n', "unknown header 'Bord'; did you mean 'Board'"),
    ('[Board "hansa-45, 4 players"]\n', r'nothing says which taverns this game had; add a header such as \[Taverns "BRE-OSN'),
    (BEGUN + "1. red: place t BRE-LUB", "line 3, turn 1: illegal move"),
    (BEGUN + "1. red: place t bre", "line 3, turn 1: 'place t bre' may be place t BRE-HAM, .*write more of it"),
    (BEGUN + "1. t bre ham\n3. inc 2", "line 4, turn 2: turn 3 does not follow: it is turn 2, green to move"),
    ('[Board "hansa-45, 4 players"]\n[Seed "1"]\n[seed "2"]\n', "line 3: the header Seed is there twice"),
    (BEGUN + "1. green: inc 2", "turn 1: green is not to move: red is"),
    (BEGUN + "1. t bre ham {never ends", "line 3: this cannot be read: a comment"),
    (BEGUN + "1. (t bre ham)", "a variation stands behind the move"),
    (BEGUN + "1. t bre ham (inc 2", r"that begins with \( never ends"),
    (BEGUN + "1. t bre ham)", r"a \) without its \("),
    (BEGUN + "1. t bre ham {[%clk soon]}", "cannot be read; it is .%clk SECONDS"),
    (BEGUN + "1. 7", "illegal move '7'"),
    (BEGUN + '[End "somehow"]\n1. end', "the end should be one of"),
    (BEGUN + '[Result "1 2 3 4"]\n1. end', "but the position gives 0 0 0 0"),
])
def test_errors_of_games_name_the_line_and_the_turn(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        read_games(text)


GAME_TEXT = write_game(game(5))


@given(st.lists(st.tuples(st.integers(0, 20_000), st.integers(0, 4), st.text(max_size=5)), min_size=1, max_size=4))
@settings(max_examples=30, deadline=None)
def test_damaged_games_are_refused_or_read(damage: list[tuple[int, int, str]]) -> None:
    text = GAME_TEXT[:2500]
    for place, count, instead in damage:
        place %= len(text) + 1
        text = text[:place] + instead + text[place + count :]
    try:
        for record in read_games(text):
            record.verify()
    except NotationError as error:
        assert error.problems


# --- commands -----------------------------------------------------------------------------------

def printed(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert main(arguments) == code
    out, err = capsys.readouterr()
    return out if code == 0 else err


def test_commands_read_the_notation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = "hansa-45, 4 players; turn 3: blue; Hamburg-Bremen: rrG"
    path = tmp_path / "position.txt"
    path.write_text(line.replace("; ", "\n"))
    assert "turn 3 of seat 2" in printed(capsys, "show", line, "--plain") == printed(capsys, "show", str(path), "--plain")
    thought = json.loads(printed(capsys, "analyse", line, "--simulations", "20", "--json", "--threads", "1"))
    assert thought["to_move"] == 2
    assert State.from_json(printed(capsys, "convert", str(path))) == read_position(line)
    assert "turn 1 of seat 1" in printed(capsys, "show", "hansa-45, 4 players, green to move", "--plain")
    assert "'hansa' may be" in printed(capsys, "show", "hansa 4 players", code=2)
    assert "unknown board" in printed(capsys, "show", "4 players; Lübeck: red trader", code=2)
    assert "'classicc'" in printed(capsys, "convert", "hansa-45, 4 players, classicc", code=2)
    assert "not for a pasted position" in printed(capsys, "show", line, "--ply", "3", code=2)
    assert "No such file" in printed(capsys, "show", "my games.jsonl", code=2)
    unknown = printed(capsys, "show", "hansa-45, 4 players; XXX: r", code=2)
    assert "section 2: 'XXX' is not a section, a player or a city of hansa-45" in unknown


def test_commands_read_json_in_quotes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = State.new(board="east", players=3, seed=2)
    text = json.dumps(state.to_json())
    assert State.from_json(printed(capsys, "convert", text, "--to", "json")) == state
    assert printed(capsys, "show", text, "--plain") == printed(
        capsys, "show", ' {"board": "east", "players": 3, "seed": 2}', "--plain")
    for wrong, message in (
        ('{"board": "east", "play', "the position: no JSON: Unterminated string at column 19"),
        ('{"moves": []}', "the position: neither a state nor a setup; games are read from files"),
        ('{"board": "east", "players": 9}', "board east is for 3 or 4 or 5 players, not 9 [T4]"),
    ):
        assert printed(capsys, "show", wrong, code=2) == f"hansa: error: {message}\n"
    assert "not for a pasted position" in printed(capsys, "show", text, "--ply", "3", code=2)
    monkeypatch.chdir(tmp_path)
    Path("{1}").write_text(text)        # a file may have any name
    assert State.from_json(printed(capsys, "convert", "{1}", "--to", "json")) == state


def test_convert_goes_there_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records, games, again = (tmp_path / name for name in ("a.jsonl", "games.txt", "b.jsonl"))
    lines = [json.dumps(game(seed).to_json()) for seed in (1, 2)]
    records.write_text("\n".join(lines) + "\n")
    printed(capsys, "convert", str(records), "--out", str(games))
    printed(capsys, "convert", str(games), "--out", str(again))
    assert again.read_text() == records.read_text()
    assert "exists already" in printed(capsys, "convert", str(games), "--out", str(again), code=2)
    assert "ply 5 of" in printed(capsys, "show", str(games), "--number", "2", "--ply", "5")
    assert printed(capsys, "convert", str(games), "--number", "2") == lines[1] + "\n"
    assert "--to is record or notation" in printed(capsys, "convert", str(games), "--to", "line", code=2)


def test_convert_says_what_is_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(json.dumps(game(1).to_json() | {"thoughts": [], "turns": 3}) + "\n")
    assert main(["convert", str(path)]) == 0
    assert "no place for thoughts, turns" in capsys.readouterr().err


@pytest.mark.parametrize(("lines", "problem"), [
    (['{"game": "teutonica",', ' "board": "hansa-45"', ' "players": 4}'], "a comma is missing at line 2, column 21"),
    (['{"game": "teutonica",', ' "players": 4,', '', '}'], "a comma too many at line 2, column 14"),
    (['', '{"game": "teutonica",', ' "players": four}'], "Expecting value at line 3, column 13"),
])
def test_errors_of_json_name_the_true_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lines: list[str], problem: str
) -> None:
    path = tmp_path / "state.json"
    path.write_text("\n".join(lines))
    assert problem in printed(capsys, "show", str(path), code=2)
