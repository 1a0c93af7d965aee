"""Positions from the saves of `skid/hansa`.

No real save was ever found: the saves here come from a model of that program (`skid_program.py`),
which plays beside our engine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hansa import State
from hansa.boards import board
from hansa.cli import main
from hansa.errors import StateError
from hansa.notation import read_position, read_save, write_position
from hansa.teutonica.skid.chart import MOST_NAMED
from tests.skid_beside import Beside, position
from tests.skid_program import Json, Program


@pytest.mark.parametrize("seed", [1, pytest.param(0, marks=pytest.mark.long)])
def test_saves_of_whole_games_are_the_positions_of_our_engine(seed: int) -> None:
    """Every phase and every sort of move, from the first position to the end."""
    beside = Beside(seed)
    while not beside.state.over:
        beside.step()
    assert beside.state.to_json()["result"]["reason"] == "prestige"
    missing = {"Actions", "Displacement", "Markers", "Collection", "Movement", "Route0", "Route1", "Upgrade", "Swap", "put",
               "add", "lift", "drop", "claim", "use", "marker", "income"} - set(beside.seen)
    assert not missing, (missing, beside.seen)


# --- each phase by itself -------------------------------------------------------------------------

def read(program: Program) -> Json:
    """What we read of it, as JSON."""
    return position(program).to_json()


@pytest.mark.parametrize(("revision", "swaps", "offices", "developments"), [("context", 2, 4, 2), ("current", 1, 4, 3)])
def test_the_first_position_has_their_pieces_and_their_sixteen_markers(
    revision: str, swaps: int, offices: int, developments: int
) -> None:
    state = read(Program(revision=revision))
    assert {key: state[key] for key in ("board", "players", "turn", "to_move", "phase", "actions", "turns")} == {
        "board": "hansa-23", "players": 3, "turn": 0, "to_move": 0, "phase": "turn", "actions": 2, "turns": 0}
    assert all(desk["stock"] == "7t" and desk["supply"] == "4t1m" for desk in state["desks"])
    assert state["supply"] == {
        "extra-office": offices, "swap": swaps, "plus-3": 2, "plus-4": 2, "develop": developments, "move-3": 1}
    assert {name: route["marker"] for name, route in state["routes"].items()} == {
        "BRE-OSN": "swap", "LUN-PER": "move-3", "GOS-HIL": "extra-office"}


@pytest.mark.parametrize("wrapped", [
    lambda save: save, json.dumps, lambda save: {"id": "7f", "state": save}, lambda save: {"state": json.dumps(save)},
    lambda save: [{"state": json.dumps(save)}], lambda save: [save],
])
def test_a_save_may_be_a_row_of_the_database_or_a_text(wrapped: Callable[[Json], Any]) -> None:
    program = Program()
    program.act("income")
    found = read_save(wrapped(program.saved()))
    assert found is not None and found.state == position(program)


@pytest.mark.parametrize("value", [
    None, 7, "", "{", "7", [], [1], {}, {"state": None}, {"state": "{"}, {"state": {"board": "hansa-45"}}, [{}, {}],
    {"board": "hansa-45", "players": 4}, {"players": [], "cities": {}, "routes": {}, "markers": []},
])
def test_what_is_no_save_is_left_to_others(value: object) -> None:
    assert read_save(value) is None


def test_extra_offices_and_special_prestige_are_those_of_the_save() -> None:
    program = Program()
    for seat, player in enumerate(program.state["players"]):
        player["generalStock"]["t"] -= 1 + (seat == 0)
    program.state["cities"]["Hamburg"] = {"tokens": [{"owner": 0}], "extras": [{"owner": 2}, {"owner": 1}]}
    program.state["players"][0]["personalSupply"]["m"] = 0
    program.state["players"][0]["linkEastWest"] = True
    program.state["players"][0]["generalStock"]["t"] += 1
    program.state["coellen"] = [None, 0, None, None]
    state = read(program)
    assert state["cities"] == {"HAM": {"offices": ["0t", None, None], "extra": ["1t", "2t"]}}
    assert state["special"] == {"7": None, "8": 0, "9": None, "11": None} and state["connected"] == [0]
    assert "HAM: bg|r" in write_position(position(program))


def test_a_displaced_piece_is_put_before_extra_pieces() -> None:
    program = Program()
    post, free = [program.route_of("Hamburg", "Bremen"), 2], [program.route_of("Hamburg", "Stade"), 0]
    program.play(("place", {"post": post, "merch": True}), ("done", {}), ("displace", {"post": post}))
    state = read(program)
    assert state["displaced"] == {"owner": 0, "piece": "m", "put": False, "extras": 2, "route": "BRE-HAM"}
    assert (state["turn"], state["to_move"], state["phase"], state["actions"]) == (1, 0, "displaced", 1)
    for number, extras in enumerate((2, 1)):
        program.act("displace-place", post=[free[0], number])
        assert read(program)["displaced"] == state["displaced"] | {"put": True, "extras": extras}
    program.act("displace-place", post=[free[0], 2])
    after = read(program)
    assert (after["phase"], after["to_move"], after["actions"]) == ("turn", 1, 1) and "displaced" not in after
    program.act("done")
    assert read(program) == after


@pytest.mark.parametrize(("damage", "problem"), [
    (lambda now: now["hand"].clear(), "hand must hold the displaced piece of players[0] until it is put"),
    (lambda now: now["hand"][0].update(owner=2), "hand must hold the displaced piece of players[0] until it is put"),
    (lambda now: now.update(player=1), "hand must hold the displaced piece of players[1] until it is put"),
    (lambda now: now.update(player=1, hand=[{"token": "m", "owner": 1}]),
     "hand must hold the displaced piece of players[1] until it is put"),
    (lambda now: now["prev"]["actions"].append({"name": "income", "params": {}}),
     "the last of context.prev.actions must be 'displace' in the phase 'Displacement'"),
    (lambda now: now["prev"]["actions"].clear(), "the last of context.prev.actions must be 'displace'"),
    (lambda now: now["prev"]["actions"][-1]["params"].update(post=[99, 0]),
     "context.prev.actions[0].params.post must be a whole number from 0 to 31, not 99"),
    (lambda now: now["prev"]["actions"][-1]["params"].clear(), "params.post must be a whole number from 0 to 31, not None"),
    (lambda now: now.update(prev=None), "context.prev must be the phase 'Actions' in which the phase 'Displacement' began"),
    (lambda now: now["prev"].update(phase="Markers"), "context.prev must be the phase 'Actions'"),
    (lambda now: now.update(actions=[{"name": "displace-place", "params": {"post": [0, 0]}}], hand=[]),
     "context.actions[0].params.post must name the house of the displaced piece"),
    (lambda now: now.update(actions=4 * [{"name": "displace-place", "params": {"post": [15, 2]}}], hand=[]),
     "context.actions has more pieces than may be put for a displaced one [T13]"),
])
def test_a_displacement_that_does_not_fit_together_is_refused(damage: Callable[[Json], object], problem: str) -> None:
    program = Program()
    post = [program.route_of("Hamburg", "Bremen"), 2]
    program.play(("place", {"post": post, "merch": True}), ("done", {}), ("displace", {"post": post}))
    damage(program.now)
    with pytest.raises(StateError, match=re.escape(problem)):
        position(program)


def test_pieces_in_the_hand_can_be_dropped_and_others_lifted_wherever_that_program_allows_it() -> None:
    program = Program()
    last, first = program.route_of("Stendal", "Perleberg"), program.route_of("Arnheim", "Duisburg")
    for number, route in enumerate((last, first, last)):
        program.play(("place", {"post": [route, number]}), ("done", {}), ("done", {}), ("done", {}))
    program.act("move-collect", post=[last, 0])
    state = position(program)
    assert state.to_json()["lift"] | {"after": None} == {
        "what": "move", "limit": 2, "held": [["", "0t"]], "unreplaced": False, "after": None}
    assert state.to_json()["actions"] == 1 and "lift t ARN-DUI" in state.legal_moves
    program.play(("move-collect", {"post": [first, 1]}), ("move-place", {"post": [last, 1]}))
    state = position(program)
    assert state.phase == "drop" and {"drop t ARN-DUI", "drop t PER-STE"} <= set(map(str, state.legal_moves))
    program.act("move-place", post=[first, 0])
    assert position(program).phase == "turn" and read(program)["actions"] == 1


@pytest.mark.parametrize("revision", ["context", "current"])
def test_move_3_lifts_pieces_of_others(revision: str) -> None:
    program = Program(revision=revision)
    post = [program.route_of("Stendal", "Perleberg"), 1]
    program.play(("place", {"post": post}), ("done", {}))
    program.me["readyMarkers"] = ["Move 3", "Swap"]
    program.act("marker-use", kind="Move 3")
    state = position(program)
    assert state.to_json()["lift"] == {"what": "move-3", "limit": 3, "held": [], "after": None, "unreplaced": False}
    assert list(state.legal_moves) == ["lift 0t PER-STE"]
    assert state.to_json()["desks"][1]["unused"] == ["swap"] and state.to_json()["desks"][1]["used"] == ["move-3"]
    program.act("move-collect", post=post)
    state = position(program)
    assert state.to_json()["lift"]["held"] == [["", "0t"]] and state.to_json()["actions"] == 2
    program.now["hand"][0]["owner"] = 1
    program.state["players"][1]["generalStock"]["t"] -= 1
    program.state["players"][0]["generalStock"]["t"] += 1
    with pytest.raises(StateError, match="move-3 lifts pieces of other players only"):
        position(program)


def test_markers_for_more_actions_count_only_where_that_program_turns_them_over() -> None:
    for revision, actions in (("context", 2 + 3 + 4 - 1), ("current", 1)):
        program = Program(revision=revision)
        program.me["readyMarkers"] = ["3 Actions", "4 Actions"]
        program.play(("marker-use", {"kind": "3 Actions"}), ("income", {}), ("marker-use", {"kind": "4 Actions"}))
        assert read(program)["actions"] == actions
    program.play(("income", {}), ("income", {}))
    with pytest.raises(StateError, match=re.escape("current.actions has 3 actions, but players[0] has 2")):
        position(program)


def test_the_end_of_an_action_is_none() -> None:
    program = Program()
    program.act("income")
    program.now["actions"].append({"name": "done", "params": {}})
    assert read(program)["actions"] == 1


def completed_route(revision: str = "context", taken: int = 0) -> Program:
    """Osnabruck-Bremen is complete, with a marker; its hand and its turn are Player 0's."""
    program = Program(revision=revision)
    for _ in range(taken):
        program.state["markers"].pop()
    route = program.route_of("Osnabruck", "Bremen")
    program.state["routes"][route]["tokens"] = [{"owner": 0}, {"owner": 0, "merch": True}, {"owner": 0}]
    program.me["personalSupply"] = {"m": 0, "t": 2}
    program.state["cities"]["Bremen"]["tokens"] = [{"owner": 1}]
    program.state["players"][1]["generalStock"]["t"] -= 1
    return program


