"""Drills: what is proven of them, answers, what is due again, making them, and the command that
asks."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from platformdirs import user_data_path

from engine_c.search.search import Search
from hansa import State
from hansa.board_entry import BoardSetup
from hansa.cli import main
from hansa.cli.prompt import Prompt
from hansa.drills import making, proving
from hansa.drills.collection import SHIPPED, read_drills, shipped_drills, write_drills
from hansa.drills.drill import GRADES, Drill, DrillError, plan_key
from hansa.drills.making import DrillMaking, drills_of, make_drills
from hansa.drills.practice import AFTER_A_MISS, AFTER_HITS, DAY, Attempt, Practice, practice_path
from hansa.drills.proving import LEAST_MARGIN, SIGMAS, SURE_MARGIN, Glance, Proof, glance, prove
from hansa.exploring.games import play_game
from hansa.languages import ENGLISH
from hansa.moves import Move
from hansa.notation import read_position
from hansa.record import Record, append_record
from hansa.table.drilling import best_plan, hint
from tests.patience import wait_until

ROOT = Path(__file__).parents[1]
LITTLE = DrillMaking(looked_at=30, glance=40, proven=4, kept=2, deep=200)
# Red claims and has twenty points, which ends the game and wins it; after every other move Green
# does the same.
WON = ("hansa-23, 3 players; turn: red, 1 action; red: prestige 19; green: prestige 19; "
       "ARN-DUI: rrr; DUI: r; ARN: r; HAM-LUB: ggg; HAM: g")


@pytest.fixture(scope="module")
def games() -> list[Record]:
    """Two games of Hansa (2004)."""
    return [play_game(BoardSetup("hansa2004", 3), number, simulations=8) for number in range(2)]


@pytest.fixture
def practice_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the command keeps answers in this test."""
    path = tmp_path / "somewhere" / "practice.jsonl"
    monkeypatch.setenv("HANSA_PRACTICE", str(path))
    return path


@pytest.fixture
def small_set(tmp_path: Path) -> Path:
    """A file of three drills, all of the same position."""
    drill = won_drill()
    path = tmp_path / "set.jsonl"
    write_drills(path, [replace(drill, name=f"drill-{grade}", grade=grade) for grade in (1, 2, 3)])
    return path


def won_drill() -> Drill:
    """The drill of a position with one move that wins."""
    state = read_position(WON)
    return Drill("won", 2, state.to_json(), 0, "claim ARN-DUI", (), "end", 0.8, 0.01, 100, "by hand")


# --- proofs -------------------------------------------------------------------------------------

def test_a_move_that_wins_is_proven_to_be_the_only_plan() -> None:
    state = read_position(WON)
    first = glance(state, 60)
    assert [str(move) for move in first.plan] == ["claim ARN-DUI"] and first.gap > LEAST_MARGIN
    proof = prove(state, first.plan, deep=200)
    assert proof is not None and str(proof.best) == "claim ARN-DUI" and proof.simulations == 200
    assert proof.margin > 0.5 and proof.also == () and proof.rival != proof.best


def test_a_glance_takes_the_most_tried_plan_and_of_equal_ones_the_better(monkeypatch: pytest.MonkeyPatch) -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    found = [("income 1t", 20, 0.4, 0.5), ("place t BRE-HAM", 20, 0.6, 0.25), ("place m BRE-HAM", 9, 0.7, 0.125),
             ("end", 5, 0.45, 0.0625), ("income 2t", 0, 0.9, 0.0)]

    class Searched:
        """A search that has found this."""

        def edges(self) -> list[tuple[int, int, float, float]]:
            return [(state.parse(text).code, *facts) for text, *facts in found]     # type: ignore[misc]

    monkeypatch.setattr(proving, "searched", lambda *_: Searched())
    first = glance(state, 54)
    assert [str(move) for move in first.plan] == ["place t BRE-HAM", "place m BRE-HAM"]
    assert first.gap == pytest.approx(0.15) and first.prior == 0.375


