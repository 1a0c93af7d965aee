"""Every answer of the page's server is as it is declared: `Talk` compares, and here is asked what
no other test asks."""

from __future__ import annotations

import asyncio
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest

from hansa.games import GAMES
from hansa.record import Record, append_record, play_random, read_records
from hansa.review_file import review_beside
from hansa.thinking import Budget, fitted_thinker
from hansa.web import live
from hansa.web.access_keys import AccessKeys
from hansa.web.listing import Listing
from hansa.web.moving import MovingTables
from hansa.web.outbox import Outbox
from tests.browser import kept_mistakes
from tests.talk import Talk, new


class Echo:
    """A socket whose server always answers the same."""

    def __init__(self, answer: dict[str, Any]) -> None:
        self.answer = answer

    def send_text(self, text: str) -> None:
        self.answer["id"] = json.loads(text)["id"]

    def receive_text(self) -> str:
        return json.dumps(self.answer)


@pytest.mark.parametrize(("command", "answer"), [
    ("leave", {}), ("leave", {"ok": 1}), ("leave", {"ok": True, "more": 1}), ("leave", {"error": {"code": "no"}}),
    ("leave", {"error": {"code": "refused", "message": "open a game first"}, "more": 1}),
    ("tournament", {"bytes": 5, "same": False, "summary": "half of a report"}), ("load", {"game": "a"}),
    ("games", {"games": [{"game": "a", "played": 1, "board": "east"}], "sketches": {}}),
])
def test_an_answer_that_is_not_as_declared_is_noticed(command: str, answer: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        Talk(Echo(answer), None).ask(command)


@pytest.mark.parametrize(("command", "answer"), [
    ("leave", {"ok": True}), ("tournament", {"bytes": 5, "same": True}), ("load", {"game": "a", "of": 1, "warnings": []}),
    ("load", {"state": {}}), ("leave", {"error": {"code": "refused", "message": "open a game first"}}),
])
def test_an_answer_as_declared_is_none_the_worse(command: str, answer: dict[str, Any]) -> None:
    assert Talk(Echo(answer), None).ask(command) == answer


@pytest.mark.parametrize("game", GAMES)
def test_what_is_looked_up_and_taught(host: Talk, game: str) -> None:
    letter = GAMES[game].rules_of_end[0]
    assert host.ask("rules", game=game, asked=f"{letter}1")["found"][0].startswith(f"{letter}1 ")
    overview = host.ask("rules", game=game)
    assert overview["summary"] and all(first.startswith(letter) for _, first, _ in overview["sections"])
    taught = next(entry for entry in host.ask("lessons")["games"] if entry["game"] == game)
    lesson = host.ask("lesson", game=game, number=1)
    assert lesson["title"] == taught["lessons"][0] and lesson["of"] == len(taught["lessons"])
    assert not lesson["finished"] and lesson["asks"] and (lesson["done"], lesson["said"]) == ([], "")


def test_what_is_said_of_a_position(host: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hansa.web.live.HINT_SIMULATIONS", 8)
    thinkers = MagicMock(wraps=fitted_thinker)
    monkeypatch.setattr("hansa.web.live.fitted_thinker", thinkers)
    game = new(host, ["here"] * 4)
    first = {"game": game, "ply": 0}
    assert host.ask("outcomes", **first, moves=["place t BRE-HAM", "place t HAM-LUB"])["outcomes"] == ["", ""]
    (reason,) = host.ask("refuse", **first, target="city LUB")["reasons"]
    assert reason == "Hamburg-Lübeck: 3 of 3 houses lack a piece of yours [T20]"
    (played,) = host.ask("look", **first, moves=["place t BRE-HAM"])["played"]
    assert played == {"mover": 0, "move": "place t BRE-HAM", "words": "place a trader on Bremen-Hamburg",
                      "targets": ["kind t", "free BRE-HAM"]}
    assert host.ask("look", game=game, ply=1)["error"]["message"] == "there is no ply 1; the game has 0 moves"
    assert host.ask("hint", **first, mark=7)["thinking"]
    told = host.until(lambda message: message.get("push") == "hint" and message["done"])
    assert told["mark"] == 7 and told["hint"]["why"]
    # One tree, however many cores there are
    thinkers.assert_called_once_with(memory=live.MEMORY)


def test_the_course_of_a_game_that_is_over(host: Talk) -> None:
    record = replace(play_random({"game": "hansa2004", "players": 2}, seed=3), id="over")
    assert host.ask("load", text=json.dumps(record.to_json())) | {"id": 0} == {"id": 0, "game": "over", "of": 1, "warnings": []}
    course = host.ask("course", game="over")["course"]
    assert course[0] == [0, [0, 0]] and course[-1][0] == len(record.moves)


def test_drills_are_listed_and_shown(host: Talk, tmp_path: Path) -> None:
    path = tmp_path / f"{kept_mistakes(tmp_path)}.jsonl"
    record = replace(read_records(path)[0][0], seats=("human",) * 4)
    path.write_text(json.dumps(record.to_json()) + "\n")
    assert host.ask("drills")["drills"] == []
    judged = {each.ply: each for each in review_beside(path, record, Budget(simulations=16)).mistakes()}
    drills = host.ask("drills")["drills"]
    assert drills and {each["ply"] for each in drills} == set(judged)
    worst = drills[0]
    assert worst == {"game": path.stem, "ply": worst["ply"], "seat": judged[worst["ply"]].seat,
                     "loss": max(each["loss"] for each in drills), "verdict": judged[worst["ply"]].verdict}
    assert host.ask("drill", game=path.stem, ply=worst["ply"])["judgement"]["loss"] == worst["loss"]


def test_bots_that_are_watched_move_at_the_pace_that_was_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    slept, wound = list[float](), list[object]()

    class Watched:
        """A table at which bots move three times, and somebody wants it quicker after the first."""

        pace, fault, moved = 0.6, "", 0

        @property
        def moves_itself(self) -> bool:
            return self.moved < 3

    async def step(table: Any) -> None:
        table.moved += 1
        table.pace = 0.6 if table.moved < 2 else 0.0

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    mover = MovingTables(1, None, None)     # type: ignore[arg-type]
    monkeypatch.setattr(mover, "step", step)
    monkeypatch.setattr(mover, "_wind", wound.append)
    monkeypatch.setattr("hansa.web.moving.asyncio.sleep", sleep)
    table: Any = Watched()
    asyncio.run(mover._run(table))
    assert slept == [0.6, 0.0, 0.0] and wound == [table]
    table.moved, table.fault = 0, "the bot has failed"
    asyncio.run(mover._run(table))
    assert table.moved == 1 and len(slept) == 3


def test_a_list_of_games_is_read_again_when_a_file_has_changed(tmp_path: Path) -> None:
    path, listing = tmp_path / "mine.jsonl", Listing(tmp_path)
    append_record(path, Record(setup={"board": "hansa-45", "players": 4}, seed=7, moves=("0 income 1t",), end="interrupted"))
    for played in (1000, 2000):             # a file of the same size, written later
        os.utime(path, (played, played))
        assert [(entry.game, entry.played) for entry in listing.entries()] == [("mine", played)]


def test_a_key_that_a_power_cut_has_shortened_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / ".key").write_bytes(b"x" * 31)
    keys = AccessKeys.of_folder(tmp_path)
    assert (tmp_path / ".key").stat().st_size == 32 and AccessKeys.of_folder(tmp_path).host() == keys.host()


def test_a_browser_that_reads_is_never_too_far_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hansa.web.outbox.MOST_BYTES", 100)
    sent = list[str]()

    async def send(text: str) -> None:
        sent.append(text)

    async def scene() -> bool:
        box = Outbox(send)
        running = asyncio.create_task(box.run())
        for number in range(5):
            box.put("x" * 60)
            while len(sent) <= number and not box.given_up:
                await asyncio.sleep(0)
            await asyncio.sleep(0)
        running.cancel()
        return box.given_up

    assert not asyncio.run(scene()) and len(sent) == 5
