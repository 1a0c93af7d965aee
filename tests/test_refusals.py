"""What is typed at the table and means no legal move, or more than one."""

from __future__ import annotations

import re

import pytest

from hansa.notation import read_position
from hansa.state import State
from hansa.table.choices import found, places_typed
from hansa.table.refusals import refusal

# Seat 0 has a trader on Hamburg-Lübeck, and could place another there or move this one.
BEGUN = State.new(board="hansa-45", players=4, seed=7).after("place t HAM-LUB")


@pytest.mark.parametrize(("typed", "meant"), [
    ("t ham lub", "place t HAM-LUB"), ("t lub ham", "place t HAM-LUB"), ("trader lueb ham", "place t HAM-LUB"),
    ("lift ham lub", "lift t HAM-LUB"), ("li", "lift t HAM-LUB"),
])
def test_placing_is_meant_where_no_verb_is_typed(typed: str, meant: str) -> None:
    assert [str(move) for move in found(BEGUN, typed)] == [meant]


def test_claim_alone_says_what_the_routes_lack() -> None:
    said = refusal(BEGUN, "claim")
    assert said == ["no route can be claimed: one's own pieces must be on every house [T20]",
                    "HAM-LUB: 2 of 3 houses lack a piece of yours"]


def test_claim_with_no_action_left_says_so() -> None:
    """It said that every house must hold a piece, and of a route below that it is full."""
    state = State.new(board="hansa-23", players=3, seed=7)
    for move in ("place t HAM-LUB", "place t HAM-LUB", "end", "end", "end", "place t HAM-LUB", "income 1t"):
        state = state.after(move)
    assert refusal(state, "claim")[:2] == [
        "no actions are left in this turn; only 'use ...' and 'end' remain [T6]", "HAM-LUB: full"]


def test_claims_that_are_possible_are_named_three_of_them() -> None:
    state = read_position("hansa-45, 4 players; turn: red; GOT-QUE: rrr; DOR-DUI: rr; KAM-OSN: rr")
    legal = [str(move) for move in state.legal_moves if str(move).startswith("claim")]
    assert len(legal) > 3
    assert refusal(state, "claim ham") == [
        f"no 'claim' fits; there is {', '.join(legal[:3])}", *(f"{route} houses lack a piece of yours" for route in (
            "HAM-LUB: 3 of 3", "HAM-STA: 3 of 3", "BRE-HAM: 4 of 4", "HAM-LUN: 4 of 4"))]


def test_claim_without_a_piece_on_the_map_says_so() -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    assert refusal(state, "claim")[1:] == ["no route has a piece of yours"]


def test_a_verb_alone_that_is_impossible_is_answered_by_those_that_are_possible() -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    assert refusal(state, "lift") == ["no 'lift' is possible now, only: income, place, end"]


@pytest.mark.parametrize("typed", ["claim ham", "CLAIM hamburg", "cl ham", "c ham"])
def test_claim_with_a_city_says_which_routes_could_be_meant(typed: str) -> None:
    said = refusal(BEGUN, typed)
    assert [line[:7] for line in said[1:]] == ["HAM-LUB", "HAM-STA", "BRE-HAM", "HAM-LUN"], "the nearest to full first"


def test_pieces_of_others_are_named() -> None:
    state = BEGUN.after("end")
    state.play("place t HAM-LUB")
    assert "HAM-LUB: 2 of 3 houses lack a piece of yours; seat 0 has 1 there" in refusal(state, "claim")


def test_a_verb_that_is_possible_is_never_said_to_be_impossible() -> None:
    said = refusal(BEGUN, "income " + "z" * 60)[0]
    assert "did you mean" not in said and "is possible now" not in said


def test_a_place_that_is_none_is_named() -> None:
    assert refusal(BEGUN, "claim xyzzy")[0] == "'xyzzy' begins no place's name, or several"


def test_a_whole_route_has_its_own_reason_and_then_what_holds_for_all() -> None:
    assert refusal(BEGUN, "claim HAM-LUB")[0].endswith("; no 'claim' is possible now")


@pytest.mark.parametrize("typed", ["claim LUB-HAM", "displace 1t", "favour", "place t LUB-XXX", "income 9t"])
def test_suggestions_stay_within_the_verb(typed: str) -> None:
    verb, first = typed.split()[0], refusal(BEGUN, typed)[0]
    suggested = first.partition("did you mean: ")[2]
    assert all(move.startswith(f"{verb} ") for move in suggested.split(", ") if move)
    possible = any(str(move).startswith(verb) for move in BEGUN.legal_moves)
    assert possible != bool(re.search(rf"no '{verb}' is possible now", first))


def test_a_place_is_meant_by_the_beginning_of_its_name_if_it_is_the_only_one() -> None:
    assert places_typed(BEGUN, ["hambu"]) == ["HAM"]
    assert places_typed(BEGUN, ["l"]) == [] == places_typed(BEGUN, ["xyzzy"])
    assert places_typed(BEGUN, ["ham", "lüb"]) == ["HAM", "LUB"]


def test_a_piece_and_a_route_are_placing_also_when_nothing_can_be_placed() -> None:
    """`t ham bre` was taken for `take`, which no game of today has."""
    state = BEGUN.after("place t HAM-LUB")
    for typed in ("t ham bre", "t Hamburg Bremen", "trader ham bre", "t bre-ham"):
        assert refusal(state, typed) == [
            f"illegal move {typed!r}: no actions are left in this turn; only 'use ...' and 'end' remain [T6]; "
            "no 'place' is possible now"]
    assert "there is no route 'GRO-HAM'" in refusal(BEGUN, "t ham gro")[0]


@pytest.mark.parametrize("typed", ["place t ham bla", "t bla ham"])
def test_a_word_that_names_no_place_is_quoted(typed: str) -> None:
    assert refusal(BEGUN, typed) == ["'bla' begins no place's name, or several"]


def test_suggestions_are_near_whatever_the_case() -> None:
    assert "did you mean: place t EMD-GRO" in refusal(BEGUN, "place t emd-gros")[0]


def test_what_is_very_long_is_not_repeated_in_full() -> None:
    for typed in ("take x y " + "long " * 40, "zz" * 100):
        (said,) = refusal(BEGUN, typed)
        assert f"{typed[:60]}...'" in said and typed[:70] not in said
