"""Typed reading: what lies on the table, and what a move names."""

from __future__ import annotations

import copy
import pickle
from functools import cache
from typing import Any

import pytest

from engine_c.move_kinds import Part
from hansa.contents import Piece
from hansa.errors import HansaError, MoveError
from hansa.games import GAMES
from hansa.moves import Move
from hansa.record import play_random
from hansa.state import State

GAMES_PLAYED: tuple[dict[str, Any], ...] = (
    {"board": "hansa-45", "players": 4, "modules": ["missions", "favours"]}, {"board": "hansa-23", "players": 2},
    {"board": "britannia-45", "players": 5}, {"board": "east", "players": 3}, {"game": "hansa2004", "players": 3},
)


@cache
def positions() -> list[State]:
    """Positions of every game, some of them as seats see them."""
    return [
        seen for setup in GAMES_PLAYED for step in play_random(setup, seed=5, limit=900, kind_first=True).steps()
        if step.ply % 60 == 0 for seen in (step.state, step.state.view(1))
    ]


def plain(value: object) -> object:
    """A typed value as the state's JSON has it."""
    if isinstance(value, Piece):
        return str(value)
    return [plain(one) for one in value] if isinstance(value, tuple) else value


def test_cities_say_what_the_json_says() -> None:
    offices = 0
    for state in positions():
        listed = state.to_json()["cities"]
        for code, city in state.cities.items():
            assert city.code == code
            for member, value in listed.get(code, {}).items():
                assert plain(getattr(city, member)) == value
                offices += member == "offices"
            assert code in listed or not any(getattr(city, "offices", ()) or getattr(city, "goods", ()))
    assert offices


def test_routes_say_what_the_json_says() -> None:
    ships = markers = 0
    for state in positions():
        if state.game == "hansa2004":
            with pytest.raises(AttributeError, match="has no 'routes'; it has desks, cities"):
                _ = state.routes
            continue
        listed = state.to_json()["routes"]
        for name, route in state.routes.items():
            facts = listed.get(name, {})
            assert (route.name, "-".join(route.cities)) == (name, name)
            assert (plain(route.house), plain(route.ship), route.marker) == (
                facts.get("house", []), facts.get("ship", []), facts.get("marker"))
            assert len(route.house) <= route.houses and len(route.ship) <= route.ships
            ships += len(route.ship)
            markers += route.marker is not None
    assert ships and markers


def test_desks_say_what_the_json_says() -> None:
    hidden = 0
    for state in positions():
        for desk, facts in zip(state.desks, state.to_json()["desks"], strict=True):
            for member, value in facts.items():
                found = getattr(desk, member)
                if member in ("stock", "supply"):
                    found = (f"{found.traders}t" if found.traders else "") + (f"{found.merchants}m" if found.merchants else "")
                assert plain(found) == value, member
            hidden += facts.get("mission") == "?"
    assert hidden


def test_the_rest_of_the_table_says_what_the_json_says() -> None:
    for state in positions():
        contents, facts = state.contents, state.to_json()
        assert {name: count for name, count in contents.supply.items() if count} == facts["supply"]
        if state.game == "hansa2004":
            assert (contents.ship, contents.acted, list(contents.piles)) == (facts["ship"], facts["acted"], facts["piles"])
            continue
        assert (contents.unseen, plain(contents.seen)) == (facts["pending"]["unseen"], facts["pending"]["seen"])
        assert {str(points): seat for points, seat in contents.special.items()} == facts["special"]
        for member in ("edition", "modules", "actions", "completed", "connected", "favours_open", "permits_spent"):
            assert plain(getattr(contents, member)) == facts[member]


def test_what_lies_there_is_a_picture_of_then_and_cannot_be_changed() -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    before = state.contents
    state.play("place t BRE-HAM")
    assert before.routes["BRE-HAM"].house == () and state.routes["BRE-HAM"].house == (Piece(0, "t"),)
    assert before.actions == state.contents.actions + 1
    with pytest.raises(AttributeError):
        before.desks[0].keys = 3
    for change in ("clear", "popitem"):
        with pytest.raises(TypeError, match="play moves, or edit the JSON"):
            getattr(before.routes, change)()
    with pytest.raises(TypeError, match="play moves, or edit the JSON"):
        before.routes["BRE-HAM"] = before.routes["BRE-OSN"]     # type: ignore[index]
    for copied in (pickle.loads(pickle.dumps(before)), copy.deepcopy(before)):
        assert copied == before