@pytest.mark.parametrize("revision", ["context", "current"])
@pytest.mark.parametrize("taken", [0, 13])
def test_a_completed_route_without_its_reward_is_taken_back(revision: str, taken: int) -> None:
    """With and without a replacement for its marker."""
    program = completed_route(revision, taken)
    before = read(program)
    program.act("route", route=program.route_of("Osnabruck", "Bremen"))
    assert program.state["players"][1]["points"] == 1 and program.now["endGame"] == bool(taken)
    found = read_save(program.saved())
    assert found is not None and found.state.to_json() == before
    assert found.remarks[-1].startswith("the completed route BRE-OSN is taken back")
    program.act("route-empty")
    state = read(program)
    assert (state["pending"]["unseen"], sum(state["supply"].values())) == ((0, 0) if taken else (1, 13))
    assert state["desks"][0]["unused"] == ["swap"] and state["desks"][1]["prestige"] == 1


def test_the_point_of_a_completed_route_goes_back_to_who_has_the_office_farther_to_the_right() -> None:
    program = completed_route()
    program.state["cities"]["Bremen"]["extras"] = [{"owner": 2}]
    program.state["players"][2]["generalStock"]["t"] -= 1
    before = read(program)
    program.act("route", route=program.route_of("Osnabruck", "Bremen"))
    assert [player["points"] for player in program.state["players"]] == [0, 1, 0]
    assert read(program) == before


