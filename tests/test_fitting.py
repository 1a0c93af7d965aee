"""The fitting tools as commands: what they write can be used again, seeds decide alone, mistakes cost one line."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest

from hansa import State
from hansa.bots import fit, tune
from hansa.bots.registry import make_bot
from hansa.bots.tune import worth
from hansa.teutonica.mind import TASTE, VOCABULARY, taste
from hansa.vocabulary import PARTS, MindError, read_file

Tool = Callable[[list[str]], int]
SHIPPED = Path(str(resources.files("hansa.teutonica").joinpath("mind.json")))
FIT = [str(SHIPPED), "OUT", "--games", "12", "--choices", "1", "--simulations", "4", "--workers", "1"]
TUNE = ["OUT", "--rounds", "1", "--games", "1", "--workers", "1"]


def arguments_for(out: Path, template: list[str], **changes: str) -> list[str]:
    """A command line that writes to `out`, with some of its options changed."""
    found = [str(out) if word == "OUT" else word for word in template]
    for name, value in changes.items():
        option = f"--{name}"
        if option in found:
            found[found.index(option) + 1] = value
        else:
            found += [option, value]
    return found


def said(tool: Tool, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that a refused command prints."""
    try:
        code = tool(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    assert code == 2 and out == "" and err.count("\n") == 1 and "error: " in err, (code, out, err)
    return err


def test_fit_as_a_command_writes_a_mind_that_plays(tmp_path: Path) -> None:
    out = tmp_path / "mind.json"
    command = [sys.executable, "-m", "hansa.bots.fit", *arguments_for(out, FIT)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "games in" in done.stdout and "decisions in" in done.stdout and done.stderr == ""
    old, new = (json.loads(path.read_text(encoding="utf-8")) for path in (SHIPPED, out))
    assert list(new) == list(old) and new["plan"] == old["plan"]
    assert all(new[part] != old[part] for part in PARTS if part != "plan")
    state = State.new(board="hansa-45", players=4, seed=1)
    assert state.position.evaluate(VOCABULARY.read_mind(out)) != state.position.evaluate(VOCABULARY.read_mind(SHIPPED))
    bot = make_bot(f"mcts:simulations=30,mind={out}", seed=1)
    assert bot.choose(state) in state.legal_moves


def test_fit_leaves_what_it_is_told_to_leave(tmp_path: Path) -> None:
    old, out = json.loads(SHIPPED.read_text(encoding="utf-8")), tmp_path / "mind.json"
    assert fit.main(arguments_for(out, FIT, choices="0")) == 0
    new = json.loads(out.read_text(encoding="utf-8"))
    assert new["policy"] == old["policy"] and new["evaluation"] != old["evaluation"]
    assert fit.main(arguments_for(out, FIT, games="0")) == 0
    new = json.loads(out.read_text(encoding="utf-8"))
    assert new["policy"] != old["policy"] and new["evaluation"] == old["evaluation"] and new["points"] == old["points"]


def test_fit_is_decided_by_its_seed(tmp_path: Path) -> None:
    """Also with more processes than one: several jobs of games each, whose order must not matter."""
    first, second, other = (tmp_path / f"{number}.json" for number in range(3))
    for out, workers in ((first, "1"), (second, "2")):
        assert fit.main(arguments_for(out, FIT, games="260", choices="5", simulations="2", seed="5", workers=workers)) == 0
    assert first.read_bytes() == second.read_bytes()
    for out, seed in ((first, "5"), (other, "6")):
        assert fit.main(arguments_for(out, FIT, seed=seed)) == 0
    assert first.read_bytes() != other.read_bytes()


def test_tune_as_a_command_writes_a_taste_that_plays(tmp_path: Path) -> None:
    out = tmp_path / "taste.json"
    command = [sys.executable, "-m", "hansa.bots.tune", *arguments_for(out, TUNE), "--keep", "actions", "book"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("round 0: mean ") and done.stderr == ""
    data, found = json.loads(out.read_text(encoding="utf-8")), read_file(out, VOCABULARY.taste_of)
    assert list(data) == list(TASTE)
    kept = {name for name, old, new in zip(TASTE, taste(), found, strict=True) if old == new}
    assert {"actions", "book", "noise"} <= kept and len(kept) < 10
    assert worth(found, [taste()], range(2)) > 0
    mind = tmp_path / "mind.json"           # as the plan of playouts
    mind.write_text(json.dumps(json.loads(SHIPPED.read_text(encoding="utf-8")) | {"plan": data}), encoding="utf-8")
    state = State.new(board="east", players=3, seed=1)
    assert make_bot(f"mcts:simulations=30,mind={mind}").choose(state) in state.legal_moves


def test_tune_begins_where_it_is_told(tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    assert tune.main([*arguments_for(first, TUNE), "--plan", "markers", "--keep", "marker", "end"]) == 0
    again = [*arguments_for(second, TUNE), "--start", str(first), "--pool", str(first), "--keep", *list(TASTE)[1:]]
    assert tune.main(again) == 0
    old, new = read_file(first, VOCABULARY.taste_of), read_file(second, VOCABULARY.taste_of)
    assert old[1:] == new[1:] and old[0] != new[0]
    plan = make_bot("markers").weights  # type: ignore[attr-defined]
    for name in ("marker", "end"):
        assert old[list(TASTE).index(name)] == plan[list(TASTE).index(name)]


def test_tune_is_decided_by_its_seed(tmp_path: Path) -> None:
    outs = [tmp_path / f"{number}.json" for number in range(3)]
    for out, workers, seed in zip(outs, ("1", "2", "1"), ("5", "5", "6"), strict=True):
        assert tune.main(arguments_for(out, TUNE, workers=workers, seed=seed)) == 0
    first, second, third = (out.read_bytes() for out in outs)
    assert first == second != third


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": "-1"}, "argument --games: must be a whole number from 0, not '-1'"),
        ({"games": "many"}, "argument --games: must be a whole number from 0, not 'many'"),
        ({"games": "0", "choices": "0"}, "--games 0 and --choices 0 leave nothing to fit"),
        ({"simulations": "0"}, "argument --simulations: must be a whole number from 1, not '0'"),
        ({"workers": "0"}, "argument --workers: must be a whole number from 1, not '0'"),
        ({"seeds": "1"}, "unrecognized arguments: --seeds 1"),
    ],
)
def test_fit_refuses(changes: dict[str, str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in said(fit.main, arguments_for(tmp_path / "out.json", FIT, **changes), capsys)
    assert not (tmp_path / "out.json").exists()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": "0"}, "argument --games: must be a whole number from 1, not '0'"),
        ({"rounds": "0"}, "argument --rounds: must be a whole number from 1, not '0'"),
        ({"plan": "marker"}, "argument --plan: there is no 'marker'"),
        ({"keep": "bok"}, "a taste has no 'bok'; did you mean 'book'?"),
        ({"start": "nowhere.json"}, "nowhere.json: No such file or directory"),
        ({"pool": str(SHIPPED)}, "mind.json: a taste has no evaluation, plan, points, policy"),
    ],
)
def test_tune_refuses(changes: dict[str, str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in said(tune.main, arguments_for(tmp_path / "out.json", TUNE, **changes), capsys)
    assert not (tmp_path / "out.json").exists()


def test_what_leaves_nothing_to_tune(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "leaves no weight" in said(tune.main, [*arguments_for(tmp_path / "out.json", TUNE), "--keep", *TASTE], capsys)


def test_ctrl_c_ends_all_processes_without_a_mess(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hansa.bots.tune", *arguments_for(tmp_path / "out.json", TUNE, rounds="100000")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        assert running.stdout is not None and running.stdout.readline().startswith("round 0: ")
        os.killpg(running.pid, signal.SIGINT)       # as a terminal does
        _, err = running.communicate(timeout=60)
    assert running.returncode == 130 and err == "" and not (tmp_path / "out.json").exists()


@pytest.mark.parametrize("template", [FIT, TUNE], ids=["fit", "tune"])
def test_where_to_write_is_judged_before_hours_of_games(
    template: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tool = fit.main if template is FIT else tune.main
    assert "is a folder" in said(tool, arguments_for(tmp_path, template), capsys)
    assert "there is no folder" in said(tool, arguments_for(tmp_path / "no" / "out.json", template), capsys)
    assert "required: " in said(tool, [], capsys)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff", "no UTF-8"),
        (b"{", "no JSON"),
        (b"[]", "a mind should be an object of weights by name"),
        (b"{}", "a mind needs evaluation, points, policy, plan"),
        ('"points": {"Points": {}}', "points has no Points"),
        ('"policy": []', "policy should be an object of weights by name"),
        ('"policy": {"kindness": 1}', "policy has no kindness"),
        ('"policy": {"office": true}', "office should be a number, not 'True'"),
        ('"plan": {"actions": NaN}', "NaN is no number that JSON knows"),
        ('"plan": {"actions": 1e30}', "actions should be a number, not '1e+30'"),
        ('"evaluation": {"prestige": [1]}', "evaluation: prestige should be two weights"),
        ('"evaluation": {"constant": [1, 1]}', "evaluation has no constant"),
    ],
)
def test_minds_that_are_none(content: bytes | str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mind.json"
    parts = '"evaluation": {}, "points": {}, "policy": {}, "plan": {}'
    if isinstance(content, str):
        name = content.partition(":")[0]
        content = f"{{{parts.replace(f'{name}: {{}}', content)}}}".encode()
    path.write_bytes(content)
    with pytest.raises(MindError, match=r"mind\.json: ") as caught:
        VOCABULARY.read_mind(path)
    assert message in str(caught.value) and "\n" not in str(caught.value)
    assert message in said(fit.main, [str(path), *arguments_for(tmp_path / "out.json", FIT)[1:]], capsys)
    with pytest.raises(MindError, match=re.escape(message)):
        make_bot(f"mcts:mind={path}")


def test_a_mind_may_leave_weights_out(tmp_path: Path) -> None:
    path = tmp_path / "mind.json"
    path.write_text('{"evaluation": {}, "points": {}, "policy": {}, "plan": {}}', encoding="utf-8")
    values = State.new(board="hansa-45", players=4, seed=1).position.evaluate(VOCABULARY.read_mind(path))
    assert values == pytest.approx([0.25] * 4)
