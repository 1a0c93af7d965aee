"""`hansa train` as a command: what it trains, shows and keeps, and what it says of mistakes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hansa.cli import main
from hansa.cli.exit_codes import INTERRUPTED, MACHINE
from hansa.cli.screen import Screen
from hansa.cli.train import show
from hansa.cli.train_recipe import described
from hansa.training.ledger import Ledger
from hansa.training.loop import TrainingRun, alone_in
from hansa.training.recipe import Fitting, Gating, Imitating, Making, PlanTuning, Recipe, Tuning

TINY = Making(simulations=(4, 8), playouts=2, games_a_file=1)
QUICK = Recipe(3, TINY, Fitting(positions=20, epochs=1, batch=64), Gating(simulations=4, blocks=2, pool_blocks=0))
TINY_RUN = ["--positions", "20", "--simulations", "4", "--blocks", "2", "--pool-blocks", "0"]


def test_the_command_trains_shows_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hansa.cli.train_recipe.USUAL", Recipe(making=TINY))
    folder = str(tmp_path / "run")
    assert main(["train", folder, "--game", "hansa2004", "--setup", "hansa2004/2", *TINY_RUN, "--seed", "4"]) == 0
    first = capsys.readouterr()
    assert "hansa2004/2: " in first.err and "best.bin" in first.out and "hansa2004/3" not in first.out
    ledger = Ledger(Path(folder))
    assert ledger.recipe() == Recipe(4, TINY, Fitting(positions=20), Gating(simulations=4, blocks=2, pool_blocks=0))
    before = len(ledger.entries)
    # The same game, setups and recipe: nothing is left to do
    assert main(["train", folder]) == 0
    assert len(Ledger(Path(folder)).entries) == before and "hansa2004/3" not in capsys.readouterr().out
    assert main(["train", folder, "--show", "--plain"]) == 0
    shown = capsys.readouterr().out.split("\n")
    verdict = ledger.of("verdict")[0]
    assert shown[0].split()[:3] == ["setup", "generation", "positions"] and shown[1].split()[:2] == ["hansa2004/2", "1"]
    assert f"{verdict['elo']:+d}" in shown[1] and f"{ledger.of('fit')[0]['net_held_out']:.4f}" in shown[1]
    assert main(["train", folder, "--generations", "2"]) == 0
    assert [entry["generation"] for entry in Ledger(Path(folder)).of("verdict")] == [1, 2]
    best = Path(folder) / "best.bin"
    trained, log = f"mcts:simulations=5,mind={best}", str(tmp_path / "log.jsonl")
    assert main(["tournament", trained, "random", "--game", "hansa2004", "--blocks", "1", "--workers", "0", "--log", log]) == 0


@pytest.mark.parametrize(("words", "message"), [
    (["--setup", "hansa-45"], "needs a number of players: hansa-45/4, hansa-45/5"),
    (["--setup", "hansa-45/3"], "needs a number of players"),
    (["--setup", "hansa2004/2"], "hansa2004 is not a board of teutonica"),
    (["--setup", "atlantis/2"], "atlantis"),
    (["--show"], "there is no training run in"),
    (["--positions", "0"], "must be 1 or more"),
    (["--game", "chess"], "chess"),
])
def test_the_command_says_what_is_wrong(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", str(tmp_path / "run"), *words]) == 2
    out, err = capsys.readouterr()
    assert message in err and err.count("\n") == 1 and not out and not (tmp_path / "run").exists()


def test_every_number_of_the_table_of_a_run_stands_in_its_column(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = Ledger(tmp_path)
    for number, seconds in ((1, 600.0), (2, 1200.0)):
        of = {"setup": "hansa2004/2", "generation": number}
        ledger.add("positions", **of, file=0, positions=9, seconds=seconds)
        ledger.add("fit", **of, positions=1234 * number, held_out=77, sum_held_out=0.61234, net_held_out=0.56789,
                   points_error=3.4567, seconds=60.0)
        for block in range(number + 2):
            ledger.add("block", **of, block=block, share=0.5)
    ledger.add("verdict", setup="hansa2004/2", generation=1, blocks=3, share=0.5432, plus_minus=0.0321, elo=30, accepted=True,
               loses_to=None)
    show(ledger, Screen(plain=True))
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["setup", "generation", "positions", "sum", "net", "points", "blocks", "share", "Elo", "verdict", "minutes"],
        ["hansa2004/2", "1", "1,234", "0.6123", "0.5679", "3.457", "3", "54.3%", "±", "3.2%", "+30", "accepted", "11"],
        ["hansa2004/2", "2", "2,468", "0.6123", "0.5679", "3.457", "4", "playing", "21"],
    ]
    ledger.add("verdict", setup="hansa2004/2", generation=2, blocks=1, share=0.25, plus_minus=None, elo=-190, accepted=False,
               loses_to=None)
    show(ledger, Screen(plain=True))
    assert capsys.readouterr().out.splitlines()[2].split()[6:] == ["4", "25.0%", "±", "?", "-190", "refused", "21"]


@pytest.mark.parametrize(("fault", "code", "said"), [
    (KeyboardInterrupt(), INTERRUPTED, "hansa: stopped; continue with: hansa train FOLDER\n"),
    (OSError(28, "No space left on device", "x.bin"), MACHINE,
     "hansa: error: x.bin: No space left on device; once that is fixed, continue with: hansa train FOLDER\n"),
    (OSError("lost"), MACHINE, "hansa: error: FOLDER: lost; once that is fixed, continue with: hansa train FOLDER\n"),
])
def test_a_run_that_stops_says_how_to_go_on(
    fault: BaseException, code: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stopped(*_: object) -> None:
        raise fault

    monkeypatch.setattr("hansa.cli.train.train", stopped)
    assert main(["train", str(tmp_path / "run"), "--game", "hansa2004"]) == code
    assert capsys.readouterr() == ("", said.replace("FOLDER", str(tmp_path / "run")))


def test_a_run_keeps_its_recipe(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    TrainingRun(tmp_path, "hansa2004", replace(QUICK, making=Making()), lambda *_: None)
    assert main(["train", str(tmp_path), "--seed", "9"]) == 2
    assert capsys.readouterr().err == (
        f"hansa: error: the run in {tmp_path} was begun with --positions 20 --simulations 4 --blocks 2 --pool-blocks 0 "
        "--seed 3; leave these flags out, or choose another folder\n")


@pytest.mark.parametrize(("recipe", "flags"), [
    (QUICK, ""), (replace(QUICK, settings={"cut": 20, "exploration": 0.2}), " --settings cut=20,exploration=0.2"),
    (replace(QUICK, tuning=Tuning("rusher", rounds=7, games=11)), " --taste rusher --rounds 7 --games 11"),
    (replace(QUICK, imitating=Imitating(decisions=13)), " --policy --decisions 13"),
    (replace(QUICK, points_only=True), " --points-only"),
])
def test_a_recipe_is_described_by_the_flags_that_give_it(recipe: Recipe, flags: str) -> None:
    assert described(recipe) == f"--positions 20 --simulations 4 --blocks 2 --pool-blocks 0 --seed 3{flags}"


def test_a_recipe_for_a_plan_is_described_by_its_flags() -> None:
    recipe = replace(QUICK, plan=PlanTuning("markers", (1.0, 2.0), ("book", "end"), (), rounds=5, games=6))
    assert described(recipe) == "--plan markers --rounds 5 --games 6 --seed 3, 2 free weights"


@pytest.mark.parametrize(("words", "last"), [
    ([], "The best weights are FOLDER/best.bin; try them: hansa compare mcts:mind=FOLDER/best.bin mcts"),
    (["--plan", "markers"], "The taste is FOLDER/taste.json: its weights make a plan bot what it is."),
])
def test_a_run_that_ends_says_where_its_outcome_is(
    words: list[str], last: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hansa.cli.train.train", lambda *_: None)
    monkeypatch.setattr("hansa.cli.train.show", lambda *_: print("the table"))
    assert main(["train", str(tmp_path), *words]) == 0
    assert capsys.readouterr().out.replace(str(tmp_path), "FOLDER") == f"the table\n\n{last}\n"


def test_two_cannot_train_in_one_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["train", str(tmp_path), "--game", "hansa2004", "--setup", "hansa2004/2", *TINY_RUN, "--generations", "1"]
    with alone_in(tmp_path):
        assert main(words) == 2
        assert capsys.readouterr().err == (
            f"hansa: error: another process trains in {tmp_path}; wait for it, end it, or choose another folder\n")
        assert not Ledger(tmp_path).entries
        assert main(["train", str(tmp_path), "--show"]) == 2 and "no training run" in capsys.readouterr().err
    for _ in range(2):              # free again
        with alone_in(tmp_path / "of" / "mine"):
            assert (tmp_path / "of" / "mine").is_dir()
