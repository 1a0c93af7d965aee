"""`hansa tune`: options go where the games are won, runs go on after a stop, mistakes cost one
line."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import cast

import pytest

from hansa.cli import main, tune
from hansa.cli.exit_codes import BAD_INPUT, INTERRUPTED
from hansa.errors import HansaError
from hansa.tournaments.machine import Lost
from hansa.tournaments.play import play
from hansa.tournaments.results import game_result
from hansa.tournaments.rounds import GameRunner, SerialRunner, local_runner
from hansa.tournaments.schedule import ScheduledGame, TableSetup, Tournament, games
from hansa.tournaments.tuning import (
    BATCH,
    Knob,
    TuningError,
    TuningPlan,
    TuningRun,
    knob_of,
    moved,
    pair_of,
    path_of,
    plan_in,
    recommended,
    result_of,
    signs_of,
)
from hansa.tournaments.worker import FinishedGame
from hansa.training.ledger import Ledger
from hansa.training.loop import alone_in

TABLE = TableSetup("hansa-23", 2)
BOT = """
from hansa.bots.markers import MarkersBot
class Mine(MarkersBot):
    pass
"""
# More noise is worse play: half of the range up and down.
NOISY = TuningPlan("markers", (Knob("noise", 0.5, 0.5, 0.0, 1.0),), TABLE, seed=3)
TWO = TuningPlan("mcts:simulations=8", (Knob("exploration", 0.4, 0.2, 0.0, 10.0), Knob("first_play", 0.02, 0.01)), TABLE)


def test_the_better_side_of_a_pair_has_the_higher_result() -> None:
    for table in (TABLE, TableSetup("hansa-23", 3), TableSetup("hansa-45", 4)):
        plan = TuningPlan(NOISY.bot, NOISY.knobs, table, seed=3)
        pairs = [[game_result(play(game), "") for game in pair_of(plan, [0.0], number)] for number in range(12)]
        by_sign = [result_of(plan, [0.0], pair) * signs_of(plan, pair[0].block)[0] for pair in pairs]
        assert all(set(one.bots) == set(other.bots) and one.bots != other.bots for one, other in pairs), "seats exchanged"
        assert all(-1 <= result <= 1 for result in by_sign)
        assert sum(by_sign) < -4, (table, by_sign)      # without noise almost every game is won


def test_an_option_follows_the_side_that_wins() -> None:
    # The first option up is better
    wins_up = [float(signs_of(TWO, number)[0]) for number in range(60)]
    assert recommended(TWO, wins_up)["exploration"] > 0.5
    assert recommended(TWO, [-result for result in wins_up])["exploration"] < 0.3
    assert recommended(TWO, [0.0] * 60) == {"exploration": pytest.approx(0.4), "first_play": pytest.approx(0.02)}


def test_the_path_has_a_place_before_every_pair_and_shrinking_gains() -> None:
    path = [at[0] for at in path_of(TWO, [1.0] * 40)]
    gains = [abs(after - before) for before, after in itertools.pairwise(path)]
    assert len(path) == 41 and path[0] == 0
    assert all(later < earlier for earlier, later in itertools.pairwise(gains))


def test_what_is_recommended_is_the_mean_of_the_second_half() -> None:
    results = [0.5, -1.0, 1.0, 0.25, -0.5]
    late = [at[1] for at in path_of(TWO, results)][3:]
    assert recommended(TWO, results)["first_play"] == pytest.approx(0.02 + 0.01 * sum(late) / 3)


def test_options_stay_within_their_bounds() -> None:
    knob = NOISY.knobs[0]
    up = [float(signs_of(NOISY, number)[0]) for number in range(200)]
    assert all(0 <= knob.start + at[0] * knob.step <= 1 for at in path_of(NOISY, up))
    assert {moved(NOISY, [0.9], number, way)["noise"] for number in range(9) for way in (1, -1)} <= {1.0} | {
        0.5 + (0.9 - (number + 1) ** -0.101) * 0.5 for number in range(9)}


def test_seats_of_pairs_are_drawn_by_lot() -> None:
    plan = TuningPlan(NOISY.bot, NOISY.knobs, TableSetup("hansa-45", 4), seed=3)
    seen = set()
    for number in range(40):
        one, other = pair_of(plan, [0.0], number)
        assert one.seats == pair_of(plan, [0.0], number)[0].seats and set(one.seats) == set(other.seats)
        up = plan.spec(moved(plan, [0.0], number, 1))
        seen.add(tuple(bot == up for bot in one.seats))
        assert [bot == up for bot in one.seats] == [bot != up for bot in other.seats]
    assert len(seen) == 6 and {sum(seats) for seats in seen} == {2}


def test_the_pairs_are_counted_where_somebody_watches(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for watched, said in ((True, "\r1 of 3 pairs\r3 of 3 pairs\n"), (False, "")):
        monkeypatch.setattr("sys.stderr.isatty", lambda watched=watched: watched)
        progress = tune.TuningProgress(3)
        progress.report(1)
        progress.report(3)
        assert capsys.readouterr().err == said


def test_the_two_sides_of_a_pair_differ_in_every_option() -> None:
    up, down = moved(TWO, [0.0, 1.0], 0, 1), moved(TWO, [0.0, 1.0], 0, -1)
    signs = signs_of(TWO, 0)
    assert [up[knob.name] - down[knob.name] for knob in TWO.knobs] == pytest.approx(
        [2 * sign * knob.step for sign, knob in zip(signs, TWO.knobs, strict=True)])


@pytest.mark.parametrize("workers", [0, 2])
def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path, workers: int) -> None:
    whole = TuningRun(tmp_path / "of" / "mine", NOISY)
    whole.play(SerialRunner("tune"), BATCH + 2, lambda done: None)
    stopped = TuningRun(tmp_path / "stopped", NOISY)
    told: list[int] = []
    with local_runner(workers, "tune") as runner:
        stopped.play(runner, BATCH - 1, lambda done: None)
        again = TuningRun(tmp_path / "stopped", NOISY)
        again.play(runner, BATCH + 2, told.append)
    assert again.results == whole.results and len(whole.results) == BATCH + 2
    assert told == [BATCH, BATCH + 1, BATCH + 2]


def test_pairs_that_ended_out_of_order_are_not_played_again(tmp_path: Path) -> None:
    whole = TuningRun(tmp_path / "whole", NOISY)
    whole.play(SerialRunner("tune"), BATCH, lambda done: None)
    torn = TuningRun(tmp_path / "torn", NOISY)
    for entry in whole.ledger.of("pair"):
        # Two workers, and a kill while the second pair was under way
        if entry["number"] != 1:
            torn.ledger.add(**entry)
    assert torn.results == whole.results[:1]
    told: list[int] = []
    torn.play(SerialRunner("tune"), BATCH, told.append)
    assert told == [BATCH] and torn.results == whole.results


def test_two_processes_do_not_tune_in_one_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    TuningRun(tmp_path, NOISY)
    with alone_in(tmp_path):
        assert main(["tune", str(tmp_path), "--pairs", "1"]) == BAD_INPUT
    assert "another process" in capsys.readouterr().err


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    TuningRun(tmp_path, TWO)
    with pytest.raises(TuningError, match="begun with another bot"):
        TuningRun(tmp_path, NOISY)
    (tmp_path / "other").mkdir()
    Ledger(tmp_path / "other").add("begin")
    with pytest.raises(TuningError, match="another kind of run"):
        TuningRun(tmp_path / "other", TWO)


def test_a_knob_is_read_from_a_bots_options() -> None:
    assert knob_of("mcts", "exploration") == Knob("exploration", 0.4, 0.12, 0, 1000)
    assert knob_of("mcts:exploration=2", "exploration=0.5") == Knob("exploration", 2.0, 0.5, 0, 1000)
    assert knob_of("mcts", "exploration=0.123456789").step == 0.123457
    for word, said in (("explor", "did you mean 'exploration'"), ("simulations", "decimal numbers"), ("leaf", "decimal"),
                       ("exploration=0", "above 0"), ("exploration=nan", "above 0"), ("increment", "starts at 0")):
        with pytest.raises(TuningError, match=said):
            knob_of("mcts", word)


def test_the_command_plays_shows_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, started = str(tmp_path / "run"), list[int]()

    def counted(workers: int, digest: str) -> AbstractContextManager[GameRunner]:
        started.append(workers)
        return local_runner(workers, digest)

    monkeypatch.setattr(tune, "local_runner", counted)
    begin = [folder, "markers", "--option", "noise=0.3", "--board", "hansa-23", "--players", "2", "--seed", "4"]
    assert main(["tune", *begin, "--pairs", "2", "--plain"]) == 0
    first = capsys.readouterr().out
    assert "2 pairs of games of markers on hansa-23/2" in first
    assert "hansa compare markers:noise=" in first and "--board hansa-23 --players 2" in first
    assert main(["tune", folder, "--pairs", "3", "--workers", "2", "--plain"]) == 0
    assert "3 pairs" in capsys.readouterr().out and started == [1, 2]
    assert main(["tune", folder, "--pairs", "9", "--show", "--plain"]) == 0
    row = capsys.readouterr().out.splitlines()[1].split()
    run = TuningRun(Path(folder), TuningPlan("markers", (Knob("noise", 0.03, 0.3, 0.0, 1.0),), TABLE, 4))
    knob, last = run.plan.knobs[0], list(path_of(run.plan, run.results))[-1][0]
    mean = recommended(run.plan, run.results)["noise"]
    assert row == ["noise", "0.03", "0.3", f"{0.03 + last * knob.step:.4g}", f"{mean:.4g}"]


def test_a_run_that_is_interrupted_says_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(TuningRun, "play", stopped)
    assert main(["tune", str(tmp_path), "markers", "--option", "noise", "--workers", "0"]) == INTERRUPTED
    assert capsys.readouterr() == ("", f"hansa: stopped; hansa tune {tmp_path} continues\n")
    plan = plan_in(tmp_path)
    assert plan is not None and plan.seed == 1 and str(plan.table) == "hansa-45/5"


def test_values_in_the_spec_are_where_the_options_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(BOT)
    for spec in ("markers:noise=0.2", f"{mine}:noise=0.2", f"{mine}:Mine:noise=0.2"):
        folder = str(tmp_path / spec.replace("/", "-"))
        words = ["--option", "noise=0.1", "--board", "hansa-23", "--players", "2", "--pairs", "1", "--workers", "0"]
        assert main(["tune", folder, spec, *words, "--plain"]) == 0, capsys.readouterr().err
        assert capsys.readouterr().out.splitlines()[1].split()[:3] == ["noise", "0.2", "0.1"]


@pytest.mark.parametrize(("words", "said"), [
    (["NEW"], "there is no tuning run"),
    (["NEW", "markers"], "which options"),
    (["NEW", "markers", "--option", "noise", "--option", "noise"], "named twice"),
    (["NEW", "markers", "--option", "nois"], "did you mean 'noise'"),
    (["NEW", "markers", "--option", "noise", "--board", "hansa-23", "--players", "5"], "players"),
    (["OLD", "--board", "east"], "leave those flags out"),
    (["OLD", "--seed", "2"], "leave those flags out"),
    (["OLD", "--option", "noise"], "leave those flags out"),
    (["OLD", "--players", "2"], "leave those flags out"),
    (["OLD", "--show"], "no pair has been played"),
])
def test_mistakes_cost_one_line(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    TuningRun(tmp_path / "old", NOISY)
    found = [{"NEW": str(tmp_path / "new"), "OLD": str(tmp_path / "old")}.get(word, word) for word in words]
    assert main(["tune", *found]) == BAD_INPUT
    shown = capsys.readouterr().err
    assert said in shown and shown.count("\n") == 1
    assert not (tmp_path / "new").exists()


def test_a_run_whose_bot_does_not_take_its_options_makes_no_folder(tmp_path: Path) -> None:
    plan = TuningPlan("markers", (Knob("noize", 0.1, 0.1, 0, 1),), TableSetup("hansa-23", 2))
    with pytest.raises(HansaError, match="noize"):
        TuningRun(tmp_path / "new", plan)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("step", ["inf", "-inf", "nan", "0", "-1", "x"])
def test_steps_are_finite_numbers_above_0(step: str) -> None:
    with pytest.raises(TuningError, match="must be a number above 0"):
        knob_of("mcts", f"exploration={step}")


class Broken:
    """A machine that cannot play."""

    lost = (Lost(next(games(Tournament(("markers", "random"), (TABLE,), blocks=1))), "no memory is left"),)

    def run(self, wanted: Iterable[ScheduledGame]) -> Iterator[FinishedGame]:
        return iter(())


def test_a_run_that_a_machine_cannot_play_says_how_to_go_on(tmp_path: Path) -> None:
    run = TuningRun(tmp_path, NOISY)
    with pytest.raises(TuningError) as stopped:
        run.play(cast(GameRunner, Broken()), 2, lambda done: None)
    assert str(stopped.value) == (
        f"the machine could not play a game: no memory is left; when that is mended, hansa tune {tmp_path} continues")
