"""Whatever call of the C library fails, once or for ever, and wherever a process dies: nothing that
was kept is lost."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hansa.board_entry import BoardSetup
from hansa.cli import main
from hansa.table.games_folder import GameFile, GameFileError
from hansa.tournaments.log import Log
from hansa.tournaments.log_header import LogError, new_header
from hansa.tournaments.schedule import TableSetup, Tournament
from hansa.training.ledger import Ledger
from hansa.training.loop import TrainingRun
from hansa.training.recipe import TrainingError
from hansa.whole_file import remove_unfinished, write_whole
from tests.faults.__main__ import FAULTS
from tests.faults.files import KEEPINGS, RECIPE, full_record, prepare_training
from tests.test_compiled import MODULES

ROOT = Path(__file__).parents[1]
PLAN = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),))


def run(*words: str) -> str:
    """What a module of tests/faults prints; it fails with what was lost."""
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, timeout=3600)
    assert done.returncode == 0, f"{done.stdout[-2000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def test_a_games_file_bears_every_failing_call() -> None:
    assert "nothing lost" in run("tests.faults.every_call", "file", "ONCE", "SHORT", "DIE", "CUT_POWER", "--step", "2")


@pytest.mark.long
@pytest.mark.heavy
@pytest.mark.parametrize("name", [keeping.name for keeping in KEEPINGS])
def test_nothing_is_lost_whatever_call_fails(name: str) -> None:
    step = "10" if name == "league" else "1"        # each call of it takes four commands
    assert "nothing lost" in run("tests.faults.every_call", name, "--step", step)


@pytest.mark.long
@pytest.mark.parametrize("module", MODULES)
def test_compiled_objects_bear_every_failing_allocation(module: str) -> None:
    """In a process of its own, whose last line on standard error is the allocation that crashed
    it."""
    assert "allocations have failed" in run("tests.faults.memory", f"engine_c.{module}")


@pytest.mark.parametrize("name", ["full_disk_in_a_game", "endless_line"])
def test_a_fault_of_the_machine_is_borne(name: str, tmp_path: Path) -> None:
    assert FAULTS[name](tmp_path).lost


@pytest.mark.long
@pytest.mark.heavy
@pytest.mark.parametrize("name", sorted({*FAULTS} - {"full_disk_in_a_game", "endless_line", "two_gigabytes"}))
def test_a_fault_that_takes_longer_is_borne(name: str) -> None:
    assert name.replace("_", " ") in run("tests.faults", name)


# --- what was found this way --------------------------------------------------------------------

def test_a_game_is_kept_again_after_its_folder_could_not_be_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = GameFile.new(tmp_path, "game")
    with monkeypatch.context() as broken:
        broken.setattr("hansa.whole_file._sync_folder", fail)
        with pytest.raises(OSError, match=r"Input/output error: '.*game\.jsonl'"):
            file.write(full_record())
    file.write(full_record())
    assert file.read() == full_record()
    file.path.write_text("{}")
    with pytest.raises(GameFileError, match="another program has changed"):
        file.write(full_record())


def fail(folder: Path) -> None:
    raise OSError(5, "Input/output error")


def test_a_file_is_replaced_whole_or_stays(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, lambda file: file.write(b"old"))
    with pytest.raises(OSError, match=r"\[Errno 28\] No space left on device: '.*/file'"):
        write_whole(path, lambda file: fail_to_write())
    assert path.read_bytes() == b"old" and [*tmp_path.iterdir()] == [path]


def fail_to_write() -> None:
    raise OSError(28, "No space left on device", "a temporary name")


def test_what_killed_programs_left_unfinished_is_removed_after_an_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (".file.0123abcd", ".file.other", "file"):
        (tmp_path / name).touch()
    remove_unfinished(tmp_path, "file")
    assert len([*tmp_path.iterdir()]) == 3
    monkeypatch.setattr("hansa.whole_file.LEFT_BEHIND", -3600.0)
    remove_unfinished(tmp_path, "file")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".file.other", "file"]


@pytest.mark.parametrize("begun", [b"", b'{"vers', b'{"version": 1, "tournament": {"bots": ["mark'])
def test_a_log_whose_first_line_was_cut_off_is_begun_anew(begun: bytes, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(begun)
    with pytest.raises(LogError, match=r"it is empty|holds no games: the command that began it begins it anew"):
        Log.resume(path)
    Log.create(path, new_header(PLAN, {}, "x")).close()
    Log.resume(path)[0].close()


@pytest.mark.parametrize("content", [b"notes", b'{"version": 1, "tournament": {}}\n', b"\n", b'{"version": 2'])
def test_no_other_file_is_taken_for_a_log_that_was_cut_off(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(content)
    with pytest.raises(LogError, match="exists; continue it"):
        Log.create(path, new_header(PLAN, {}, "x"))
    assert path.read_bytes() == content


def test_a_log_that_cannot_be_begun_is_not_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log.jsonl"

    def fail(log: Log, lines: list[str]) -> None:
        raise OSError(28, "No space left on device", str(log.path))

    monkeypatch.setattr(Log, "append", fail)
    with pytest.raises(OSError, match="No space left"):
        Log.create(path, new_header(PLAN, {}, "x"))
    assert not path.exists()


def test_a_step_of_training_without_its_newline_is_there_once(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    ledger.add("block", share=0.5)
    ledger.path.write_bytes(ledger.path.read_bytes().rstrip(b"\n"))
    again = Ledger(tmp_path)
    assert again.entries == [{"step": "block", "share": 0.5}]
    again.add("block", share=0.25)
    assert [entry["share"] for entry in Ledger(tmp_path).entries] == [0.5, 0.25]


def test_a_match_of_one_block_has_no_interval(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prepare_training(tmp_path)
    for _ in range(2):
        assert main(["train", str(tmp_path), "--setup", "hansa-23/2", "--plain"]) == 0
    assert len(Ledger(tmp_path).of("asked")) == 1       # the same command asks for nothing new
    assert Ledger(tmp_path).of("verdict")[0]["plus_minus"] is None
    assert "% ± ?" in capsys.readouterr().out


def test_games_without_positions_teach_nothing_and_say_so(tmp_path: Path) -> None:
    recipe = replace(RECIPE, making=replace(RECIPE.making, branches=0.0), fitting=replace(RECIPE.fitting, positions=0))
    run = TrainingRun(tmp_path, "teutonica", recipe, lambda *progress: None)
    with pytest.raises(TrainingError, match="games without positions"):
        run.generation(BoardSetup("hansa-23", 2), 1)


def test_a_ledger_that_lacks_its_recipe_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Ledger(tmp_path).add("begin", game="teutonica")
    with pytest.raises(TrainingError, match="the step 'begin' lacks 'recipe'"):
        Ledger(tmp_path).recipe()
    assert main(["train", str(tmp_path)]) == 2 and capsys.readouterr().err.count("\n") == 1
