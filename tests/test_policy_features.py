"""Features of moves that say what the plan thinks of them, in positions whose values a person can
count.

The taste of these plans counts little: an office is worth 3 points, one printed with a point 4. All
else is 0 unless a case says so, and nothing is discounted. The best rate of a route, of which
features are parts, is taken to be 0.05 points an action at least.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine_c.mind import Mind
from hansa.games import GAMES
from hansa.notation import read_position
from tests.minds import minds_with

VOCABULARY = GAMES["teutonica"].vocabulary
# What would divide by 0, and no discount of what is finished later
NEEDED = {
    "action": 1.0, "hopeless": 1.0, "patience": 1.0, "length": 1.0, "turns of 4": 20.0, "overtime": 1.0, "trust": 1.0,
    "slowest": 1.0, "slowing": 1.0, "bank at most": 100.0, "horizon": 1000.0}
OFFICES = {"office": 3.0, "prestige": 1.0}
BLOCKS = {"block": 0.04, "block anywhere": 1.0, "block marker": 0.5}


def mind_with(taste: Mapping[str, float]) -> Mind:
    """A mind whose plan has this taste, and nothing else."""
    weights = {**dict.fromkeys(VOCABULARY.tastes, 0.0), **NEEDED, **taste}
    return replace(minds_with("teutonica"), plan=VOCABULARY.taste_of(weights)).of()


def features(position: str, move: str, taste: Mapping[str, float], actions: int = 2) -> dict[str, float]:
    """The features of a move by their names."""
    state = read_position(f"hansa-45, 4 players; turn: red, {actions} actions; {position}")
    found = state.position.move_features(state.parse(move).code, mind_with(taste))
    return {VOCABULARY.policy[number]: value for number, value in found.items()}


@pytest.mark.parametrize(("position", "move", "actions"), [
    # A piece on each house without one, and the claim
    ("HAM-LUB: rr", "place t HAM-LUB", 2), ("HAM-LUB: r", "place t HAM-LUB", 3), ("HAM-LUB: g", "place t HAM-LUB", 4),
    # The pieces that are paid for a displaced one cost no action as long as they are there
    ("HAM-LUB: rg", "place t HAM-LUB", 3), ("HAM-LUB: rG", "place t HAM-LUB", 3),
    ("BRE-HAM: rrgG", "displace 1t BRE-HAM with t pay t", 3),
    # One of two pieces must be fetched first
    ("HAM-LUB: r; red: supply 1t", "place t HAM-LUB", 4),
])
def test_soon_is_what_can_be_claimed_in_this_turn(position: str, move: str, actions: int) -> None:
    for left in range(1, 6):
        own = f"{', ' if 'red:' in position else '; red: '}actions {left}" if left > 2 else ""
        found = features(position + own, move, OFFICES, left)
        assert found.get(f"{move.partition(' ')[0]}: soon") == (1 if left >= actions else None), left


@pytest.mark.parametrize(("position", "move", "value"), [
    # The part of the other houses that one rival has, squared, times 0.04 of 0.05 points
    ("HAM-LUB: g", "place t HAM-LUB", 0.8 / 4), ("HAM-LUB: gg", "place t HAM-LUB", 0.8),
    ("BRE-HAM: gg", "place t BRE-HAM", 0.8 * 4 / 9), ("HAM-LUB: ggg", "displace 1t HAM-LUB with t pay t", 0.8 * 9 / 4),
    # Two rivals do not work together
    ("HAM-LUB: gb", "place t HAM-LUB", 0.8 / 4),
    # A marker makes it half as much again
    ("HAM-LUB: g swap", "place t HAM-LUB", 1.2 / 4),
    # Nobody blocks a route on which they are, or without a piece to come back with
    ("HAM-LUB: gr", "place t HAM-LUB", None), ("HAM-LUB: Rg", "place t HAM-LUB", None),
    ("HAM-LUB: gg; red: stock 0", "place t HAM-LUB", None), ("HAM-LUB: r", "place t HAM-LUB", None),
])
def test_blocks_is_what_a_piece_is_worth_in_the_way_of_another(position: str, move: str, value: float | None) -> None:
    found = features(position, move, BLOCKS).get(f"{move.partition(' ')[0]}: blocks")
    assert found == (None if value is None else pytest.approx(value, rel=1e-5))


def test_what_blocks_is_cut_off_at_twice_the_best_rate() -> None:
    dear = BLOCKS | {"block": 4.0}
    assert features("HAM-LUB: gg", "place t HAM-LUB", dear)["place: blocks"] == 2
    # Of a route on which an office can be claimed at once: 0.04 of 3 points
    found = features("HAM-LUB: gg; BRE-MIN: rrr", "place t HAM-LUB", BLOCKS | OFFICES)
    assert found["place: blocks"] == pytest.approx(0.04 / 3)


@pytest.mark.parametrize(("position", "move", "taste", "gain", "plain"), [
    # Lübeck's office has a point: it is the best that the route is for
    ("HAM-LUB: rrr", "claim HAM-LUB", {}, 0, 1), ("HAM-LUB: rrr", "claim HAM-LUB office HAM", {}, 3 / 4, 1),
    ("HAM-LUB: rrr", "claim HAM-LUB office LUB", {}, 1, 1),
    ("HAM-LUB: rrr", "claim HAM-LUB develop bank", {"freed trader": 2.0}, 2 / 4, 1),
    # The prestige of a city that one controls comes by the way, and that of another is given away
    ("HAM-LUB: rrr; LUB: r", "claim HAM-LUB", {}, 1 / 4, 1), ("HAM-LUB: rrr; LUB: r", "claim HAM-LUB office HAM", {}, 1, 1),
    ("HAM-LUB: rrr; LUB: g", "claim HAM-LUB", {"gift": 0.5}, -0.5 / 2.5, 1),
    # Half of what the first two markers score comes by the way, too
    ("HAM-LUB: rrr swap", "claim HAM-LUB", {"marker": 1.0}, 1.5 / 5.5, 1),
    ("HAM-LUB: rrr swap", "claim HAM-LUB office LUB", {"marker": 1.0}, 1, 1),
    # Offices for merchants are as good as any, worse or better; the plain claim has none
    ("HAM-STA: rrR", "claim HAM-STA office STA", {"office merchant": 1.0}, 2 / 3, 1),
    ("HAM-STA: rrR", "claim HAM-STA office STA", {"office merchant": -2.0}, 1, 3 / 5),
    ("HAM-STA: rrR", "claim HAM-STA office HAM", {"office merchant": -2.0}, 3 / 5, 3 / 5),
    # Special prestige of 7 points, less two for the merchant
    ("COE-WAB: rrrR", "claim COE-WAB special 7", {"special": 1.0, "special merchant": 2.0}, 1, 4 / 5),
    ("COE-WAB: rrrR", "claim COE-WAB office COE", {"special": 1.0, "special merchant": 2.0}, 4 / 5, 4 / 5),
    # An extra office, which has no points printed beside it
    ("HAM-LUB: rrr; LUB: g; red: markers extra-office", "claim HAM-LUB extra LUB t", {}, 1, 1),
    ("HAM-LUB: rrr; HAM: g; red: markers extra-office", "claim HAM-LUB extra HAM t", {}, 3 / 4, 1),
])
def test_gain_is_what_a_claim_brings_and_plain_what_it_could_without_a_merchant(
    position: str, move: str, taste: Mapping[str, float], gain: float, plain: float
) -> None:
    """As parts of the best rate, which is this route's own: its claim costs one action. Steps of
    tracks are worth 0.02 points more, for the turns that are left."""
    found = features(position, move, {**OFFICES, **taste})
    assert (found["claim gain"], found["claim plain"]) == pytest.approx((gain, plain), abs=0.006)