def test_what_another_game_has_is_an_error_that_says_what_there_is() -> None:
    with pytest.raises(AttributeError, match=r"has no 'offices'; it has code, name, goods, booths"):
        _ = State.new(game="hansa2004", players=2, seed=1).cities["LUB"].offices


NAMED = {
    "ROUTE": "route", "CITY": "city", "PIECE": "piece", "K": "piece", "MARKER": "marker", "TRACK": "track", "GOODS": "goods",
}


def test_moves_say_what_they_name() -> None:
    """By the declarations: every part of every move that comes up, and the first of each sort by
    its own name."""
    kinds = set()
    for state in positions():
        for move in state.legal_moves:
            declared = GAMES[state.game].kinds.of(move.code)
            assert move.kind == declared.name and move.game == state.game
            words = " ".join(word if isinstance(word, str) else move.parts[word.name] for word in declared.words)
            assert words == move
            for name in NAMED.values():
                forms = [form for form, named in NAMED.items() if named == name]
                first = next((
                    move.parts[part.name].split()[part.shown.split().index(form)] for part in declared.words
                    if isinstance(part, Part) for form in forms if form in part.shown.split()), None)
                assert getattr(move, name) == (first.partition("/")[0] if first and name == "route" else first)
            kinds.add((state.game, move.kind))
    assert len(kinds) > 15


@pytest.mark.parametrize(("text", "kind", "named"), [
    ("claim BRE-HAM office HAM", "claim office", {"route": "BRE-HAM", "city": "HAM"}),
    ("claim BRE-HAM extra HAM m", "claim extra", {"route": "BRE-HAM", "city": "HAM", "piece": "m"}),
    ("displace 1t BRE-HAM with m pay tt", "displace", {"route": "BRE-HAM", "piece": "1t"}),
    ("put t BRE-HAM from BRE-OSN", "put from", {"route": "BRE-HAM", "piece": "t"}),
    ("marker plus-3 BRE-HAM", "marker", {"route": "BRE-HAM", "marker": "plus-3"}),
    ("favour income pay swap plus-4", "favour", {"marker": "swap"}),
    ("use develop bank", "use develop", {"track": "bank"}),
    ("income 2t", "income", {}),
    ("end", "end", {}),
])
def test_each_word_is_found_by_what_it_is(text: str, kind: str, named: dict[str, str]) -> None:
    move = State.new(board="hansa-45", players=4, seed=7).move(text)
    assert move.kind == kind
    assert {name: getattr(move, name) for name in set(NAMED.values()) if getattr(move, name)} == named


def test_a_move_that_nobody_has_read_says_so() -> None:
    with pytest.raises(HansaError, match=r"'place t BRE-HAM' is only a text; state\.own\(move\) says which move it is"):
        _ = Move("place t BRE-HAM", 7).kind
    state = State.new(board="hansa-45", players=4, seed=7)
    assert state.own(Move("place t BRE-HAM", 7)).kind == "place"
    with pytest.raises(MoveError, match="no move begins with 'fly'"):
        state.move("fly BRE-HAM")


def test_posts_stand_in_green_cities_only() -> None:
    data = State.new(board="east", players=3, seed=1).to_json()
    data["cities"], data["completed"] = {"BEL": {"posts": ["0t"]}}, 1
    data["desks"][0]["supply"] = "4t1m"
    city = State.from_json(data).cities["BEL"]
    assert (city.posts, city.offices, city.extra) == ((Piece(0, "t"),), (), ())


def test_missions_of_others_stay_hidden_at_the_end() -> None:
    state = State.new(board="hansa-45", players=4, seed=1, modules=["missions"])
    state.cut_off()
    assert [desk.mission for desk in state.view(2).desks] == ["?", "?", state.desks[2].mission, "?"]
    assert "?" not in [desk.mission for desk in state.desks]
