"""Judging decisions and games: what a loss is, why in words, the review of a game, and what is kept
beside a record."""

from __future__ import annotations

import json
import math
import threading
from concurrent.futures import wait
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hansa import State, judging
from hansa.judgement import CATEGORY_NAMES, COUNTED, LEAST_DIFFICULTY, SURE_FROM, UNCERTAIN, Look, difference_in_words
from hansa.judging import look_again, look_once
from hansa.record import Record, append_record, play_random, setup_of
from hansa.review import CLOSER, MISTAKES, VERDICTS, Decision, Judgement, Review, Way, decisions, judge, review
from hansa.review_file import read_judgements, review_beside, review_path
from hansa.samples import Sample
from hansa.state import Move
from hansa.thinking import Budget, Line, Thinker, Thought, fitted_thinker
from tests.golden import FOLDER, review_file

QUICK = Budget(simulations=40)
GAME = play_random({"board": "hansa-23", "players": 3, "modules": ["missions"]}, seed=11, limit=24)
START = GAME.start()
NO_POINTS = {"total": 0.0, "network": 0.0, "prestige": 0.0, "markers": 0.0}


def way(move: str, value: float, **points: float) -> Way:
    """A move for seat 0 of two."""
    return Way(move, (value, 1 - value), (NO_POINTS | points, NO_POINTS), (f"0 {move}",))


def judgement(best: Way, played: Way) -> Judgement:
    return Judgement(4, 0, 10, played=played, best=best)


# --- a decision ---------------------------------------------------------------------------------

@pytest.mark.parametrize(("best", "played", "loss", "verdict"), [
    (0.5, 0.5, 0.0, "good"), (0.5, 0.6, 0.0, "good"), (0.5, 0.48, 0.02, "good"), (0.5, 0.47, 0.03, "inaccuracy"),
    (0.5, 0.42, 0.08, "mistake"), (0.5, 0.3, 0.2, "blunder"),
])
def test_a_verdict_follows_from_the_value_that_is_lost(best: float, played: float, loss: float, verdict: str) -> None:
    judged = judgement(way("a", best), way("b", played))
    assert judged.loss == pytest.approx(loss) and judged.verdict == verdict


def test_the_best_move_loses_nothing() -> None:
    same = judgement(way("a", 0.5), way("a", 0.4))
    assert (same.loss, same.verdict, same.accuracy, same.why) == (0.0, "best", 1.0, "")


@pytest.mark.parametrize(("loss", "difficulty", "accuracy"), [
    (0.0, 0.1, 1.0), (0.1, 0.1, 0.5), (0.2, 0.1, 0.25), (0.1, 0.2, 0.7071), (2 * LEAST_DIFFICULTY, 0.0, 0.25),
])
def test_accuracy_halves_with_every_loss_of_first_impressions(loss: float, difficulty: float, accuracy: float) -> None:
    judged = replace(judgement(way("a", 0.5), way("b", 0.5 - loss)), difficulty=difficulty)
    assert judged.accuracy == pytest.approx(accuracy, abs=1e-4)


@pytest.mark.parametrize(("looks", "interval", "verdict"), [
    ([(0.10, 0.01)], (0.08, 0.12), UNCERTAIN),                          # One look is not enough.
    ([(0.10, 0.01), (0.10, 0.01)], (0.08, 0.12), "mistake"),
    ([(0.18, 0.01), (0.10, 0.01)], (0.02, 0.18), UNCERTAIN),            # The looks do not agree.
    ([(0.18, 0.01), (0.12, 0.01), (0.10, 0.01)], (0.08, 0.12), "mistake"),
    # Half of what a third look changes is enough.
    ([(0.20, 0.01), (0.20, 0.01), (0.10, 0.01)], (0.05, 0.15), "mistake"),
    ([(0.10, 0.01), (0.10, 0.04)], (0.02, 0.18), UNCERTAIN),            # The last one is not sure.
])
def test_a_mistake_is_named_where_two_looks_agree(
    looks: list[tuple[float, float]], interval: tuple[float, float], verdict: str
) -> None:
    seen = tuple(Look(1000, loss, error) for loss, error in looks)
    judged = replace(judgement(way("a", 0.5), way("b", 0.4)), looks=seen)
    assert judged.interval == pytest.approx(interval) and judged.verdict == verdict
    assert judged.stable == (verdict == "mistake")


