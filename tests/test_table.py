"""The table: sessions, what typed words may mean, moves in words, the map, games on
disk."""

from __future__ import annotations

import os
import random
import re
import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hansa import Move, MoveError, State
from hansa.annotations import Note
from hansa.boards import BOARD_NAMES, board
from hansa.bots.bot import Bot, Options
from hansa.bots.registry import SpecError
from hansa.notation import read_position
from hansa.record import Record, append_record, play_random
from hansa.table.choices import Choice, _split, found, groups
from hansa.table.games_folder import GameFile, GameFileError, game_named, games_folder, latest_unfinished, unfinished_games
from hansa.table.recording import note_down, put_right
from hansa.table.session import HUMAN, BotFailed, Session, TableError
from hansa.views import views_of
from hansa.views.terminal import Frame
from hansa.views.words import Words
from tests.patience import PATIENCE
from tests.playing import setup_name, setups

SETUP = {"board": "hansa-23", "players": 3}
BOTS = ("prestige", "network", "markers")


def bots_game(seed: int = 5) -> Session:
    """A whole game of quick bots."""
    session = Session(SETUP, BOTS, seed=seed)
    while not session.state.over:
        session.step()
    return session


# --- what words may mean ------------------------------------------------------------------------

START = State.new(board="hansa-45", players=4, seed=7)


def test_four_of_the_moves_that_a_correction_may_mean_are_named() -> None:
    noted = Session({"board": "hansa-45", "players": 4}, [HUMAN] * 4, seed=7)
    note_down(noted, noted.state.parse("place t BRE-HAM"))
    meant = found(noted.position(0), "place t")
    assert len(meant) > 4
    with pytest.raises(TableError, match=f"^'place t' may be {', '.join(map(str, meant[:4]))}; write more of it$"):
        put_right(noted, 0, "place t")


@pytest.mark.parametrize("typed", ["tønsberg", "tonsberg", "TONSB", "ton"])
def test_letters_without_accents_are_understood(typed: str) -> None:
    state = State.new(game="hansa2004", players=2, seed=1)
    assert {str(move) for move in found(state, typed)} == {str(move) for move in state.legal_moves if " TON" in str(move)}
    assert found(state, typed)


def test_a_whole_word_is_meant_rather_than_the_beginning_of_another() -> None:
    state = read_position("hansa-45, 4 players; turn: red; red: bank all, stock 4t1m")
    assert {"income 2t", "income 2t1m"} <= set(map(str, state.legal_moves))
    assert found(state, "2t inc") == ["income 2t"]


@pytest.mark.parametrize(("typed", "meant"), [
    ("1", ["income 1t"]), (" 72 ", ["end"]), ("1\x1e", ["income 1t"]), ("end", ["end"]), ("e", None), ("en", ["end"]),
    ("place t BRE-HAM", ["place t BRE-HAM"]), ("PLACE  T hamburg-bremen", ["place t BRE-HAM"]),
    ("t ham bre", ["place t BRE-HAM"]), ("bre ham trader", ["place t BRE-HAM"]), ("merchant lubeck", ["place m HAM-LUB"]),
    ("m Lübeck", ["place m HAM-LUB"]), ("m luebeck", ["place m HAM-LUB"]), ("p t luebeck", ["place t HAM-LUB"]),
    ("lubeck", ["place t HAM-LUB", "place m HAM-LUB"]), ("inc 2", ["income 2t"]), ("2t", ["income 2t"]),
    ("0", []), ("73", []), ("999999999", []), ("", []), ("xyzzy", []), ("ham ham", []), ("t ham lub extra", []),
    ("ham-lub t", ["place t HAM-LUB"]), ("ham/lub/m", ["place m HAM-LUB"]),
])
def test_what_is_typed_is_understood(typed: str, meant: list[str] | None) -> None:
    texts = [str(move) for move in found(START, typed)]
    if meant is None:
        assert len(texts) > 1
    else:
        assert texts == meant


def test_every_move_is_found_by_number_by_text_and_by_its_words() -> None:
    for name in BOARD_NAMES:
        record = play_random({"board": name, "players": board(name).players[-1]}, seed=9, limit=200, kind_first=True)
        for ply, state, _ in record.steps():
            if ply % 40 or state.over:
                continue
            for number, move in enumerate(state.legal_moves, 1):
                assert found(state, str(number)) == [move] == found(state, str(move))
                if number % 7 == 0:
                    words = re.split(r"[\s-]+", str(move).lower())
                    random.Random(number).shuffle(words)
                    assert move in found(state, " ".join(words)), move


