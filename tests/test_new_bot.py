"""`hansa new-bot` writes bots whose tests pass, and the guide that begins with it is carried out,
line by line."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hansa.bots.registry import make_bot, parameters
from hansa.cli import main
from hansa.cli.new_bot import LANGUAGES

GUIDE = (Path(__file__).parents[1] / "docs" / "tutorial" / "first-bot.md").read_text(encoding="utf-8")
NEEDED = {"python": sys.executable, "js": "node", "c": "cc"}


def written(folder: Path, *arguments: str) -> None:
    """A new bot in a folder."""
    assert main(["new-bot", *arguments]) == 0
    assert len(list(folder.glob("test_*.py"))) == 1


def its_tests(folder: Path) -> str:
    """What the tests of the bot in a folder print."""
    (test,) = folder.glob("test_*.py")
    ran = subprocess.run([sys.executable, test], cwd=folder, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.parametrize("name", [
    name if name == "python" else pytest.param(name, marks=pytest.mark.long) for name in LANGUAGES])
def test_a_new_bot_passes_its_tests(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if shutil.which(NEEDED[name]) is None:
        pytest.skip(f"no {NEEDED[name]} here")
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "swift_one", "--lang", name)
    steps = dict(re.findall(r"^(.*?): +(.*)$", capsys.readouterr().out, re.MULTILINE))
    printed = its_tests(tmp_path)
    assert printed.count("ok test_") == sum("def test_" in line for line in Path("test_swift_one.py").read_text().splitlines())
    text = "".join(path.read_text() for path in tmp_path.iterdir() if path.suffix in (".py", ".js", ".c"))
    assert not re.search("my_bot|MyBot|BUILD_COMMAND|RUN_COMMAND|EXT", text)
    # The last line is a command that works.
    measure = shlex.split(list(steps.values())[-1])
    assert measure[:2] == ["hansa", "tournament"]
    assert main([*measure[1:], "--players", "2", "--blocks", "1", "--limit", "40", "--workers", "0", "--quiet"]) == 0


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_bot_is_written_in_the_language_asked_for(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "fast", "--lang", name)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([f"fast{LANGUAGES[name].suffix}", "test_fast.py"])


def test_options_of_new_bots_reach_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "mine.py")
    assert [entry.name for entry in parameters(str(tmp_path / "mine.py"))] == ["seed", "claims", "luck"]
    assert make_bot(f"{tmp_path}/mine.py:claims=9").spec == f"{tmp_path}/mine.py:Mine:seed=0,claims=9.0,luck=0.5"


@pytest.mark.parametrize("name", ["js", "c"])
def test_programs_answer_their_options(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which(NEEDED[name]) is None:
        pytest.skip(f"no {NEEDED[name]} here")
    monkeypatch.chdir(tmp_path)
    written(tmp_path, f"quick.{name}")
    if name == "c":
        subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", "-o", "quick", "quick.c"], check=True)
    asked: list[dict[str, object]] = [
        {"id": 1, "cmd": "hello", "version": 1},
        {"id": 2, "cmd": "option", "name": "eager", "value": "0"}, {"id": 3, "cmd": "option", "name": "eager", "value": "x"},
        {"id": 4, "cmd": "option", "name": "eagre", "value": "1"}, {"id": 5, "cmd": "new", "setup": {}, "seat": 0, "seed": 1},
        {"cmd": "position", "state": {}, "moves": [], "legal": ["claim A", "place t B", "end"]}, {"id": 6, "cmd": "go"},
        {"id": 7, "cmd": "option", "name": "eager", "value": "100"}, {"id": 8, "cmd": "go"}, {"cmd": "quit"},
    ]
    ran = subprocess.run(["node", "quick.js"] if name == "js" else ["./quick"], capture_output=True, text=True, timeout=60,
                         input="".join(json.dumps(line) + "\n" for line in asked), check=True)
    answers = {answer["id"]: answer for answer in map(json.loads, ran.stdout.splitlines())}
    assert [option["name"] for option in answers[1]["options"]] == ["eager"]
    assert ["error" in answers[number] for number in (2, 3, 4, 7)] == [False, True, True, False]
    # Eager never, and always
    assert (answers[6]["move"], answers[8]["move"]) == ("place t B", "claim A")


@pytest.mark.parametrize(("arguments", "message"), [
    (("random.py",), "'random' is a module that Python would confuse with the bot; name it otherwise, such as my_random.py"),
    (("my-bot",), "'my-bot' cannot be a bot's name"), (("class.js",), "'class' cannot be a bot's name"),
    (("mine.rs",), "mine.rs ends in .rs, which no language here does; write it as mine.py or mine.js or mine.c"),
    (("nowhere/mine.py",), "there is no folder nowhere"), (("mine", "--lang", "rust"), "invalid choice: 'rust'"),
])
def test_what_cannot_be_written(
    arguments: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-bot", *arguments]) == 2
    err = capsys.readouterr().err
    assert message in err and err.count("\n") == 1 and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("there", ["mine.py", "test_mine.py"])
def test_nothing_is_overwritten(
    there: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(there).write_text("mine")
    assert main(["new-bot", "mine.py"]) == 2
    assert f"{there} exists already" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == [there] and Path(there).read_text() == "mine"


# --- the guide ----------------------------------------------------------------------------------

BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
BOT = next(text for kind, text in BLOCKS if kind == "python" and "class Mine(Bot)" in text)


def test_the_examples_of_the_guide_print_what_it_says() -> None:
    (example,) = [text for kind, text in BLOCKS if kind == "python" and ">>>" in text]
    parsed = doctest.DocTestParser().get_doctest(example, {}, "first-bot.md", None, 0)
    assert len(parsed.examples) == 8 and doctest.DocTestRunner().run(parsed).failed == 0


@pytest.mark.long
def test_the_guide_is_carried_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every command runs (tournaments shortened), and its bot beats three of greedy."""
    monkeypatch.chdir(tmp_path)
    commands = [line for kind, text in BLOCKS if kind == "text" for line in text.splitlines()]
    assert len(commands) == 5
    short = ("--workers", "0", "--limit", "30", "--quiet")
    for number, line in enumerate(commands):
        words = shlex.split(line)
        if words == ["python", "test_mine.py"]:
            its_tests(tmp_path)
        elif words[1] == "new-bot":
            assert main(words[1:]) == 0
            continue
        elif "--focus" in words:
            Path("mine.py").write_text(BOT, encoding="utf-8")
            # A file is read once a process
            monkeypatch.delitem(sys.modules, f"hansa bot file {tmp_path / 'mine.py'}")
            its_tests(tmp_path)
            whole = subprocess.run([sys.executable, "-m", "hansa", *words[1:-1], "1", "--workers", "1", "--log", "focus.jsonl",
                                    "--json"], capture_output=True, text=True, check=True, timeout=300)
            lines = {line["bot"]: line for line in json.loads(whole.stdout)["lines"]}
            assert lines["mine.py"]["wins"] > 0.3 and lines["mine.py"]["elo"] > lines["greedy"]["elo"]
        else:
            code = main([*words[1:-1], "1", *short, "--log", f"{number}.jsonl"])
            assert code in (0, 3), capsys.readouterr().err


def test_the_guides_bot_is_short() -> None:
    assert len(BOT.splitlines()) < 70 and max(map(len, BOT.splitlines())) <= 100