@pytest.mark.parametrize(("looks", "loss", "verdict"), [(2, 0.05, UNCERTAIN), (3, 0.05, "inaccuracy"), (2, 0.08, "mistake")])
def test_an_inaccuracy_takes_a_third_look(looks: int, loss: float, verdict: str) -> None:
    judged = replace(judgement(way("a", 0.5), way("b", 0.5 - loss)), looks=(Look(1000, loss, 0.001),) * looks)
    assert judged.verdict == verdict


def test_an_interval_is_rounded_as_it_is_written() -> None:
    judged = replace(judgement(way("a", 0.5), way("b", 0.45)), looks=(Look(9, 0.05, 0.00012),))
    assert judged.interval == (0.0498, 0.0502)


@pytest.mark.parametrize(("losses", "error", "stable", "verdict"), [
    # It may well be 0.03.
    ([0.02, 0.014], 0.001, True, "good"), ([0.0, 0.015], 0.001, False, "good"),
    ([0.2, 0.2, 0.029], 0.001, True, "good"), ([0.04, 0.04, 0.03], 0.001, True, "inaccuracy"),
    ([0.04, 0.04, 0.035], 0.007, True, "inaccuracy"), ([0.04, 0.04, 0.035], 0.008, False, UNCERTAIN),
    ([0.04, 0.08, 0.036], 0.001, False, UNCERTAIN), ([0.2], 0.001, False, UNCERTAIN),
])
def test_a_third_look_decides_unless_it_is_far_from_sure(
    losses: list[float], error: float, stable: bool, verdict: str,
) -> None:
    seen = tuple(Look(1000, loss, error) for loss in losses)
    judged = replace(judgement(way("a", 0.5), way("b", 0.5 - losses[-1])), looks=seen)
    assert (judged.stable, judged.verdict) == (stable, verdict)


@pytest.mark.parametrize(("sample", "means", "errors"), [
    (Sample(0, (0.0, 0.0), (0.0, 0.0)), (), (0.5, 0.5)), (Sample(1, (1.0, 0.0), (1.0, 0.0)), (1.0, 0.0), (0.5, 0.5)),
    # From two simulations on their spread is known: that of 1 and 0, and that of two halves.
    (Sample(2, (1.0, 1.0), (1.0, 0.5)), (0.5, 0.5), (0.5, 0.0)), (Sample(5, (1.0, 4.0), (1.0, 4.0)), (0.2, 0.8), (0.2, 0.2)),
])
def test_an_error_is_that_of_a_mean_from_two_simulations_on(
    sample: Sample, means: tuple[float, ...], errors: tuple[float, ...]
) -> None:
    assert sample.means == means and sample.errors == pytest.approx(errors)


def line(move: str, visits: int, value: float) -> Line:
    """A line of a search; `move` is legal in the first position of `GAME`."""
    found = START.parse(move)
    return Line(found, visits, (value, 0.5 - value / 2, 0.5 - value / 2), (f"0 {move}",), 0.1, (), (0.01,) * 3, 0)