@pytest.mark.parametrize(("damage", "problem"), [
    (lambda program: program.now["hand"].pop(), "context.hand must hold the pieces of the completed route BRE-OSN"),
    (lambda program: program.now["hand"][0].update(owner=1), "context.hand must hold the pieces of the completed route"),
    (lambda program: program.state["routes"][7]["tokens"].__setitem__(0, {"owner": 1}), "context.hand must hold the pieces"),
    (lambda program: program.me["readyMarkers"].clear(), "the marker of BRE-OSN must be the last of players[0].readyMarkers"),
    (lambda program: program.state["routes"][7].update(marker="Swap"), "the marker of BRE-OSN must be the last of"),
    (lambda program: program.state["players"][1].update(points=0), "players[1].points must have the point for BRE-OSN"),
    (lambda program: program.now["prev"]["actions"].insert(0, {"name": "route", "params": {"route": 3}}),
     "context.prev.actions has 2 completed routes and 1 of them had a marker, but the save does not say which"),
    (lambda program: program.now.update(player=1), "context.player must be 0 in the phase 'Route'"),
])
def test_a_completed_route_that_does_not_fit_together_is_refused(damage: Callable[[Program], object], problem: str) -> None:
    program = completed_route()
    program.act("route", route=program.route_of("Osnabruck", "Bremen"))
    damage(program)
    with pytest.raises(StateError, match=re.escape(problem)):
        position(program)


