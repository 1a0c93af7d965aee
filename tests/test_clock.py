"""How much of a clock a decision is given: worked out here once more, with the numbers in the
comments of `hansa/clock.py`."""

from __future__ import annotations

import pytest

from hansa.clock import DECISIONS_A_TURN, DECISIONS_AHEAD, MOST_OF_CLOCK, RESERVE, SHARE_OF_TURN, Clock


def test_without_limits_there_is_none() -> None:
    clock = Clock()
    assert clock.allotted(1) is None and clock.promised == 0
    clock.spend(3)
    assert clock.left is None


def test_an_increment_comes_with_each_turn_of_ones_own_but_the_first() -> None:
    clock = Clock(left=10.0, increment=2.0)
    seen = []
    for turn in (4, 4, 7, 7, 9):
        clock.begin(turn)
        seen.append(clock.left)
    assert seen == [10, 10, 12, 12, 14]


def test_an_increment_is_not_added_to_what_the_game_tells() -> None:
    clock = Clock(left=10.0, increment=2.0)
    clock.begin(1)
    clock.tell(left=8.0, increment=3.0)
    # Before it was told nothing, the clock was a guess: no lag follows from it
    assert clock.lag == 0
    clock.begin(2)
    assert (clock.left, clock.increment) == (8, 3)
    clock.tell(left=7.0, increment=3.0)
    assert clock.lag > 0


def test_a_decision_is_allotted_its_part_of_the_clock_and_of_the_increment() -> None:
    kept = min(RESERVE, MOST_OF_CLOCK * 60)
    assert Clock(left=60.0).allotted(1) == pytest.approx((60 - kept) / DECISIONS_AHEAD)
    clock = Clock(left=60.0, increment=2.0, lag=0.01)
    assert clock.allotted(1) == pytest.approx((60 - kept) / DECISIONS_AHEAD + 2 / (2 * DECISIONS_A_TURN) - 0.01)
    assert Clock(left=60.0, turn_seconds=0.5).allotted(1) == pytest.approx(0.5 * SHARE_OF_TURN), "the least of all limits"
    late = Clock(left=60.0)
    late.allotted(1)
    late.left = 1.0             # the reserve is of what there was, and something is always allotted
    assert late.allotted(2) == pytest.approx(max(0.001, (1 - kept) / DECISIONS_AHEAD))


def test_time_is_spent_and_never_less_than_none() -> None:
    clock = Clock(left=10.0, turn_seconds=4.0)
    clock.begin(1)
    clock.spend(3.0)
    assert (clock.left, clock.left_in_turn) == (7, 1)
    clock.spend(9.0)
    assert clock.left == 0
    clock.begin(2)
    assert clock.left_in_turn == 4


def test_what_a_decision_took_beyond_its_share_is_lag() -> None:
    clock = Clock(turn_seconds=1.0)
    promised = clock.allotted(1)
    assert promised is not None and promised == clock.promised
    clock.spend(promised + 0.5)
    assert clock.overdue == pytest.approx(0.5) and 0 < clock.lag < 0.5
    lag = clock.lag
    clock.allotted(2)
    clock.spend(0.0)
    assert clock.overdue == 0 and 0 < clock.lag < lag


@pytest.mark.parametrize(("clock", "seconds"), [
    (Clock(left=60.0), 59.5 / 40), (Clock(left=1.0), 0.75 / 40), (Clock(left=2.0), 1.5 / 40), (Clock(left=4.0), 3.5 / 40),
    (Clock(left=60.0, increment=2.0), 59.5 / 40 + 0.2), (Clock(left=4.0, increment=9.0), 3.5 / 40 + 0.4),
    (Clock(turn_seconds=2.0), 0.7), (Clock(turn_seconds=0.001), 0.001), (Clock(left=60.0, lag=0.5), 59.5 / 40 - 0.5),
    (Clock(left=60.0, lag=2.0), 0.001), (Clock(left=60.0, turn_seconds=1.0), 0.35),
])
def test_a_decision_is_allotted_so_many_seconds(clock: Clock, seconds: float) -> None:
    """In numbers, so that nobody changes a share unseen."""
    assert clock.allotted(3) == pytest.approx(seconds) == clock.promised


def test_lag_is_a_fifth_of_what_is_new() -> None:
    clock = Clock(left=60.0)
    clock.promised = 1.0
    clock.spend(2.0)
    assert (clock.left, clock.overdue, clock.lag) == (58.0, 1.0, 0.2)
    clock.spend(0.5)
    assert [clock.left, clock.overdue, clock.lag] == pytest.approx([57.5, 0.0, 0.16])
    clock.tell(50.0, 1.0)
    assert clock.told and [clock.left, clock.increment, clock.lag] == pytest.approx([50.0, 1.0, 0.16])
    clock.spend(3.0)
    assert [clock.left, clock.overdue, clock.lag] == pytest.approx([47.0, 2.0, 0.16])
    clock.tell(46.5, 1.0)
    assert clock.lag == pytest.approx(0.16 + 0.2 * (2.5 - 0.16)), "what the game counted beyond, and what was overdue"
    clock.spend(0.0)
    clock.tell(60.0, 1.0)
    assert clock.lag == pytest.approx(0.628 * 0.8)