def test_a_closer_look_compares_the_move_tried_most_with_the_one_that_seems_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a search goes on trying although it has seen something better is no reason to call it
    the best move."""
    lines = (line("place t BRE-HAM", 3000, 0.4), line("end", 100, 0.44), line("income 1t", 500, 0.42),
             line("place t HAM-LUB", 5, 0.9))
    worth = {"place t BRE-HAM": 0.4, "end": 0.43, "income 1t": 0.6}
    searched: list[str] = []

    def after(state: State, move: Move, *arguments: object) -> tuple[Way, float]:
        searched.append(str(move))
        return Way(str(move), (worth[str(move)], 0.3, 0.3), (), ()), 0.001

    monkeypatch.setattr(judging, "_think", lambda *arguments, **more: Thought(4000, 0.1, (0.4, 0.3, 0.3), lines, 1, ()))
    monkeypatch.setattr(judging, "_after", after)
    best = way("place t BRE-HAM", 0.4)
    first = Judgement(0, 0, 9, best, best, looks=(Look(40, 0.0, 0.01),))
    again = look_again(START, START.parse("place t BRE-HAM"), first, QUICK)
    assert again.best.move == "end" and again.looks[1].loss == pytest.approx(0.03)
    assert sorted(searched) == ["end", "place t BRE-HAM"], "five visits of 4,000 say nothing"
    worse = look_again(START, START.parse("income 1t"), first, QUICK)
    assert worse.best.move == "end" and worse.looks[1].loss == pytest.approx(-0.17)
    assert sorted(searched[2:]) == ["end", "income 1t", "place t BRE-HAM"]


def test_a_closer_look_searches_a_tree_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two looks that begin with the same simulations would agree too easily."""
    seeds: list[int] = []

    def thinker(*, memory: int, seed: int) -> Thinker:
        seeds.append(seed)
        return fitted_thinker(memory=memory, seed=seed)

    monkeypatch.setattr(judging, "fitted_thinker", thinker)
    first = look_once(START, START.parse("end"), QUICK)
    looked = len(seeds)
    second = look_again(START, START.parse("end"), first, QUICK)
    look_again(START, START.parse("end"), second, QUICK)
    assert set(seeds[:looked]) == {0} and set(seeds[looked:]) == {1, 2}


def test_why_says_what_is_given_up_for_what() -> None:
    judged = judgement(way("a", 0.5, network=5.0, prestige=1.0), way("b", 0.3, network=1.9, prestige=2.2))
    assert judged.why == "gives up 3.1 points of network for 1.2 of prestige"


def test_why_says_nothing_of_less_than_a_quarter_of_a_point() -> None:
    judged = judgement(way("a", 0.5, network=0.25, prestige=0.2, markers=1.0), way("b", 0.3, prestige=0.44))
    assert judged.why == "gives up 1.0 points of markers and 0.2 of network"


def test_why_names_two_categories_the_larger_first() -> None:
    judged = judgement(way("a", 0.5, network=1.0, prestige=2.0, markers=0.5), way("b", 0.3))
    assert judged.why == "gives up 2.0 points of prestige and 1.0 of network"


def test_why_looks_at_the_others_where_the_own_points_are_the_same() -> None:
    best = way("a", 0.5)
    played = Way("b", (0.4, 0.6), (NO_POINTS, NO_POINTS | {"network": 2.0}), ())
    assert judgement(best, played).why == "gives seat 1 2.0 points of network"


def test_why_admits_that_points_do_not_show_it() -> None:
    assert judgement(way("a", 0.5), way("b", 0.4)).why.startswith("costs 10.0% of the win; the points")


def test_a_judgement_survives_json() -> None:
    start = State.new(board="east", players=3, seed=1)
    judged = judge(start, start.legal_moves[3], QUICK, ply=7)
    again = Judgement.from_json(json.loads(json.dumps(judged.to_json())))
    assert again == judged
    assert (judged.ply, judged.seat, judged.choices) == (7, 0, len(start.legal_moves))


@pytest.mark.parametrize(("member", "value", "problem"), [
    ("seat", 2, "of seat 2 with values of other seats"), ("seat", -1, "of seat -1 with values of other seats"),
    ("difficulty", math.nan, "that are not finite"),
    ("looks", [{"simulations": 1, "loss": 0.1, "error": math.inf}], "that are not finite"),
    ("best", {"values": [0.5, 0.3, 0.2]}, "with values of other seats"),
    ("best", {"points": [NO_POINTS]}, "of 2 seats with points of others"),
    ("best", {"points": [{"total": 1.0}, {"total": 2.0}]}, "of different categories"),
])
def test_a_judgement_that_cannot_be_is_refused(member: str, value: Any, problem: str) -> None:
    data = judgement(way("a", 0.5), way("b", 0.4)).to_json()
    data[member] = data[member] | value if isinstance(value, dict) else value
    with pytest.raises(ValueError, match=problem):
        Judgement.from_json(data)