@pytest.mark.parametrize(("kind", "marker", "said"), [
    ("Upgrade", "develop", "the marker develop is turned back, since here its use and the choice are one move"),
    ("Swap", "swap", "the marker swap is turned back, since here its use and the choice are one move"),
    ("Office", "extra-office", "the marker extra-office is turned back; here it is used in the claim of a route"),
])
def test_a_marker_whose_use_is_not_chosen_is_turned_back(kind: str, marker: str, said: str) -> None:
    program = Program()
    program.me["readyMarkers"] = [kind]
    before = read(program)
    assert before["desks"][0]["unused"] == [marker]
    program.act("marker-use", kind=kind)
    found = read_save(program.saved())
    assert found is not None and found.state.to_json() == before and found.remarks[-1].startswith(said)
    program.state["players"][0]["usedMarkers"].clear()
    with pytest.raises(StateError, match=re.escape(f"players[0].usedMarkers must have the marker of the phase '{kind}'")):
        position(program)


def test_markers_are_placed_after_the_turn() -> None:
    program = completed_route()
    program.play(("route", {"route": program.route_of("Osnabruck", "Bremen")}), ("route-office", {"city": "Osnabruck"}))
    assert read(program)["pending"] == {"unseen": 1, "seen": [[], [], []]}
    program.act("done")
    state = position(program)
    assert state.phase == "plates" and state.to_json()["pending"] == {"unseen": 0, "seen": [["move-3"], [], []]}
    assert "move-3" not in state.to_json()["supply"]
    program.act("marker-place", route=0)
    after = read(program)
    assert (after["phase"], after["turn"], after["turns"], after["actions"]) == ("turn", 1, 1, 2)
    program.act("done")
    assert read(program) == after


