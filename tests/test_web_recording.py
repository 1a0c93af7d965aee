"""A game at a real table, written down on the page: nothing is drawn, moves are corrected, names
and flag are kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest
from starlette.testclient import TestClient

from hansa.record import Record, play_random, read_records
from hansa.state import State
from hansa.table.games_folder import GameFile
from hansa.table.recording import at_a_table, names_in, with_names
from hansa.web.live import Live
from tests.talk import HOST, Talk, keys

SETUP = {"board": "hansa-23", "players": 3}
MISSIONS = SETUP | {"modules": ["missions"]}
TAVERNS = ["swap", "extra-office", "move-3"]
NAMES = ("Ada", "Ben", "Cleo")


def kept(tmp_path: Path, game: str) -> Record:
    return read_records(tmp_path / f"{game}.jsonl")[0][0]


def begun(host: Talk, names: tuple[str, ...] = NAMES, **more: Any) -> Any:
    seats = [{"who": "here", "name": name} for name in names]
    return host.ask("new", **({"setup": SETUP, "seats": seats, "recorded": True, "answers": TAVERNS} | more))


def before_chance(tmp_path: Path) -> tuple[str, str]:
    """A real game in the folder, in which chance is next; its name, and what came up then."""
    games = (play_random(SETUP, seed=seed) for seed in range(1, 20))
    record = next(game for game in games if any(move.startswith("*") for move in game.moves))
    ply = next(ply for ply, move in enumerate(record.moves) if move.startswith("*"))
    stopped = replace(record, moves=record.moves[:ply], end="interrupted", result=None, id="real", notes=())
    GameFile.new(tmp_path, "real").write(with_names(stopped, NAMES))
    return "real", record.moves[ply].partition(" ")[2]


def test_it_begins_with_what_lies_on_the_table(host: Talk, tmp_path: Path) -> None:
    asked = host.ask("on_the_table", setup=SETUP)["questions"]
    assert [(each["key"], each["label"]) for each in asked] == [
        ("BRE-OSN", "Bremen-Osnabrück"), ("GOS-HIL", "Goslar-Hildesheim"), ("LUN-PER", "Lüneburg-Perleberg")]
    assert "marker extra office" in asked[0]["called"] and len(asked[0]["called"]) == len(asked[0]["words"])
    record = kept(tmp_path, begun(host)["game"])
    assert [record.setup["taverns"][each["key"]] for each in asked] == TAVERNS
    assert at_a_table(record) and names_in(record) == NAMES


@pytest.mark.parametrize(("more", "problem"), [
    ({"answers": TAVERNS[:2]}, "3 things on the table are asked for, 2 were said"),
    ({"answers": ["swap", "swap", "move-3"]}, "Goslar-Hildesheim: 'swap' is not one of extra-office, move-3"),
    ({"answers": ["swap", "", "move-3"]}, "Goslar-Hildesheim: '' is not one of"),
    ({"setup": MISSIONS, "answers": [*TAVERNS, "", "OSN", ""]}, "mission of Green: no mission is OSN; missions are"),
    ({"setup": MISSIONS, "answers": [*TAVERNS, "1", "", "1"]}, "mission of Blue: another player has this mission"),
    ({"seats": [{"who": "here"}, {"who": "greedy"}, {"who": "here"}]}, "at a real table all players are people"),
])
def test_a_beginning_that_cannot_be_is_refused(host: Talk, tmp_path: Path, more: Any, problem: str) -> None:
    assert problem in begun(host, **more)["error"]["message"]
    assert not list(tmp_path.glob("*.jsonl"))


def test_missions_are_cards_by_name_or_stay_secret_until_they_are_shown(host: Talk, tmp_path: Path) -> None:
    asked = host.ask("on_the_table", setup=MISSIONS)["questions"][3:]
    assert [(each["label"], each["secret"]) for each in asked] == [
        ("mission of Red", True), ("mission of Green", True), ("mission of Blue", True)]
    assert asked[0]["words"][1] == "DOR MIN LUN" and asked[0]["called"][1] == "Dortmund, Minden, Lüneburg"
    game = begun(host, setup=MISSIONS, answers=[*TAVERNS, "", "DOR MIN LUN", ""])["game"]
    assert kept(tmp_path, game).setup["missions"] == [0, 1, 2], "the secret ones are dealt from the others"
    host.ask("open", game=game)
    host.ask("play", move="place t BRE-HAM", ply=0)
    assert "error" not in host.ask("show_mission", seat=0, cities="MIN PER GOS")
    record = kept(tmp_path, game)
    assert record.setup["missions"] == [2, 1, 0] and record.moves == ("0 place t BRE-HAM",)
    assert at_a_table(record) and names_in(record) == NAMES and record.setup["taverns"]["BRE-OSN"] == "swap"
    table = host.ask("open", game=game)["table"]
    assert [desk["mission"] for desk in table["position"]["state"]["desks"]] == [2, 1, 0] and table["ply"] == 1


@pytest.mark.parametrize(("setup", "seat", "cities", "problem"), [
    (MISSIONS, 0, "OSN", "no mission is OSN"), (MISSIONS, 0, "", "which mission is it?"),
    (MISSIONS, 3, "1", "there is no Yellow"),
    (MISSIONS, -1, "1", "no seat -1"), (SETUP, 0, "1", "no missions in this game"),
])
def test_a_mission_that_cannot_be_is_refused(
    host: Talk, tmp_path: Path, setup: Any, seat: int, cities: str, problem: str,
) -> None:
    answers = [*TAVERNS, *[""] * (3 if setup is MISSIONS else 0)]
    game = begun(host, setup=setup, answers=answers)["game"]
    host.ask("open", game=game)
    before = kept(tmp_path, game)
    assert problem in host.ask("show_mission", seat=seat, cities=cities)["error"]["message"]
    assert kept(tmp_path, game) == before


def test_favours_are_asked_for_one_by_one(host: Talk, tmp_path: Path) -> None:
    setup = SETUP | {"modules": ["favours"]}
    asked = host.ask("on_the_table", setup=setup)["questions"][3:]
    assert [each["label"] for each in asked] == ["favour 1 of 3", "favour 2 of 3", "favour 3 of 3"]
    assert "tile double cities" in asked[0]["called"]
    game = begun(host, setup=setup, answers=[*TAVERNS, "income", "double-cities", "extra-action"])["game"]
    assert kept(tmp_path, game).setup["favours"] == ["income", "double-cities", "extra-action"]


def test_who_has_no_name_is_called_by_their_colour(host: Talk, tmp_path: Path) -> None:
    assert names_in(kept(tmp_path, begun(host, names=("", "Ben", ""))["game"])) == ("Red", "Ben", "Blue")
    assert names_in(kept(tmp_path, begun(host, names=("", "", ""))["game"])) == ()


def test_chance_is_asked_for_and_never_drawn(host: Talk, tmp_path: Path) -> None:
    game, came_up = before_chance(tmp_path)
    table = host.ask("open", game=game)["table"]
    assert table["recorded"] and table["waits_for"] == "*"
    offered = [choice["move"] for choice in table["position"]["moves"]]
    assert came_up in offered and len(offered) > 1
    other = next(move for move in offered if move != came_up)
    host.ask("play", move=other, ply=table["ply"])
    record = kept(tmp_path, game)
    assert record.moves[table["ply"]] == f"* {other}"
    assert at_a_table(record) and names_in(record) == NAMES
    host.ask("undo")
    assert len(kept(tmp_path, game).moves) == table["ply"]


def test_what_leaves_no_choice_is_noted_by_itself(host: Talk, tmp_path: Path) -> None:
    game = begun(host)["game"]
    ply = host.ask("open", game=game)["table"]["ply"]
    for move in ("place t BRE-HAM", "place t BRE-HAM"):
        host.ask("play", move=move, ply=ply)
        ply = len(kept(tmp_path, game).moves)
    state = State.from_setup(kept(tmp_path, game).setup).after("place t BRE-HAM").after("place t BRE-HAM")
    assert state.forced is not None and ply == 3


def test_an_earlier_move_is_corrected(host: Talk, tmp_path: Path) -> None:
    game = begun(host)["game"]
    host.ask("open", game=game)
    for ply, move in enumerate(("place t BRE-HAM", "place t HAM-LUB")):
        assert "error" not in host.ask("play", move=move, ply=ply)
    # Green; the end of the turn was noted
    assert "error" not in host.ask("play", move="place t BRE-HAM", ply=3)
    plies = len(kept(tmp_path, game).moves)
    answer = host.ask("correct", ply=1, move="place m HAM-LUN", plies=plies)
    assert answer["lost"] == [] and kept(tmp_path, game).moves[1] == "0 place m HAM-LUN"
    assert len(kept(tmp_path, game).moves) == plies
    no_move = host.ask("correct", ply=0, move="claim BRE-HAM", plies=plies)
    assert "was not a legal move then" in no_move["error"]["message"]
    assert "changed meanwhile" in host.ask("correct", ply=0, move="end", plies=plies + 7)["error"]["message"]


def test_what_a_correction_makes_impossible_is_handed_back_in_words(host: Talk, tmp_path: Path) -> None:
    game = begun(host)["game"]
    host.ask("open", game=game)
    for ply, move in ((0, "place t BRE-HAM"), (1, "place t HAM-LUB"), (3, "displace 0t BRE-HAM with t pay t")):
        assert "error" not in host.ask("play", move=move, ply=ply)
    plies = len(kept(tmp_path, game).moves)
    lost = host.ask("correct", ply=0, move="place t GOS-HIL", plies=plies)["lost"]
    assert lost[0]["ply"] == 3 and lost[0]["mover"] == 1 and lost[0]["words"].startswith("displaces")
    assert kept(tmp_path, game).moves == ("0 place t GOS-HIL", "0 place t HAM-LUB", "0 end")


def test_only_the_host_of_a_real_game_corrects(client: TestClient, host: Talk) -> None:
    played = host.ask("new", setup=SETUP, seats=[{"who": "here"}] * 3)["game"]
    host.ask("open", game=played)
    host.ask("play", move="place t BRE-HAM", ply=0)
    assert "only a game that is written down" in host.ask("correct", ply=0, move="end", plies=1)["error"]["message"]
    assert "only a game that is written down" in host.ask("show_mission", seat=0, cities="1")["error"]["message"]
    game = begun(host)["game"]
    host.ask("open", game=game)
    host.ask("play", move="place t BRE-HAM", ply=0)
    assert "bot" in host.ask("stand_in", seat=1)["error"]["message"]
    with client.websocket_connect("/socket", headers=HOST) as socket:
        guest = Talk(socket, keys(client).watcher(game))
        table = guest.ask("open", game=game)["table"]
        assert table["recorded"] and not table["position"]["moves"] and not table["can_undo"]
        assert "error" in guest.ask("correct", ply=0, move="end", plies=1)
        assert "the person who started the server" in guest.ask("show_mission", seat=0, cities="1")["error"]["message"]
        assert "error" in guest.ask("play", move="end", ply=1)


def test_a_hint_knows_no_more_than_its_seat(host: Talk) -> None:
    game = begun(host, setup=MISSIONS, answers=[*TAVERNS, "0", "1", "2"])["game"]
    state = host.ask("open", game=game)["table"]["position"]["state"]
    assert [desk["mission"] for desk in state["desks"]] == [0, 1, 2]
    with patch.object(Live, "hint", AsyncMock()) as hint:
        host.ask("hint", game=game)
    assert hint.await_args is not None
    seen: State = hint.await_args.args[0]
    assert seen.covered and seen.to_json()["desks"][0]["mission"] == 0