def test_every_category_of_points_has_a_name() -> None:
    kinds = ({"board": "hansa-45", "players": 4}, {"game": "hansa2004", "players": 3})
    counted = {name for setup in kinds for name in State.from_setup(setup, seed=1).scores[0]}
    assert {name: str(phrase) for name, phrase in CATEGORY_NAMES.items()} == {name: name for name in counted}


def test_a_move_that_the_search_hardly_tries_is_looked_at_by_itself() -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    judged = judge(state, state.parse("end"), Budget(simulations=400))
    assert judged.played.move == "end"
    assert judged.loss > 0.05, "a whole turn is thrown away"
    assert judged.why


def test_a_move_that_ends_the_game_is_worth_its_result() -> None:
    ended = next(found for seed in range(40) if (found := finishing(seed)) is not None)
    state, move = ended
    judged = judge(state, move, QUICK)
    after = state.after(move)
    assert judged.played.values == pytest.approx(after.shares, abs=1e-4) or judged.verdict == "best"


def finishing(seed: int) -> tuple[State, Any] | None:
    """A position of a game of plans, and a legal move in it that ends the game."""
    from hansa.bots.registry import make_bot

    state = State.new(board="hansa-23", players=3, seed=seed)
    bots = [make_bot("prestige", seed=seed + seat) for seat in range(3)]
    while not state.over:
        mover = state.to_move
        move = bots[mover].choose(state) if isinstance(mover, int) else state.legal_moves[0]
        after = state.after(move)
        if after.over and len(state.legal_moves) > 1:
            return state, move
        state = after
    return None


# --- a game -------------------------------------------------------------------------------------

@pytest.fixture(scope="module")
def whole() -> Review:
    """The review of the game."""
    return review(GAME, QUICK)


def test_the_review_of_a_short_game_is_as_it_was() -> None:
    expected = json.loads((FOLDER / "review.json").read_text(encoding="utf-8"))
    assert json.loads(review_file()) == expected, "if the search was changed on purpose: make golden, read the diff"


def test_a_review_has_every_decision_with_a_choice_and_no_other(whole: Review) -> None:
    found = whole
    expected = [
        ply for ply, state, _ in GAME.steps(len(GAME.moves) - 1)
        if isinstance(state.to_move, int) and len(state.legal_moves) > 1
    ]
    assert [judged.ply for judged in found.judgements] == expected
    assert [f"{judged.seat} {judged.played.move}" for judged in found.judgements] == [GAME.moves[ply] for ply in expected]
    assert found.shares is None, "a game that was cut off has no winner"
    for seat in range(3):
        assert sum(found.counts(seat).values()) == len(found.of(seat))
        accuracy = found.accuracy(seat)
        assert accuracy is not None and 0 < accuracy <= 1
    assert {name for seat in range(3) for name in found.counts(seat)} == set(COUNTED)
    assert all(judged.verdict == UNCERTAIN for judged in found.uncertain())
    losses = [judged.loss for judged in found.mistakes()]
    assert losses == sorted(losses, reverse=True) and all(loss >= VERDICTS[MISTAKES[-1]] for loss in losses)
    assert len(losses) > 1 and found.mistakes(most=1) == found.mistakes()[:1]


def test_verdicts_are_counted_from_the_worst_to_the_best(whole: Review) -> None:
    """Tables and pages show them in this order."""
    assert [list(whole.counts(seat)) for seat in range(3)] == [
        ["blunder", "mistake", "inaccuracy", UNCERTAIN, "good", "best"]] * 3


def test_threads_change_nothing(whole: Review) -> None:
    assert review(GAME, QUICK, threads=3) == whole


def test_progress_counts_the_quick_looks_and_then_the_closer_ones(whole: Review) -> None:
    told: list[tuple[bool, int, int]] = []
    keys: list[str] = []

    def report(judged: Judgement | None, key: str, count: int, todo: int) -> None:
        assert (judged is None) == (not key)
        told.append((judged is None, count, todo))
        keys.extend([key] if judged else [])

    assert review(GAME, QUICK, report=report) == whole
    quick, again = len(whole.judgements), sum(len(judged.looks) > 1 for judged in whole.judgements)
    assert told == [
        (True, 0, quick), *((False, count, quick) for count in range(1, quick + 1)),
        (True, quick, quick + again), *((False, count, quick + again) for count in range(quick + 1, quick + again + 1)),
    ]
    assert sorted(keys[:quick]) == sorted(decision.key(QUICK) for decision in decisions(GAME))