def test_a_plan_that_is_not_the_best_is_not_proven() -> None:
    state = read_position(WON)
    assert prove(state, [state.parse("end")], deep=200) is None


def test_where_all_moves_are_one_plan_nothing_is_asked() -> None:
    state = read_position(WON)
    assert prove(state, list(state.legal_moves), deep=50) is None


@pytest.mark.parametrize(("margin", "error", "clear"), [
    (LEAST_MARGIN, 0.0, True), (LEAST_MARGIN - 0.001, 0.0, False),
    (0.1, (0.1 - SURE_MARGIN) / SIGMAS - 0.001, True), (0.1, (0.1 - SURE_MARGIN) / SIGMAS + 0.001, False),
])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_margin_must_be_large_and_sure(
    seat: int, margin: float, error: float, clear: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = read_position(WON.replace("turn: red", f"turn: {('red', 'green')[seat]}"))
    plan = [state.parse(("claim ARN-DUI", "claim HAM-LUB")[seat])]

    class Found:
        """A search that has found what the test says."""

        def __init__(self, moves: Sequence[object]) -> None:
            own = moves == plan
            self.code, self.value = (plan[0].code, 0.5 + margin) if own else (state.parse("end").code, 0.5)
            self.error = error if own else 0.0

        def edges(self) -> list[tuple[int, int, float, float]]:
            return [(self.code, 10, self.value, 0.1)]

        def samples(self) -> list[tuple[int, list[float], list[float]]]:
            # Ten simulations whose values have the standard error that is wanted, for this seat.
            squares = [90 * self.error**2 * (number == seat) for number in range(3)]
            return [(10, [0.0] * 3, squares)]

    monkeypatch.setattr(proving, "searched", lambda state, moves, *_: Found(moves))
    assert (prove(state, plan, deep=8) is not None) == clear


def test_moves_that_were_found_as_good_are_right_too(monkeypatch: pytest.MonkeyPatch) -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    own = [("place t BRE-HAM", 20, 0.6), ("place m BRE-HAM", 9, 0.585), ("place t BRE-HAN", 9, 0.575),
           ("place m BRE-HAN", 0, 0.9)]
    plan = [state.parse(text) for text, *_ in own]

    class Found:
        """A search of the plan, or of everything else."""

        def __init__(self, moves: Sequence[Move]) -> None:
            self.found = own if moves == plan else [("end", 30, 0.4)]

        def edges(self) -> list[tuple[int, int, float, float]]:
            return [(state.parse(text).code, visits, value, 0.1) for text, visits, value in self.found]

        def samples(self) -> list[tuple[int, list[float], list[float]]]:
            return [(10, [0.0] * 4, [0.0] * 4)] * len(self.found)

    monkeypatch.setattr(proving, "searched", lambda state, moves, *_: Found(moves))
    proof = prove(state, plan, deep=8)
    assert proof is not None and (str(proof.best), str(proof.rival), proof.margin) == ("place t BRE-HAM", "end", 0.2)
    assert [str(move) for move in proof.also] == ["place m BRE-HAM"]


def test_pieces_to_one_route_are_one_plan() -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    keys = {plan_key(state.parse(text)) for text in ("place t BRE-HAM", "place m BRE-HAM")}
    assert len(keys) == 1 and plan_key(state.parse("place t HAM-LUB")) not in keys
    assert plan_key(state.parse("income 1t")) != plan_key(state.parse("income 2t"))


# --- answers ------------------------------------------------------------------------------------

def test_an_answer_is_right_if_it_begins_the_plan() -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    drill = Drill("a", 1, state.to_json(), 0, "place t BRE-HAM", ("place m BRE-HAM",), "end", 0.25, 0.0, 1, "")
    answers = [drill.answer(state.parse(text)) for text in ("place t BRE-HAM", "place m BRE-HAM", "end", "income 1t")]
    assert [(answer.exact, answer.right, answer.loss) for answer in answers] == [
        (True, True, 0.0), (False, True, 0.0), (False, False, 0.25), (False, False, 0.25)]


def test_the_best_plan_is_that_of_the_drill_whatever_a_search_likes() -> None:
    said = [[ENGLISH.tell(line) for line in best_plan(replace(won_drill(), best=best))] for best in ("claim ARN-DUI", "end")]
    assert said[0][0].startswith("It claims Arnheim-Duisburg") and said[1][0] == "It ends the turn."
    assert said[1][1] == "The best of the other plans, end, gives up 80.0% of the win."


def test_a_hint_counts_all_moves_that_are_right() -> None:
    drill = replace(won_drill(), best="place t BRE-HAM")
    assert ENGLISH.tell(hint(drill)) == "the move begins with 'place'"
    more = replace(drill, also=("place m BRE-HAM", "place t HAM-LUB"))
    assert ENGLISH.tell(hint(more)) == "the move begins with 'place'; 3 moves are right"


def test_solved_drills_come_again_later_and_later() -> None:
    practice, now = Practice(), 0.0
    for days in (*AFTER_HITS, AFTER_HITS[-1]):
        practice.note(Attempt("a", 3, right=True, at=now))
        assert practice.due(now + days * DAY - 1) == [] and practice.due(now + days * DAY) == ["a"]
        now += days * DAY
    practice.note(Attempt("a", 3, right=False, at=now))
    assert practice.due(now + AFTER_A_MISS) == ["a"]
    practice.note(Attempt("a", 3, right=True, at=now))
    assert practice.due(now + DAY) == ["a"]             # it begins again


def test_what_is_due_is_asked_first_then_what_fits_the_strength() -> None:
    drills = [replace(won_drill(), name=f"grade-{grade}", grade=grade) for grade in range(1, GRADES + 1)]
    practice = Practice()
    assert practice.next(drills, now=0.0).name == "grade-2"             # 950 is nearest to 1000
    for number in range(12):
        practice.note(Attempt(f"other-{number}", GRADES, right=True, at=0.0))
    assert practice.next(drills, now=0.0).name == f"grade-{GRADES}"
    practice.note(Attempt("grade-1", 1, right=False, at=0.0))
    assert practice.next(drills, now=AFTER_A_MISS).name == "grade-1"
    known = Practice()
    for number, drill in enumerate(drills):
        known.note(Attempt(drill.name, drill.grade, right=True, at=float(-number)))
    # Nothing is new: what is due next
    assert known.next(drills, now=0.0).name == f"grade-{GRADES}"
    with pytest.raises(ValueError, match="no drills"):
        known.next([], now=0.0)


def test_the_rating_rises_most_for_hard_drills_and_only_at_the_first_answer() -> None:
    ratings = []
    for grade in (1, GRADES):
        practice = Practice()
        practice.note(Attempt("a", grade, right=True, at=0.0))
        ratings.append(practice.score.rating)
        practice.note(Attempt("a", grade, right=True, at=1.0))
        assert practice.score.rating == ratings[-1] and practice.score.answered == 2
    assert 1000 < ratings[0] < ratings[1]
    practice.note(Attempt("b", 1, right=False, at=2.0))
    assert practice.score.rating < ratings[1] and practice.score.streak == 0 and practice.score.right == 2


def test_answers_are_kept_where_programs_keep_their_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HANSA_PRACTICE", raising=False)
    assert practice_path() == user_data_path("hansa", appauthor=False) / "practice.jsonl"
    monkeypatch.setenv("HANSA_PRACTICE", str(tmp_path / "mine.jsonl"))
    assert practice_path() == tmp_path / "mine.jsonl"


def test_answers_outlive_the_program(tmp_path: Path) -> None:
    path = tmp_path / "of" / "mine" / "practice.jsonl"      # in folders that are made
    first = Practice(path)
    for number in range(4):
        first.note(Attempt(f"drill-{number}", 2, right=number % 2 == 0, at=float(number)))
    with path.open("ab") as file:
        file.write(b'{"drill": "drill-9", "gra')        # a crash
    again = Practice(path)
    assert again.attempts == first.attempts and again.score == first.score and again.due(10.0**9) == first.due(10.0**9)
    again.note(Attempt("drill-5", 2, right=True, at=9.0))
    assert len(Practice(path).attempts) == 5


# --- files --------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", ["set.jsonl", "set.jsonl.xz"])
def test_files_hold_drills(name: str, tmp_path: Path) -> None:
    drills = [won_drill(), replace(won_drill(), name="other", also=("end",))]
    write_drills(tmp_path / name, drills)
    assert read_drills(tmp_path / name) == drills and drills[0].state() == read_position(WON)


@pytest.mark.parametrize(("data", "message"), [
    (b'{"name": "a"}\n', "line 1: this is not a drill: 'grade' is missing"),
    (b"garbage\n\n", "line 1: no JSON: .*"), (b"[]\n", "line 1: this is not a drill: .*"),
    (b"\n{}\n", "line 2: this is not a drill: .*"),
])
def test_a_bad_line_is_named(data: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "set.jsonl").write_bytes(data)
    with pytest.raises(DrillError, match=f"set.jsonl: {message}; 'hansa drill --make' writes such files$"):
        read_drills(tmp_path / "set.jsonl")


@pytest.mark.parametrize("change", [{"grade": 0}, {"grade": GRADES + 1}, {"position": 5}, {"margin": "much"}, {"also": 3}])
def test_a_drill_that_cannot_be_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(DrillError):
        Drill.from_json(won_drill().to_json() | change)


def test_the_package_has_two_hundred_drills_that_can_be_answered() -> None:
    drills = shipped_drills()
    assert len({drill.name for drill in drills}) == len(drills) >= 200 and SHIPPED.stat().st_size < 1 << 20
    assert len({drill.grade for drill in drills}) == GRADES
    boards = set()
    for drill in drills:
        state = drill.state()
        boards.add((state.board, state.players))
        assert state.to_move == drill.seat and drill.margin >= LEAST_MARGIN
        assert drill.margin - SIGMAS * drill.error >= SURE_MARGIN
        right = [state.parse(text) for text in (drill.best, *drill.also)]
        assert all(drill.answer(move).right for move in right) and len({plan_key(move) for move in right}) == 1
        assert not drill.answer(state.parse(drill.rival)).right
    assert len(boards) == 13


# --- making -------------------------------------------------------------------------------------

def test_drills_are_made_of_games(games: list[Record]) -> None:
    drills = [drill for record in games for drill in drills_of(record, LITTLE)]
    assert drills and drills == [drill for record in games for drill in drills_of(record, LITTLE)]
    for drill in drills:
        record = next(record for record in games if record.id == drill.source)
        state = record.replay(int(drill.name.rpartition(":")[2]))
        assert state == drill.state() and drill.simulations == LITTLE.deep and 1 <= drill.grade <= GRADES


def test_nothing_is_asked_about_other_positions(games: list[Record], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "asked_about", lambda state: False)
    monkeypatch.setattr(making, "glance", None)
    assert list(drills_of(games[0], LITTLE)) == []


def test_drills_are_the_most_promising_plans_that_are_neither_obvious_nor_poor(
    games: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: dict[int, Glance] = {}

    def look(state: State, simulations: int) -> Glance:
        """Plans seem the better the later they come; every third one is obvious."""
        place = len(looks)
        looks[place] = Glance((state.legal_moves[0],), 0.01 * place, 0.97 if place % 3 == 0 else 0.969)
        assert simulations == 40
        return looks[place]

    def proven(state: State, plan: Sequence[Move], deep: int) -> Proof:
        tried.append(next(place for place, found in looks.items() if found.plan is plan))
        return Proof(plan[0], (), state.legal_moves[1], 0.3, 0.02, deep)

    monkeypatch.setattr(making, "glance", look)
    monkeypatch.setattr(making, "prove", proven)
    for kept, proofs, wanted in ((2, 6, [11, 10]), (9, 4, [11, 10, 8]), (9, 99, [11, 10, 8, 7, 5])):
        looks, tried = {}, list[int]()
        how = DrillMaking(looked_at=12, glance=40, promising=0.05, proven=proofs, kept=kept, deep=50)
        found = [(drill.margin, drill.error, drill.simulations) for drill in drills_of(games[0], how)]
        assert tried == wanted and found == [(0.3, 0.02, 50)] * len(wanted)


def test_positions_with_few_choices_ask_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    state = read_position(WON)
    count = len(state.legal_moves)
    for least, asked in ((count, True), (count + 1, False)):
        monkeypatch.setattr(making, "LEAST_CHOICES", least)
        assert making.asked_about(state) is asked


def test_the_pairs_of_a_proof_have_seeds_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    state, asked = read_position(WON), list[tuple[int, int]]()

    def noted(state: State, moves: Sequence[Move], simulations: int, seed: int) -> Search:
        asked.append((simulations, seed))
        return searched(state, moves, simulations, seed)

    searched = proving.searched
    monkeypatch.setattr(proving, "searched", noted)
    assert prove(state, [state.parse("claim ARN-DUI")], deep=200, seed=5) is not None
    assert asked == [(50, 6), (50, 6), (200, 7), (200, 7)]


def test_making_goes_on_and_stops_at_the_count(games: list[Record], tmp_path: Path) -> None:
    path = tmp_path / "made.jsonl"
    reports: list[tuple[int, int]] = []
    whole = make_drills(tmp_path / "whole.jsonl", games, None, LITTLE, lambda *facts: reports.append(facts))
    assert [done for done, _ in reports] == [1, 2] and reports[-1][1] == len(whole)
    first = make_drills(path, games[:1], None, LITTLE)
    with path.open("ab") as file:
        file.write(b'{"name": "cut o')
    assert make_drills(path, games, None, LITTLE) == whole == read_drills(tmp_path / "whole.jsonl")
    assert whole[: len(first)] == first
    again: list[tuple[int, int]] = []
    assert make_drills(path, games, None, LITTLE, lambda *facts: again.append(facts)) == whole
    assert again == [], "nothing is done twice"
    few = make_drills(tmp_path / "few.jsonl", games, 1, LITTLE, lambda *facts: reports.append(facts))
    assert len(few) >= 1 and len(read_drills(tmp_path / "few.jsonl")) == len(few)


def test_making_that_was_killed_goes_on(games: list[Record], tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from hansa.drills.making import make_drills; from hansa.record import read_records\n"
        "from tests.test_drills import LITTLE\n"
        "make_drills(Path(sys.argv[1]), read_records(sys.argv[2])[0], None, LITTLE)\n")
    for record in games:
        append_record(tmp_path / "games.jsonl", record)
    whole = make_drills(tmp_path / "whole.jsonl", games, None, LITTLE)
    killed = tmp_path / "killed.jsonl"
    with subprocess.Popen([sys.executable, "-c", code, str(killed), str(tmp_path / "games.jsonl")], cwd=ROOT) as running:
        wait_until(lambda: killed.exists() or running.poll() is not None)
        running.kill()
    assert make_drills(killed, games, None, LITTLE) == whole


# --- the command --------------------------------------------------------------------------------

@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Runs `hansa drill` with typed input, and returns what it printed."""

    def run(typed: str, *words: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert main(["drill", *words]) == 0
        return capsys.readouterr().out

    return run


def test_the_command_asks_and_remembers(ask: Callable[..., str], small_set: Path, practice_file: Path) -> None:
    told = ask("help\nhint\nmoves\nzzz\nend\nclaim ARN-DUI\nskip\n", "--set", str(small_set), "--count", "3")
    assert "begins with 'claim'" in told and "No: that gives up at least 80% of the win. Best is claim ARN-DUI" in told
    assert told.index("It claims") < told.index("The best of the other plans, end, gives up 80.0% of the win.")
    assert "Right." in told and "left open; it was claim ARN-DUI" in told and "drill 3 of 3" in told
    assert "1 of 2 right" in told
    first, second = Practice(practice_file).attempts
    # The grade nearest to a beginner's first
    assert (first.drill, first.right, second.right) == ("drill-2", False, True)


def test_the_command_ends_when_somebody_quits(ask: Callable[..., str], small_set: Path, practice_file: Path) -> None:
    assert "0 of 0 right" in ask("quit\n", "--set", str(small_set)) and not practice_file.exists()
    # The end of the input is the end, too
    assert "drill 2" not in ask("", "--set", str(small_set))


def test_the_command_offers_the_words_it_understands(
    ask: Callable[..., str], small_set: Path, practice_file: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    offered: list[list[str]] = []

    class Asked(Prompt):
        """A prompt that tells what it would complete."""

        def __init__(self, words: Callable[[], Sequence[str]]) -> None:
            super().__init__(words)
            offered.append(list(words()))

    monkeypatch.setattr("hansa.cli.drill.Prompt", Asked)
    ask("quit\n", "--set", str(small_set))
    assert offered == [[*map(str, won_drill().state().legal_moves), "moves", "hint", "skip", "quit"]]


def test_the_command_asks_one_grade(ask: Callable[..., str], small_set: Path, practice_file: Path) -> None:
    told = ask("skip\nskip\n", "--set", str(small_set), "--grade", "3")
    assert "drill 1 of 1, grade 3 of 5" in told


def test_the_command_prints_the_score_and_the_next_drill(
    ask: Callable[..., str], small_set: Path, practice_file: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    ask("claim ARN-DUI\n", "--set", str(small_set), "--count", "1")
    score = json.loads(ask("", "--set", str(small_set), "--score", "--json"))
    assert (score["answered"], score["right"], score["streak"], score["due"], score["drills"]) == (1, 1, 1, 0, 3)
    assert f"rating {score['rating']}; 1 of 1 right" in ask("", "--set", str(small_set), "--score")
    drill = json.loads(ask("", "--set", str(small_set), "--json"))
    assert drill["version"] == 1 and Drill.from_json(drill).name == "drill-3"


def test_the_command_makes_drills_of_ones_own_games(
    games: list[Record], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("hansa.drills.making.DrillMaking", lambda: LITTLE)
    for name, record in zip(("a", "b"), games, strict=True):
        append_record(tmp_path / f"{name}.jsonl", replace(record, id="" if name == "a" else record.id))
    out = tmp_path / "mine.jsonl"
    words = ["drill", "--make", str(out), str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl")]
    assert main([*words, "--pack"]) == 0
    drills = read_drills(out)
    assert f"{len(drills)} drills are in {out}" in capsys.readouterr().out
    assert {drill.source for drill in drills} <= {"a-1", games[1].id} and read_drills(tmp_path / "mine.jsonl.xz") == drills
    assert main(["drill", "--make", str(tmp_path / "one.jsonl"), *words[3:], "--count", "1"]) == 0
    assert not (tmp_path / "one.jsonl.xz").exists() and len(read_drills(tmp_path / "one.jsonl")) <= len(drills)


@pytest.mark.parametrize(("words", "message"), [
    (["games.jsonl"], "games are for --make"), (["--make", "x.jsonl"], "--make needs games"),
    (["--pack"], "games are for --make"), (["--grade", "9"], "there are no such drills"),
])
def test_what_cannot_be_drilled(
    words: list[str], message: str, practice_file: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["drill", *words]) == 2
    assert message in capsys.readouterr().err