@pytest.mark.parametrize(("points", "full", "markers", "reason"), [
    (20, 0, 13, "prestige"), (3, 10, 13, "cities"), (3, 0, 0, "markers"), (21, 10, 0, "prestige")])
@pytest.mark.parametrize("member", ["isOver", "endGame"])
def test_a_game_that_is_over(points: int, full: int, markers: int, reason: str, member: str) -> None:
    program = Program()
    program.me["points"], program.state["markers"] = points, program.state["markers"][:markers]
    printed = {name: len(city["offices"]) for name, city in program.state["map"]["cities"].items()}
    for number, name in enumerate(sorted(printed, key=lambda name: printed[name])[:full]):
        offices = printed[name]
        program.state["cities"][name]["tokens"] = offices * [{"owner": number % 3}]
        program.state["players"][number % 3]["generalStock"]["t"] -= offices
    (program.state if member == "isOver" else program.now)[member] = True
    state = read(program)
    assert state["phase"] == "over" and state["to_move"] is None and state["result"]["reason"] == reason
    assert state["completed"] == full


def test_a_game_that_is_over_for_no_reason_is_refused() -> None:
    program = Program()
    program.state["isOver"] = True
    with pytest.raises(StateError, match="the game is over, but nobody has 20 points, markers are left, and only 0 cities"):
        position(program)


def test_pieces_in_the_hand_are_in_the_stock_when_the_game_is_over() -> None:
    program = completed_route()
    program.state["players"][2]["points"] = 20
    program.act("route", route=program.route_of("Osnabruck", "Bremen"))
    program.state["isOver"] = True
    assert read(program)["desks"][0]["stock"] == "9t1m"


def test_a_piece_may_be_in_the_hand_between_actions_only_when_the_game_is_over() -> None:
    program = Program()
    program.me["points"] = 20
    program.me["generalStock"]["t"] -= 1
    program.now["hand"] = [{"token": "t", "owner": 0}]
    with pytest.raises(StateError, match=r"context\.hand must be empty in the phase 'Actions'"):
        position(program)
    program.state["isOver"] = True
    assert read(program)["desks"][0]["stock"] == "7t"


@pytest.mark.parametrize("points", [19, 20, 23])
def test_a_game_that_goes_on_too_long_is_remarked(points: int) -> None:
    program = Program(revision="current")
    program.me["points"] = points
    found = read_save(program.saved())
    assert found is not None and found.state.phase == "turn"
    said = f"the game continues with {points} points and 0 completed cities; here the next claim ends it [T70]"
    assert (found.remarks[-1] == said) is (points >= 20)


# --- other maps, other numbers of players ---------------------------------------------------------

def with_map(change: Callable[[Json], object]) -> Program:
    """A beginning on a map that was changed."""
    program = Program()
    change(program.state["map"])
    return program


def test_an_office_that_differs_is_remarked() -> None:
    found = read_save(Program().saved())
    assert found is not None and found.remarks == (
        "players have the colours of their order: red is 'Player 0', there yellow, green is 'Player 1', there blue, "
        "blue is 'Player 2', there red",
        "its map has white for a trader as office 1 of Luneburg; here it is white for a merchant")
    found = read_save(with_map(lambda the_map: the_map["cities"]["Halle"]["offices"][0].update(point=False)).saved())
    assert found is not None
    assert found.remarks[-1].endswith("white for a trader as office 1 of Halle; here it is white for a trader with 1 point")