def test_a_finished_game_ends_with_the_shares_of_its_result() -> None:
    played = play_random({"game": "hansa2004", "players": 2}, seed=3)
    late = played.replay(len(played.moves) - 6)
    last = Record(setup=setup_of(late), state=late.to_json(), moves=played.moves[-6:], end=played.end)
    assert review(last, QUICK).shares == tuple(played.replay().shares) != (0.5, 0.5)


def test_the_values_of_a_finished_game_end_with_its_result() -> None:
    judged = judgement(way("a", 0.5), way("b", 0.4))
    found = Review(2, 9, (judged,), (1.0, 0.0))
    assert found.values() == [(4, (0.5, 0.5)), (9, (1.0, 0.0))]
    assert found.accuracy(1) is None


def test_no_more_looks_begin_than_threads_can_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """When a review stops, nothing waits in a queue that would still be looked at."""
    begun: list[int] = []
    stop = threading.Event()

    def look(state: State, played: Move, budget: Budget, *, ply: int, stop: threading.Event) -> Judgement:
        begun.append(ply)
        return replace(judgement(way("a", 0.5), way("a", 0.5)), ply=ply)

    monkeypatch.setattr("hansa.review.look_once", look)
    # All end at once.
    monkeypatch.setattr("hansa.review.wait", lambda running, return_when: wait(running))
    found = review(GAME, QUICK, threads=2, report=lambda judged, key, count, todo: stop.set() if count else None, stop=stop)
    assert len(begun) == 3 < len(list(decisions(GAME)))
    assert len(found.judgements) == 1, "nothing is reported after the stop"


def test_a_stopped_review_has_what_was_done(whole: Review) -> None:
    stop = threading.Event()
    done: list[int] = []

    def report(judged: Judgement | None, key: str, count: int, todo: int) -> None:
        done.append(count)
        if count == 3:
            stop.set()

    found = review(GAME, QUICK, report=report, stop=stop)
    assert len(found.judgements) == 3 == max(done)
    by_ply = {judged.ply: judged for judged in whole.judgements}
    # Looked at once only: what may be a mistake is not named yet.
    for judged in found.judgements:
        assert judged.verdict not in MISTAKES and judged.looks == by_ply[judged.ply].looks[:1]


def test_every_decision_is_looked_at_twice_and_what_is_not_decided_a_third_time(whole: Review) -> None:
    for judged in whole.judgements:
        assert [look.simulations for look in judged.looks] == [
            40 * factor for factor in (1, *CLOSER)][: len(judged.looks)]
        assert len(judged.looks) > 1 or judged.proven
        if len(judged.looks) == 2:
            assert judged.looks[1].loss < 0.015 or (judged.loss >= 0.08 and judged.interval[0] >= 0.03)
        elif judged.looks[2:]:
            assert judged.looks[1].loss >= 0.015
        if judged.verdict in MISTAKES:
            assert judged.interval[0] >= SURE_FROM and len(judged.looks) > 1


def test_the_end_that_is_proven_is_looked_at_once() -> None:
    played = play_random({"game": "hansa2004", "players": 2}, seed=9)
    late = played.replay(len(played.moves) - 11)
    last = Record(setup=setup_of(late), state=late.to_json(), moves=played.moves[-11:], end=played.end)
    found = review(last, QUICK)
    assert any(judged.proven for judged in found.judgements)
    assert all(judged.proven == (len(judged.looks) == 1) for judged in found.judgements)


def test_hard_decisions_count_more_in_the_accuracy_of_a_seat() -> None:
    def lost(loss: float, difficulty: float, seat: int = 0) -> Judgement:
        return replace(judgement(way("a", 0.5), way("b", 0.5 - loss)), difficulty=difficulty, seat=seat)

    found = Review(2, 9, (lost(0.1, 0.1), lost(0.0, 0.3), lost(0.1, 0.1, seat=1)), None)
    assert found.accuracy(0) == pytest.approx((0.1 * 0.5 + 0.3) / 0.4)
    assert found.accuracy(1) == 1, "what one seat gave up the other gained"