def test_groups_hold_every_move_once_with_its_number() -> None:
    record = play_random({"board": "britannia-45", "players": 5}, seed=2, limit=300, kind_first=True)
    for _, state, _ in record.steps():
        choices = [choice for group in groups(state) for choice in group.choices]
        moves = list(state.legal_moves)
        assert sorted(choice.number for choice in choices) == list(range(1, len(moves) + 1))
        assert all(moves[choice.number - 1] == choice.move for choice in choices)
        assert all(f"{group.stem} {choice.rest}".strip() == choice.move for group in groups(state) for choice in group.choices)


def test_many_moves_of_a_verb_are_grouped_by_what_comes_next() -> None:
    assert [group.stem for group in groups(START)] == ["income", "place t", "place m", "end"]
    assert groups(START)[2].choices[0].rest == "ARN-DUI"


@pytest.mark.parametrize(("many", "few", "split"), [(67, 2, True), (68, 2, False), (67, 1, False)])
def test_only_many_moves_with_few_kinds_are_divided(
    many: int, few: int, split: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 68 places traders and merchants may go to."""
    monkeypatch.setattr("hansa.table.choices.MANY_MOVES", many)
    monkeypatch.setattr("hansa.table.choices.FEW_VALUES", few)
    assert ([group.stem for group in groups(START)] == ["income", "place t", "place m", "end"]) is split


def test_moves_are_divided_only_if_all_of_them_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hansa.table.choices.MANY_MOVES", 1)
    ends, goes = (Choice(number, START.legal_moves[0], rest) for number, rest in ((1, "t"), (2, "m BRE-HAM")))
    assert list(_split("place", [ends, goes])) == [("place", [ends, goes])]
    assert [stem for stem, _ in _split("place", [goes, goes])] == ["place m"]


# --- in words -----------------------------------------------------------------------------------

@pytest.mark.parametrize("setup", list(setups())[::5], ids=setup_name)
def test_every_move_has_words(setup: dict[str, object]) -> None:
    record = play_random(setup, seed=3, limit=250, kind_first=True)
    states = [step.state for step in record.steps()]
    for before, after, text in zip(states, states[1:], record.moves, strict=False):
        move = before.parse(text.partition(" ")[2])
        words = views_of(before).words.describe(before, move, after)
        assert re.fullmatch(r"[a-z]+s\b.*|does no more of this", words), words
        assert Words().describe(before, move, after) == str(move)
        assert views_of(before).words.heading(str(move).split()[0])


def test_every_move_of_hansa2004_has_words() -> None:
    record = play_random({"game": "hansa2004", "players": 3}, seed=3, kind_first=True)
    states, said = [step.state for step in record.steps()], []
    for before, after, text in zip(states, states[1:], record.moves, strict=False):
        move = before.parse(text.partition(" ")[2])
        said.append(views_of(before).words.describe(before, move, after))
        assert re.fullmatch(r"[a-z]+s\b.*", said[-1]), said[-1]
        assert views_of(before).words.heading(str(move).split()[0])
        if str(move).startswith("buy"):
            paid = before.to_json()["desks"][before.turn]["talers"] - after.to_json()["desks"][before.turn]["talers"]
            assert said[-1].endswith("for nothing") == (paid == 0)
    assert views_of(states[0]).words.place_names(states[0])["LUB"] == "Lübeck" and said[-1].endswith("the last pile was begun")
    assert any("a taler to seat" in words for words in said) and any("a taler to the bank" in words for words in said)


def test_words_say_what_came_of_it() -> None:
    said = " | ".join(entry.words for entry in bots_game().happened)
    assert re.search(r"claims [\w-]+ for an office in \w+; .*prestige seat \d \+\d", said)
    assert re.search(r"to develop \w+ to \w+", said)
    assert re.search(r"seat \d takes the marker ", said)
    assert "the game is over: " in said


# --- the map ------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", BOARD_NAMES)
@pytest.mark.parametrize(("width", "rows"), [(72, 32), (80, 99), (80, 1), (115, 26), (140, 32)])
def test_the_map_shows_every_city_house_and_marker(name: str, width: int, rows: int) -> None:
    state = State.new(board=name, players=board(name).players[0], seed=1)
    text = str(views_of(state).terminal(state, Frame(width, rows, legend=False)))
    drawn = text.split("\n\n")[1]
    assert len(drawn.split("\n")) == max(14, min(32, rows))
    assert max(map(len, drawn.split("\n"))) <= width
    for city in board(name).cities:
        assert (city.code if width < 116 else city.name) in drawn, city
    facts = state.to_json()["routes"]
    standing = sum(len(pieces) for route in facts.values() for pieces in (route.get("house", ()), route.get("ship", ())))
    places = sum(len(route.houses) for route in board(name).routes)
    if width >= 80:
        assert len(re.findall(r"\[\]|\(\)|\{\}", drawn)) == places - standing
        assert len(re.findall(r"n[tm]", re.sub(r"[A-Za-z]{3,}", " ", drawn))) == standing
        markers = sum("marker" in route for route in facts.values()) + sum(
            bool(route.permanent_marker) for route in board(name).routes)
        assert len(re.findall(r"<..>", drawn)) == markers


def test_pieces_and_offices_are_on_the_map() -> None:
    state = bots_game().state
    facts = state.to_json()
    drawn = str(views_of(state).terminal(state, Frame(80, seat_names=BOTS)))
    for route in facts["routes"].values():
        for piece in route.get("house", ()):
            assert piece in drawn
    for name in BOTS:
        assert name in drawn


# --- sessions -----------------------------------------------------------------------------------

def test_a_person_among_bots_plays_the_same_game_again() -> None:
    """Bots and chance depend on the seed alone: the same moves lead to the same game."""
    whole = bots_game()
    session = Session(SETUP, (HUMAN, *BOTS[1:]), seed=5)
    while not session.state.over:
        if session.waits_for == HUMAN:
            session.play(whole.happened[session.plies].move)
        else:
            session.step()
    assert session.happened == whole.happened
    record = session.record()
    assert record.end in ("prestige", "markers", "cities") and record.verify().shares == session.state.shares
    session.seconds = 1.23456
    assert session.record().seconds == 1.235
    session.reseat(0, "such a bot is not needed any more")


def test_the_seed_of_a_session_chooses_what_the_setup_leaves_open() -> None:
    for seed in (5, 6):
        assert Session(SETUP, BOTS, seed=seed).state == State.from_setup(SETUP, seed=seed)
        assert Session(SETUP | {"seed": seed}, BOTS, seed=9).state == State.from_setup(SETUP, seed=seed)
    assert State.from_setup(SETUP, seed=5) != State.from_setup(SETUP, seed=6)


def test_undo_goes_back_to_the_last_choice_of_a_person() -> None:
    session = Session(SETUP, (HUMAN, *BOTS[1:]), seed=5)
    session.play("place t ARN-DUI")
    here = session.state.copy()
    session.play("place t ARN-DUI")
    session.play("end")                 # the only move there is
    while session.waits_for != HUMAN:
        session.step()
    later = list(session.happened)
    assert session.undo() == len(later) - 1
    assert session.state == here
    for entry in later[1:]:             # chance and bots do again what they did
        if session.waits_for == HUMAN:
            session.play(entry.move)
        else:
            assert session.step() == entry
    assert session.happened == later
    session.back_to(0)
    with pytest.raises(TableError, match="nothing to take back"):
        session.undo()


def test_a_record_continues_where_it_was() -> None:
    session = Session(SETUP, (HUMAN, *BOTS[1:]), seed=5, name="mine")
    session.play("place t ARN-DUI")
    again = Session.from_record(Record.from_json(session.record().to_json()))
    assert (again.state, again.happened, again.seats, again.name, again.seed) == (
        session.state, session.happened, session.seats, "mine", 5)
    assert session.record().end == "interrupted"


def test_since_tells_what_others_did() -> None:
    session = Session(SETUP, (HUMAN, *BOTS[1:]), seed=5)
    assert session.since(0) == []
    session.play("place t ARN-DUI")
    session.play("end")
    while session.waits_for != HUMAN:
        session.step()
    assert {entry.mover for entry in session.since(0)} == {1, 2}
    assert session.since(0)[0].ply == 2


def test_what_cannot_be_done_is_refused_and_changes_nothing() -> None:
    session = Session(SETUP, (HUMAN, *BOTS[1:]), seed=5)
    before = session.state.copy()
    with pytest.raises(MoveError):
        session.play("claim ARN-DUI")
    with pytest.raises(TableError, match="seat 0 is a person's"):
        session.step()
    with pytest.raises(TableError, match="there is no ply 7"):
        session.back_to(7)
    with pytest.raises(TableError, match="2 seats are taken, but 3 play"):
        Session(SETUP, ("random", HUMAN))
    assert session.state == before
    session.play("end")
    with pytest.raises(TableError, match="no person is to move"):
        session.play("end")
    with pytest.raises(TableError, match=r"^the game is over$"):
        bots_game().step()


def test_a_game_begins_from_a_position_that_is_known_and_not_over() -> None:
    over = play_random({"game": "hansa2004", "players": 2}, seed=2).replay()
    with pytest.raises(TableError, match=r"^the game is over in this position; take an earlier one$"):
        Session.from_position(over, (HUMAN, HUMAN))
    hidden = State.new(board="hansa-45", players=4, seed=1, modules=["missions"]).view(0)
    with pytest.raises(TableError, match=r"^this position hides cards; a game can only begin from one that is known$"):
        Session.from_position(hidden, (HUMAN,) * 4)


def test_a_bot_that_fails_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(
        "from hansa.bots.bot import Bot\n"
        "class Crash(Bot):\n    def choose(self, state):\n        raise RuntimeError('no idea')\n"
        "class Cheat(Bot):\n    def choose(self, state):\n        return 'claim ARN-DUI'\n"
    )
    for name, message in (("Crash", "RuntimeError: no idea"), ("Cheat", "illegal move 'claim ARN-DUI'")):
        session = Session(SETUP, (f"{tmp_path}/bad.py:{name}", HUMAN, HUMAN), seed=5)
        with pytest.raises(BotFailed, match=f"seat 0 .*{name}.* has failed: {message}"):
            session.step()
        assert session.plies == 0


def test_bots_hear_every_move_and_know_no_secrets(tmp_path: Path) -> None:
    (tmp_path / "ear.py").write_text(
        "from hansa.bots.bot import Bot\n"
        "class Ear(Bot):\n"
        "    def new_game(self, seat, setup):\n        self.heard, self.setup = [], setup\n"
        "    def observe(self, move):\n        self.heard.append(move)\n"
        "    def choose(self, state):\n"
        "        assert 'seed' not in self.setup and self.setup['missions'].count(None) == 2\n"
        "        assert [desk['mission'] for desk in state.to_json()['desks']].count('?') == 2\n"
        "        assert len(self.heard) == 2, self.heard\n"
        "        return self.rng.choice(state.legal_moves)\n"
    )
    session = Session(SETUP | {"modules": ["missions"]}, (HUMAN, f"{tmp_path}/ear.py:Ear", HUMAN), seed=5)
    session.play("place t ARN-DUI")
    session.play("end")
    session.undo()
    session.play("end")
    assert session.step().mover == 1        # the bot asserts what it knows


# --- games on disk ------------------------------------------------------------------------------

def test_a_game_file_is_always_a_whole_record(tmp_path: Path) -> None:
    file = GameFile.new(tmp_path / "games", "mine")
    session = Session(SETUP, (HUMAN, *BOTS[1:]), seed=5)
    for move in ("place t ARN-DUI", "end"):
        session.play(move)
        file.write(session.record())
        assert GameFile(file.path).read() == session.record()
    assert [path.name for path in (tmp_path / "games").iterdir()] == ["mine.jsonl"], "nothing else is left behind"
    assert GameFile.new(tmp_path / "games", "mine").path.name == "mine-2.jsonl"


def test_a_game_is_not_written_over_what_another_program_wrote(tmp_path: Path) -> None:
    first = GameFile.new(tmp_path, "mine")
    record = Session(SETUP, (HUMAN, *BOTS[1:]), seed=5).record()
    first.write(record)
    second = GameFile(first.path)
    second.write(record)
    with pytest.raises(GameFileError, match="another program has changed"):
        first.write(record)


@pytest.mark.parametrize(("name", "path"), [
    ("../../etc/passwd", "etc-passwd.jsonl"), ("", "game.jsonl"), ("..", "game.jsonl"), ("a/b c\0d", "a-b-c-d.jsonl"),
    ("x" * 500, "x" * 80 + ".jsonl"),
])
def test_a_name_from_elsewhere_stays_in_the_folder(name: str, path: str, tmp_path: Path) -> None:
    assert GameFile.new(tmp_path, name).path == tmp_path / path


def test_unfinished_games_are_found_the_latest_first(tmp_path: Path) -> None:
    session = Session(SETUP, (HUMAN, *BOTS[1:]), seed=5)
    for name in ("a", "b"):
        GameFile.new(tmp_path, name).write(session.record())
    (tmp_path / "broken.jsonl").write_text("{")
    append_record(tmp_path / "over.jsonl", play_random(SETUP, seed=1, limit=5))
    assert [file.path.stem for file in unfinished_games(tmp_path)] == ["b", "a"]
    assert unfinished_games(tmp_path / "nowhere") == []


def test_where_games_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HANSA_GAMES", str(tmp_path))
    assert games_folder() == tmp_path
    monkeypatch.delenv("HANSA_GAMES")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert games_folder() == Path("/data/hansa/games")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/somebody")
    assert games_folder() == Path("/home/somebody/.local/share/hansa/games")


def test_a_file_that_is_too_large_for_a_game_is_not_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("hansa.table.games_folder.MOST_BYTES", 1 << 20)
    path = tmp_path / "large.jsonl"
    path.write_bytes(b" " * ((1 << 20) + 1))
    with pytest.raises(GameFileError, match=f"^{path} has more than 1 megabytes; it is not a file of one game$"):
        GameFile(path).read()


# --- bots at the table --------------------------------------------------------------------------

class Listening(Bot):
    """Keeps what it is told, and plays the first move."""

    def __init__(self, name: str, options: Options) -> None:
        super().__init__(name, options)
        self.told: list[str] = []
        self.asked: list[int] = []
        self.closed = threading.Event()

    def new_game(self, seat: int, setup: Mapping[str, Any]) -> None:
        self.told.append("new")

    def observe(self, move: str) -> None:
        self.told.append(move)

    def choose(self, state: State) -> Move:
        self.asked.append(len(state.legal_moves))
        return self.rng.choice(state.legal_moves)

    def close(self) -> None:
        self.closed.set()


@pytest.fixture
def listening(monkeypatch: pytest.MonkeyPatch) -> list[Listening]:
    """The bots that sessions make in this test."""
    made: list[Listening] = []

    def make(spec: str, seed: int) -> Bot:
        made.append(Listening(spec, Options(seed)))
        return made[-1]

    monkeypatch.setattr("hansa.table.session.make_bot", make)
    return made


def test_bots_begin_with_their_first_decision_and_hear_everything(listening: list[Listening]) -> None:
    session = Session({"board": "hansa-23", "players": 2}, [HUMAN, "listening"], seed=1)
    session.play("end")
    assert listening[0].told == []              # a program would not have been started yet
    session.step()
    assert listening[0].told == ["new", "0 end", f"1 {session.happened[-1].move}"]
    session.back_to(0)
    assert listening[0].closed.wait(PATIENCE) and listening[1].told == []
    session.play("end")
    session.step()
    assert listening[1].told[:2] == ["new", "0 end"] and not listening[1].closed.is_set()
    session.reseat(1, HUMAN)
    assert listening[1].closed.wait(PATIENCE) and len(listening) == 2


def test_bots_are_only_asked_where_there_is_a_choice(listening: list[Listening]) -> None:
    session = Session({"game": "hansa2004", "players": 2}, ["listening", "listening"], seed=1)
    single = 0
    for _ in range(400):
        if session.state.over:
            break
        single += len(session.state.legal_moves) == 1 and session.waits_for == "bot"
        session.step()
    assert single and all(count > 1 for bot in listening for count in bot.asked)


def test_a_bot_taken_back_while_it_begins_is_let_go(listening: list[Listening], monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session({"board": "hansa-23", "players": 2}, [HUMAN, "listening"], seed=1)
    session.play("end")
    monkeypatch.setattr(Listening, "new_game", lambda self, seat, setup: session.back_to(0))
    with pytest.raises(BotFailed, match="taken moves back"):
        session.choice()
    assert listening[0].closed.is_set() and not listening[0].asked


def test_a_bot_of_the_other_game_gets_no_seat() -> None:
    with pytest.raises(SpecError, match="bot 'founder' plays hansa2004, not teutonica"):
        Session({"board": "hansa-23", "players": 2}, [HUMAN, "founder"], seed=1)
    session = Session({"board": "hansa-23", "players": 2}, [HUMAN, "random"], seed=1)
    with pytest.raises(SpecError, match="bot 'founder' plays hansa2004"):
        session.reseat(0, "founder")
    assert session.seats == (HUMAN, "random")


def test_a_bot_taken_back_while_it_thinks_stops() -> None:
    session = Session({"board": "hansa-23", "players": 2}, [HUMAN, "mcts:seconds=60"], seed=1)
    session.play("end")
    threading.Timer(0.2, lambda: session.back_to(0)).start()
    session.choice()
    assert session.seconds < 50


@pytest.mark.parametrize("number", ["0", "2", "\u00b2", "x"])
def test_a_number_that_no_game_has_is_said(number: str, tmp_path: Path) -> None:
    """Also one that Python takes for a digit and for no number."""
    (tmp_path / "one.jsonl").write_text("")
    assert game_named(tmp_path, "1").path == tmp_path / "one.jsonl"
    with pytest.raises(GameFileError, match="there is no game"):
        game_named(tmp_path, number)


def test_a_record_without_a_seed_goes_on_with_seed_nought() -> None:
    record = play_random({"board": "east", "players": 3}, seed=4, limit=5)
    assert Session.from_record(record).record().seed == 4
    assert Session.from_record(replace(record, setup=record.start().setup or {}, seed=None)).record().seed == 0


def test_the_seconds_of_bots_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(0, 1000, 3))
    session = Session({"board": "hansa-45", "players": 4}, ["random"] * 4, seed=7)
    monkeypatch.setattr("hansa.table.session.time.perf_counter", lambda: float(next(ticks)))
    while session.plies < 5:
        session.step()
    asked = sum(len(session.position(ply).legal_moves) > 1 for ply in range(5))
    assert session.seconds == 3 * asked > 3
    assert Session.from_record(session.record()).seconds == session.seconds


def test_what_was_said_of_a_move_goes_with_it() -> None:
    session = Session({"board": "hansa-45", "players": 4}, [HUMAN] * 4, seed=7)
    for text in ("place t BRE-HAM", "place t HAM-LUB", "end"):
        session.play(text)
    session.notes = {ply: Note(ply, comment=f"said of {ply}") for ply in range(3)}
    assert session.back_to(1) == 2 and list(session.notes) == [0]


def test_the_game_to_continue_is_one_that_somebody_has_begun(tmp_path: Path) -> None:
    assert latest_unfinished(tmp_path) is None
    for number, moves in enumerate((("0 end",), ("0 income 1t",), ())):
        path = tmp_path / f"game-{number}.jsonl"
        append_record(path, Record(setup={"board": "hansa-45", "players": 4}, seed=7, moves=moves, end="interrupted"))
        os.utime(path, (1000 + number, 1000 + number))
    latest = latest_unfinished(tmp_path)
    assert latest is not None and latest.path.stem == "game-1"
    for number in (0, 1):
        (tmp_path / f"game-{number}.jsonl").unlink()
    untouched = latest_unfinished(tmp_path)
    assert untouched is not None and untouched.path.stem == "game-2"


@pytest.mark.parametrize("limit", [10, 3000])
def test_bots_hear_the_result_of_a_game_that_is_over_when_they_leave(
    limit: int, listening: list[Listening], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[object] = []
    monkeypatch.setattr("hansa.table.session.let_go", lambda bot, result: heard.append(result))
    session = Session({"game": "hansa2004", "players": 2}, ["listening", "listening"], seed=1)
    while session.plies < limit and not session.state.over:
        session.step()
    session.close()
    assert session.state.over is (limit == 3000)
    assert heard == [session.state.result if session.state.over else None] * 2


def test_going_back_to_where_the_game_is_takes_nothing_back() -> None:
    session = Session({"board": "hansa-23", "players": 2}, [HUMAN, HUMAN], seed=1)
    session.play("end")
    assert session.back_to(1) == 0 and session.plies == 1
    for ply in (-1, 2):
        with pytest.raises(TableError, match=f"^there is no ply {ply}; the game has 1 moves$"):
            session.back_to(ply)