@pytest.mark.parametrize(("change", "difference"), [
    (lambda the_map: the_map["routes"].pop(), "the route GOT-QUE is missing"),
    (lambda the_map: the_map["routes"].append({"from": "Kampen", "to": "Emden", "posts": 3}), "Kampen-Emden is not on it"),
    (lambda the_map: the_map["routes"].append({"from": "Emden", "to": "Groningen", "posts": 3}), "Groningen is there twice"),
    (lambda the_map: the_map["routes"][0].update(posts=4), "Groningen-Emden has 4 houses, not 3"),
    (lambda the_map: the_map["cities"].pop("Stade"), "Stade is missing; the route Stade-Hamburg is not on it"),
    (lambda the_map: the_map["cities"].update(Danzig={"offices": []}), "Danzig is not on it"),
    (lambda the_map: the_map["cities"]["Kampen"]["offices"].pop(), "the number of offices in Kampen is 1, not 2"),
    (lambda the_map: the_map["cities"]["Kampen"].update(upgrade="keys"), "Kampen develops keys, not anything"),
    (lambda the_map: the_map["cities"]["Halle"].pop("upgrade"), "Halle develops nothing, not keys"),
])
def test_a_map_that_is_not_ours_is_refused_with_what_differs(change: Callable[[Json], object], difference: str) -> None:
    with pytest.raises(StateError, match=f"the map is not that of hansa-23: .*{re.escape(difference)}"):
        position(with_map(change))


def test_many_differences_are_counted() -> None:
    with pytest.raises(StateError, match=f"; and {32 - MOST_NAMED} more"):
        position(with_map(lambda the_map: the_map.update(routes=[])))


@pytest.mark.parametrize("players", [1, 2, 6])
def test_two_players_are_refused(players: int) -> None:
    program = Program()
    program.state["players"] = (2 * program.state["players"])[:players]
    with pytest.raises(StateError, match=rf"players: {players} play, but only games of 3 to 5 can be read.*\[T90\]"):
        position(program)


def test_four_players_are_read_on_our_larger_board_only() -> None:
    """The source of that program's larger map is not public: this one is ours in its form."""
    program, ours = Program(4), board("hansa-45")
    with pytest.raises(StateError, match="the map is not that of hansa-45"):
        position(program)
    program.state["map"] = {
        "cities": {city.name: {"offices": [
            {"color": ("white", "orange", "pink", "black").index(office.privilege), "merch": office.kind == "m",
             "point": office.points > 0} for office in city.offices]} | ({"upgrade": city.develops[0]} if city.develops else {})
            for city in ours.cities},
        "routes": [{"from": ours.city(route.cities[0]).name, "to": ours.city(route.cities[1]).name, "posts": len(route.houses)}
                   for route in ours.routes]}
    program.state["cities"] = {city.name: {"tokens": [], "extras": []} for city in ours.cities}
    program.state["routes"] = [{"tokens": [None] * len(route.houses)} for route in ours.routes]
    found = read_save(program.saved())
    assert found is not None and found.state.board == "hansa-45" and len(found.remarks) == 1


# --- damaged saves --------------------------------------------------------------------------------