def test_the_judge_knows_what_the_seat_knew() -> None:
    """Another seat's mission changes no judgement."""
    (first, *_) = decisions(GAME)
    other = json.loads(json.dumps(first.state.to_json()))
    free = next(card for card in range(9) if card not in [desk["mission"] for desk in other["desks"]])
    other["desks"][1]["mission"] = free
    changed = State.from_json(other)
    assert judge(changed, changed.parse(str(first.move)), QUICK) == judge(first.state, first.move, QUICK)


# --- kept beside the record ---------------------------------------------------------------------

@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    append_record(path, GAME)
    return path


def count_new(path: Path, record: Record = GAME, budget: Budget = QUICK) -> int:
    """How many decisions a review beside a file computes."""
    new: list[Judgement] = []
    review_beside(path, record, budget, report=lambda judged, done, todo: new.extend([judged] if judged else []))
    return len(new)


def test_nothing_is_computed_twice(path: Path, whole: Review) -> None:
    again = sum(len(judged.looks) > 1 for judged in whole.judgements)
    assert again and count_new(path) == len(whole.judgements) + again
    assert count_new(path) == 0
    assert review_beside(path, GAME, QUICK) == whole


def test_another_budget_is_another_judgement(path: Path) -> None:
    count_new(path)
    assert count_new(path, budget=Budget(simulations=61)) > len(list(decisions(GAME)))
    assert count_new(path) == 0


def test_a_game_that_went_on_needs_only_its_end(path: Path, whole: Review) -> None:
    shorter = Record(setup=GAME.setup, moves=GAME.moves[:10], end="moves", seed=GAME.seed)
    begun = count_new(path, shorter)
    judged = whole.judgements
    assert begun > 0 and count_new(path) == len(judged) + sum(len(each.looks) > 1 for each in judged) - begun


def test_lines_that_are_no_judgements_are_computed_again(path: Path) -> None:
    total = count_new(path)
    beside = review_path(path)
    lines = beside.read_bytes().splitlines()
    garbage = [b"", b"nonsense", b"[]", b'{"key": 3}', b'{"key": [], "ply": 1}', lines[1].replace(b'"values"', b'"valves"')]
    beside.write_bytes(b"\n".join([*garbage, *lines[2:], lines[0][:40]]))
    assert count_new(path) == 2
    assert count_new(path) == 0
    assert len(read_judgements(beside)) == total


def test_a_folder_that_cannot_be_written_is_a_warning_and_no_end(path: Path, whole: Review) -> None:
    review_path(path).mkdir()
    said: list[str] = []
    assert review_beside(path, GAME, QUICK, warn=said.append) == whole
    assert len(said) == 1 and "not kept" in said[0]


def test_keys_depend_on_position_move_and_budget() -> None:
    first, second, *_ = decisions(GAME)
    keys = {first.key(QUICK), second.key(QUICK), first.key(Budget(seconds=1)),
            Decision(0, first.state, next(move for move in first.state.legal_moves if move != first.move)).key(QUICK),
            first.key(QUICK, closer=True)}
    assert len(keys) == 5
    assert Decision(9, first.state.copy(), first.move).key(QUICK) == first.key(QUICK)


def test_a_review_without_a_budget_has_the_usual_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def first(decision: Decision, budget: Budget, stop: threading.Event) -> None:
        assert budget == Budget(simulations=1000)
        raise InterruptedError

    monkeypatch.setattr("hansa.review._quick", first)
    with pytest.raises(InterruptedError):
        review(play_random({"board": "hansa-23", "players": 2}, seed=1, limit=3))


def test_without_points_the_difference_is_told_by_the_share() -> None:
    known, unknown = (Way("end", (0.6, 0.4), points, ()) for points in (({"total": 9.0}, {"total": 8.0}), ()))
    for played, best in ((known, unknown), (unknown, known), (unknown, unknown)):
        assert difference_in_words(Judgement(0, 0, 5, played, best)) == (
            "costs 0.0% of the win; the points by category hardly differ")
