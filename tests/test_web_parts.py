"""The small parts of the page's server, each at its bounds: keys, names of hosts, specs, chairs,
lists of bots, files of games."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from hansa.errors import HansaError
from hansa.languages import ENGLISH, language
from hansa.record import append_record, play_random
from hansa.web import folder as folders
from hansa.web.access_keys import FILE, Access, AccessKeys
from hansa.web.addresses import lan_address
from hansa.web.app import _name
from hansa.web.bot_list import bot_list
from hansa.web.chairs import Chair, chairs_path, shown_seat
from hansa.web.listing import Listing, read_entry
from hansa.web.lobby_answers import GameListed, GameUnreadable
from hansa.web.pushes import ShownSeat
from hansa.web.seat_checks import MOST_OF, check_spec, people_of, person_or_bot, seated
from hansa.web.shown_moves import outcome
from hansa.web.tables import plain_name
from hansa.web.teaching import games

TWO = {"board": "hansa-23", "players": 2}


# --- keys and hosts -----------------------------------------------------------------------------

@pytest.mark.parametrize(("length", "opens"), [(173, True), (174, False)])
def test_a_key_has_at_most_200_characters(length: int, opens: bool) -> None:
    keys, game = AccessKeys(b"secret"), "g" * length
    key = keys.seat(game, 4)
    assert (len(key) == 200) is opens and keys.open(key) == (Access(game, 4) if opens else None)


@pytest.mark.parametrize("damage", [
    lambda key: key[:-1], lambda key: key + "x", lambda key: key.replace("4.", "04."), lambda key: key.replace("4.", "x."),
    lambda key: key.replace("4.", "4"), lambda key: key.replace("game", ""), lambda key: f"watch.{key}",
    lambda key: key.replace("4.", "watch."), lambda key: "", lambda key: "4", lambda key: "4.", lambda key: "4.game",
    lambda key: key + "é", lambda key: key.encode(), lambda key: None,
])
def test_no_other_key_opens_a_seat(damage: Any) -> None:
    keys = AccessKeys(b"secret")
    key = keys.seat("game", 4)
    assert keys.open(key) == Access("game", 4) and keys.open(damage(key)) is None


def test_what_keys_open() -> None:
    keys = AccessKeys(b"secret")
    assert (Access().host, Access("game").host, Access("game", 0).host) == (True, False, False)
    assert keys.open(keys.host()) == Access() and len(keys.host()) == 24
    assert keys.open(keys.watcher("a.b")) == Access("a.b") and keys.open(keys.seat("a.b", 12)) == Access("a.b", 12)
    assert keys.cookie == "hansa--Z33U-39" and AccessKeys(b"other").cookie != keys.cookie
    assert len({keys.host(), keys.seat("host", 0), keys.watcher("host")}) == 3


@pytest.mark.parametrize(("length", "kept"), [(31, False), (32, True), (33, True)])
def test_a_secret_of_32_bytes_is_kept(tmp_path: Path, length: int, kept: bool) -> None:
    (tmp_path / FILE).write_bytes(b"s" * length)
    AccessKeys.of_folder(tmp_path)
    found = (tmp_path / FILE).read_bytes()
    assert (found == b"s" * length) is kept and (kept or len(found) == 32)


@pytest.mark.parametrize(("host", "name"), [
    ("a.example:8484", "a.example"), ("a.example", "a.example"), ("[::1]:8484", "[::1]"), ("[::1]", "[::1]"), ("[::1", "["),
    ("", ""), (":80", ""),
])
def test_the_name_of_a_host_is_what_is_before_its_port(host: str, name: str) -> None:
    assert _name(host) == name


class Wire:
    """Stands for a socket that would find its own address."""

    def __init__(self, *kind: object) -> None:
        self.where: object = None

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *how: object) -> None:
        """Nothing was opened."""

    def connect(self, where: tuple[str, int]) -> None:
        """Nothing is sent."""
        assert where == ("192.0.2.1", 9)

    def getsockname(self) -> tuple[str, int]:
        """Where it would send from."""
        return "10.0.0.7", 55555


@pytest.mark.parametrize("host", ["", "0.0.0.0", "::"])
def test_a_server_that_listens_everywhere_is_found_at_its_address_or_name(host: str) -> None:
    with patch("hansa.web.addresses.socket.socket", Wire):
        assert lan_address(host) == "10.0.0.7"
    with patch("hansa.web.addresses.socket.socket", side_effect=OSError), \
            patch("hansa.web.addresses.socket.gethostname", return_value="box"):
        assert lan_address(host) == "box"


# --- seats --------------------------------------------------------------------------------------

@pytest.mark.parametrize(("setting", "most"), MOST_OF.items())
def test_a_setting_may_be_as_large_as_the_page_takes_and_no_larger(setting: str, most: int) -> None:
    with patch("hansa.web.seat_checks.make_bot"):
        check_spec(f"mcts:{setting}={most}")
        with pytest.raises(HansaError) as refused:
            check_spec(f"mcts:{setting}={most + 1}")
    assert str(refused.value) == f"{setting} is at most {most} on the page"


def test_who_sits_there() -> None:
    assert [person_or_bot(spec) for spec in ("", "human", "here", "link", "random")] == ["human"] * 4 + ["random"]
    long = "A" * 41
    specs = ("human", "Ada", "greedy", "mine.py", "mcts:level=3", long, "A" * 40)
    seats, chairs = people_of(specs, [Chair("Kim"), *[Chair(stand_in="random", here=False)] * 6])
    assert seats == ("human", "human", "greedy", "mine.py", "mcts:level=3", long, "human")
    assert [chair.name for chair in chairs] == ["Kim", "Ada", "", "", "", "", "A" * 40]
    assert people_of(("Ada",), [Chair("Ben")])[1] == (Chair("Ben"),)
    assert all(chair.stand_in == "random" and not chair.here for chair in chairs[1:])
    seats, chairs = seated(("human", "greedy", "exec:true", "mcts:mind=x", long), ["exec:true"])
    assert seats == ("human", "greedy", "exec:true", "human", "human")
    assert chairs == (Chair(), Chair(), Chair(), Chair("mcts:mind=x"), Chair("A" * 40))


def test_a_seat_as_the_page_shows_it() -> None:
    assert shown_seat("human", Chair("Ada", False)) == ShownSeat(spec="human", person=True, name="Ada", here=False, stand_in="")
    assert shown_seat("random", Chair()) == ShownSeat(spec="random", person=False, name="", here=True, stand_in="")
    assert shown_seat("mcts", Chair("Bo", stand_in="mcts")) == ShownSeat(
        spec="mcts", person=True, name="Bo", here=True, stand_in="mcts")


def test_invited_bots_come_first_and_have_no_settings() -> None:
    found = bot_list(["markers:seed=3", "random"], language("de"))
    assert [(bot.name, bot.about, bot.game, bot.parameters) for bot in found[:2]] == [
        ("markers:seed=3", "mit --bot eingeladen", "teutonica", []), ("random", "mit --bot eingeladen", None, [])]
    assert [bot.name for bot in bot_list([])][:2] == ["random", "actions"]
    assert bot_list(["random"])[0].about == "invited by --bot"
    with patch("hansa.web.bot_list.is_drawn", lambda game: game == "hansa2004"):
        assert [bot.name for bot in bot_list([])] == ["random", "founder", "collector", "greedy", "maxn", "mcts", "uct"]


# --- files --------------------------------------------------------------------------------------

@pytest.mark.parametrize(("name", "plain"), [
    ("a game/of:mine", "a-game-of-mine"), ("A_z-9", "A_z-9"), ("ä", "-"), ("x" * 81, "x" * 80), ("", "")])
def test_a_name_has_as_much_as_a_file_may_have(name: str, plain: str) -> None:
    assert plain_name(name) == plain


def files(folder: Path) -> dict[str, str]:
    """Everything in a folder, with what it holds."""
    return {path.relative_to(folder).as_posix(): path.read_text() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_a_game_is_thrown_away_and_fetched_back_with_all_that_belongs_to_it(tmp_path: Path) -> None:
    for name in ("a.jsonl", "a.chairs.json", "a.jsonl.review", "b.jsonl"):
        (tmp_path / name).write_text(name)
    before = files(tmp_path)
    folders.throw_away(tmp_path, "a")
    assert list(files(tmp_path)) == [".deleted/a.chairs.json", ".deleted/a.jsonl", ".deleted/a.jsonl.review", "b.jsonl"]
    (tmp_path / "a.jsonl").write_text("another")
    with pytest.raises(HansaError) as refused:
        folders.fetch_back(tmp_path, "a")
    assert str(refused.value) == "there is another game 'a' meanwhile"
    (tmp_path / "a.jsonl").unlink()
    moved: list[str] = []
    with patch.object(Path, "replace", lambda path, target: moved.append(path.name)):
        folders.fetch_back(tmp_path, "a")
    # With its record the game is whole.
    assert moved == ["a.jsonl.review", "a.chairs.json", "a.jsonl"]
    folders.fetch_back(tmp_path, "a")
    assert files(tmp_path) == before
    with pytest.raises(HansaError) as refused:
        folders.fetch_back(tmp_path, "a")
    assert str(refused.value) == "the game 'a' cannot be brought back; only the one deleted last can"
    folders.throw_away(tmp_path, "b")
    folders.throw_away(tmp_path, "a")
    assert ".deleted/b.jsonl" not in files(tmp_path)
    folders.empty_bin(tmp_path)
    assert files(tmp_path) == {}


def test_a_game_is_renamed_with_all_that_belongs_to_it(tmp_path: Path) -> None:
    append_record(tmp_path / "a.jsonl", play_random(TWO, seed=1, limit=3))
    chairs_path(tmp_path, "a").write_text("chairs")
    (tmp_path / "a.jsonl.review").write_text("review")
    (tmp_path / "c.jsonl").write_text("taken")
    with pytest.raises(HansaError) as refused:
        folders.rename(tmp_path, "a", "c")
    assert str(refused.value) == "there is a game 'c' already; choose another name"
    folders.rename(tmp_path, "a", "b")
    found = files(tmp_path)
    assert sorted(found) == ["b.chairs.json", "b.jsonl", "b.jsonl.review", "c.jsonl"]
    assert found["b.chairs.json"] == "chairs" and found["b.jsonl.review"] == "review" and '"id": "b"' in found["b.jsonl"]


def test_the_list_of_games_has_those_with_plain_names_and_says_what_is_wrong(tmp_path: Path) -> None:
    for number, name in enumerate(("a", "b", "-c", "d e", "f")):
        append_record(tmp_path / f"{name}.jsonl", play_random(TWO, seed=1, limit=3))
        os.utime(tmp_path / f"{name}.jsonl", (1000 + number, 1000 + number))
    (tmp_path / "f.jsonl").write_text(f"{{\n{'x' * 400}")
    os.utime(tmp_path / "f.jsonl", (900, 900))
    listing = Listing(tmp_path)
    entries = listing.entries()
    assert [(entry.game, entry.played) for entry in entries] == [("b", 1001), ("a", 1000), ("f", 900)]
    assert isinstance(entries[0], GameListed) and isinstance(entries[2], GameUnreadable)
    assert entries[2].problem.startswith("f.jsonl") and "\n" not in entries[2].problem and len(entries[2].problem) <= 300
    with patch("hansa.web.listing.GameFile.read", side_effect=HansaError(f"{tmp_path / 'a.jsonl'}:\n {'x' * 400}")):
        wrong = read_entry(tmp_path / "a.jsonl", 7)
    assert isinstance(wrong, GameUnreadable) and wrong.problem == f"a.jsonl: {'x' * 291}"
    with patch("hansa.web.listing.read_entry", side_effect=AssertionError("read again")):
        assert listing.entries() == entries
    with patch("hansa.web.listing.MOST_LISTED", 2):
        assert [entry.game for entry in listing.entries()] == ["b", "a"]
    with patch("hansa.web.listing.game_paths", return_value=[tmp_path / "gone.jsonl"]):
        assert listing.entries() == []


def test_what_is_taught_has_its_name_letter_and_lessons() -> None:
    found = games(ENGLISH)
    assert [(game.game, game.title, game.letter) for game in found] == [
        ("teutonica", "Hansa Teutonica", "T"), ("hansa2004", "Hansa (2004)", "H")]
    assert all(game.lessons and all(game.lessons) for game in found)


def test_what_a_move_brings_is_told_its_mover_as_you_and_others_by_seat() -> None:
    record = play_random(TWO, seed=11, limit=1600)
    assert [outcome(record.replay(ply), "claim " + place) for ply, place in ((1380, "KAM-OSN"), (1556, "DOR-DUI"))] == [
        "prestige you +1", "prestige seat 1 +1"]