@pytest.mark.parametrize(("damage", "problem"), [
    (lambda save: save.pop("turn"), "the save lacks 'turn'"),
    (lambda save: save.update(turn=-1), "turn must be a whole number from 0 to 1000000, not -1"),
    (lambda save: save.update(turn=1), "turn 1 of 3 players is not that of player 0"),
    (lambda save: save.pop("map"), "the save lacks 'map'"),
    (lambda save: save.pop("context"), "context must be an object, not None"),
    (lambda save: save.update(players={}), "players must be a list, not {}"),
    (lambda save: save["players"].__setitem__(1, 7), "players[1] must be an object, not 7"),
    (lambda save: save["players"][1].update(keys=6), "players[1].keys must be a whole number from 1 to 5, not 6"),
    (lambda save: save["players"][1].update(book=True), "players[1].book must be a whole number from 1 to 4, not True"),
    (lambda save: save["players"][1].update(color="pink"), "players[1].color must be one of red green blue"),
    (lambda save: save["players"][1]["generalStock"].pop("m"), "players[1].generalStock lacks 'm'"),
    (lambda save: save["players"][2].update(unplacedMarkers=["Swap"]),
     "players[2].unplacedMarkers must be empty: it is not this player's turn"),
    (lambda save: save["players"][0].update(readyMarkers=["Bribe"]), "players[0].readyMarkers[0] must be one of Office"),
    (lambda save: save["players"][0]["personalSupply"].update(t=5), "seat 0 has 27 traders in all, not 26 [T1]"),
    (lambda save: save["cities"].pop("Halle"), "cities lacks 'Halle'"),
    (lambda save: save["cities"]["Halle"].update(tokens=[{"owner": 3}]), "cities.Halle.tokens[0].owner must be a whole number"),
    (lambda save: save["cities"]["Halle"].update(extras=[None]), "cities.Halle.extras[0] must be an object, not None"),
    (lambda save: save["routes"].pop(), "routes has 31 entries, but the map has 32 routes"),
    (lambda save: save["routes"][2].update(tokens=[]), "routes[2].tokens must be a list of 2, one for each house, not 0"),
    (lambda save: save["routes"][2]["tokens"].__setitem__(0, {"owner": "me"}), "routes[2].tokens[0].owner must be a"),
    (lambda save: save["routes"][2].update(marker="Bribe"), "routes[2].marker must be one of Office"),
    (lambda save: save["coellen"].__setitem__(2, 3), "coellen[2] must be a whole number from 0 to 2, not 3"),
    (lambda save: save["coellen"].pop(), "coellen must be a list of 4, not 3"),
    (lambda save: save["context"].update(phase="Chat"), "context.phase must be one of Actions Displacement"),
    (lambda save: save["context"].update(player=3), "context.player must be a whole number from 0 to 2, not 3"),
    (lambda save: save["context"].update(hand=[{"token": "t", "owner": 0}]), "context.hand must be empty in the phase"),
    (lambda save: save["context"].update(hand=[{"token": "x", "owner": 0}]), "context.hand[0].token must be one of t m"),
    (lambda save: save["context"].update(hand=[{"token": "t", "owner": 4}]), "context.hand[0].owner must be a whole number"),
    (lambda save: save["context"].update(prev=save["context"] | {}), "context.prev must not be there in the phase 'Actions'"),
    (lambda save: save["context"].update(actions=["income"]), "context.actions[0] must be an object, not 'income'"),
    (lambda save: save["map"].update(cities=[]), "map.cities must be an object, not []"),
    (lambda save: save["map"]["cities"].update(Halle=None), "map.cities.Halle must be an object, not None"),
    (lambda save: save["map"]["cities"]["Halle"]["offices"][0].update(color=4),
     "map.cities.Halle.offices[0].color must be a whole number from 0 to 3, not 4"),
    (lambda save: save["map"]["routes"][1].pop("posts"), "map.routes[1] lacks 'posts'"),
])
def test_damaged_saves_are_refused_by_their_member(damage: Callable[[Json], object], problem: str) -> None:
    save = Program().saved()
    damage(save)
    with pytest.raises(StateError, match=re.escape(problem)) as refused:
        read_save(save)
    assert "\n" not in str(refused.value)


# --- the commands ---------------------------------------------------------------------------------

def test_commands_read_a_save(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = Program()
    program.play(("place", {"post": [0, 0]}), ("done", {}))
    path = tmp_path / "save.json"
    for indent in (None, 2):
        path.write_text(json.dumps(program.saved(), indent=indent))
        assert main(["convert", str(path)]) == 0
        printed, remarks = capsys.readouterr()
        assert read_position(printed) == position(program)
        assert remarks.splitlines()[1] == (
            f"hansa: warning: {path}: its map has white for a trader as office 1 of Luneburg; here it is white for a merchant")
    assert main(["convert", str(path), "--to", "json"]) == 0
    assert State.from_json(json.loads(capsys.readouterr().out)) == position(program)
    assert main(["show", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["turn"] == 1
    path.write_text(json.dumps(program.saved() | {"turn": "first"}))
    assert main(["convert", str(path)]) == 2
    assert capsys.readouterr().err == (
        "hansa: error: impossible state (1 problem): turn must be a whole number from 0 to 1000000, not 'first'\n")
