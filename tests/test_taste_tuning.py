"""`hansa train --plan`: plan bots are tuned by games of plans; what it writes can be used again,
seeds decide alone, a run goes on where it was stopped, mistakes cost one line."""

from __future__ import annotations

import json
import math
import random
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hansa import State
from hansa.bots.plans import plans
from hansa.bots.registry import make_bot
from hansa.cli import main
from hansa.teutonica.mind import VOCABULARY, taste
from hansa.teutonica.taste import ESTIMATES, TASTE
from hansa.training import plans as tuning_of_plans
from hansa.training.ledger import Ledger
from hansa.training.plans import random_setup, tune_plan, worth_among_plans
from hansa.training.recipe import PlanTuning
from hansa.vocabulary import Taste, read_file
from tests.golden_weights import FILE, text

BOARD = Path(str(resources.files("hansa.boards").joinpath("east.json")))     # JSON, and no taste
SHORT = ["--rounds", "1", "--games", "1"]


def tuned(folder: Path, *words: str) -> Taste:
    """The taste that the command writes."""
    assert main(["train", str(folder), *SHORT, *words]) == 0
    return read_file(folder / "taste.json", VOCABULARY.taste_of)


def said(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that a refused command prints."""
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and "error: " in err
    return err


def test_the_command_writes_a_taste_that_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = tuned(tmp_path, "--plan", "actions", "--keep", "actions", "--keep", "book")
    out, err = capsys.readouterr()
    assert out.split()[:4] == ["round", "mean", "best", "spread"] and str(tmp_path / "taste.json") in out and err == ""
    data, start = json.loads((tmp_path / "taste.json").read_text(encoding="utf-8")), plans()["actions"]
    assert list(data) == [*TASTE, *ESTIMATES]
    kept = {name for name, old, new in zip(data, start, found, strict=True) if old == pytest.approx(new, abs=1e-4)}
    assert {"actions", "book", "noise", *ESTIMATES} <= kept and len(kept - set(ESTIMATES)) < 10
    assert worth_among_plans(found, [taste()], range(2), "teutonica") > 0
    assert not (tmp_path / "best.bin").exists()


def test_it_begins_where_it_is_told(tmp_path: Path) -> None:
    old = tuned(tmp_path / "first", "--plan", "markers", "--keep", "marker", "--keep", "end")
    first = str(tmp_path / "first" / "taste.json")
    new = tuned(tmp_path / "second", "--plan", first, "--pool", first, "--free", next(iter(TASTE)))
    assert old[1:] == pytest.approx(new[1:]) and old[0] != new[0]
    plan, pool = plans()["markers"], Ledger(tmp_path / "second").recipe()
    for name in ("marker", "end"):
        assert old[list(TASTE).index(name)] == pytest.approx(plan[list(TASTE).index(name)])
    assert pool is not None and pool.plan is not None and [list(each) for each in pool.plan.pool] == [*plans().values(), old]


def test_only_the_weights_that_are_free_change_even_estimates(tmp_path: Path) -> None:
    found = tuned(tmp_path, "--plan", "prestige", "--free", "horizon", "--free", "book")
    changed = {name for name, old, new in zip(VOCABULARY.tastes, plans()["prestige"], found, strict=True)
               if old != pytest.approx(new, abs=1e-4)}
    assert changed == {"horizon", "book"}


def test_the_plan_is_not_in_its_own_pool(tmp_path: Path) -> None:
    tuned(tmp_path, "--plan", "markers")
    recipe = Ledger(tmp_path).recipe()
    assert recipe is not None and recipe.plan is not None
    assert recipe.plan.pool == tuple(tuple(weights) for name, weights in plans().items() if name != "markers")


def test_the_seed_decides(tmp_path: Path) -> None:
    first, second, third = (
        tuned(tmp_path / name, "--plan", "markers", "--seed", seed) for name, seed in (("a", "5"), ("b", "5"), ("c", "6")))
    assert first == second != third


def test_the_other_game_has_plans_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", str(tmp_path), "--game", "hansa2004", "--plan", "founder", *SHORT]) == 0
    recipe = Ledger(tmp_path).recipe()
    assert recipe is not None and recipe.plan is not None and len(recipe.plan.start) == len(plans("hansa2004")["founder"])
    assert recipe.plan.pool == (tuple(plans("hansa2004")["collector"]),)
    assert "no plan and no file 'markers'" in said(
        ["train", str(tmp_path / "no"), "--game", "hansa2004", "--plan", "markers"], capsys.readouterr() and capsys)


def test_a_worth_is_what_one_seat_gets_of_what_an_even_one_has() -> None:
    candidate, pool, total = make_bot("markers").weights, list(plans().values()), 0.0       # type: ignore[attr-defined]
    for seed in range(4, 8):
        rng = random.Random(seed)
        state = State.from_setup(random_setup(rng, "teutonica"), seed=seed)
        seat = rng.randrange(state.players)
        tastes = [candidate if number == seat else rng.choice(pool) for number in range(state.players)]
        state.position.play_by_tastes(tastes, seed, 4000)
        total += state.players * (state.position.shares()[seat] / 2 + state.position.standing()[seat] / 2)
    assert worth_among_plans(candidate, pool, range(4, 8), "teutonica") == pytest.approx(total / 4)


def test_half_of_the_games_have_the_usual_setup() -> None:
    found: list[dict[str, Any]] = [random_setup(random.Random(seed), "teutonica") for seed in range(600)]
    assert sum(each == VOCABULARY.usual for each in found) / 600 == pytest.approx(0.5, abs=0.06)
    some = [each for each in found if each != VOCABULARY.usual and each["board"] in ("hansa-23", "hansa-45")]
    with_two, with_more = ([each["modules"] for each in some if (each["players"] == 2) is two] for two in (True, False))
    assert with_two and not any(with_two)           # modules are for three and more
    for module in ("missions", "favours"):
        assert sum(module in modules for modules in with_more) / len(with_more) == pytest.approx(0.3, abs=0.12)


def test_the_mean_follows_the_best_quarter_and_joins_the_pool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a worth that is known: how near two weights are to 3 and to 0.5. The run is stopped
    once."""
    names, asked = list(VOCABULARY.tastes), list[tuple[Taste, list[Taste], range]]()

    def near(weights: Taste, pool: list[Taste], seeds: range, game: str) -> float:
        if len(asked) == 30:
            asked.append((weights, pool, seeds))
            raise KeyboardInterrupt
        asked.append((weights, pool, seeds))
        return -abs(math.log(weights[0] / 3)) - abs(math.log(weights[4] / 0.5))

    monkeypatch.setattr(tuning_of_plans, "worth_among_plans", near)
    start, other = (1.0,) * len(names), tuple(taste())
    tuning = PlanTuning("markers", start, (names[0], names[4]), (other,), rounds=7, tastes=12, games=10, joining=3)

    def run() -> None:
        tune_plan(tmp_path, Ledger(tmp_path), "teutonica", tuning, 3, lambda what, doing, done, of: None)

    with pytest.raises(KeyboardInterrupt):
        run()
    run()
    del asked[30]       # the one that was interrupted is judged again
    assert len(asked) == 7 * 12
    means = [entry["next"]["mean"] for entry in Ledger(tmp_path).of("round")]
    for number in range(7):
        judged = asked[12 * number:12 * number + 12]
        assert {seeds for *_, seeds in judged} == {range(3_000_000 + 10 * number, 3_000_010 + 10 * number)}
        assert all({weight for place, weight in enumerate(each[0]) if place not in (0, 4)} == {1.0} for each in judged)
        joined = [[round(float(np.exp(mean[0])), 4), round(float(np.exp(mean[1])), 4)] for mean in means[2:number:3]]
        for _, pool, _ in judged:
            assert pool[0] == list(other) and [[each[0], each[4]] for each in pool[1:]] == joined
    found = read_file(tmp_path / "taste.json", VOCABULARY.taste_of)
    assert [found[0], found[4]] == [round(math.exp(mean), 4) for mean in means[-1]]
    assert near(found, [], range(0), "") > near(list(start), [], range(0), "") + 1


def test_a_run_is_shown_and_keeps_its_recipe(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tuned(tmp_path, "--plan", "markers", "--keep", "end", "--seed", "4")
    capsys.readouterr()
    assert main(["train", str(tmp_path), "--show", "--plain"]) == 0
    ended, = Ledger(tmp_path).of("round")
    worths = [entry["worth"] for entry in Ledger(tmp_path).of("taste")]
    spread = float(np.mean(ended["next"]["spread"]))
    row = capsys.readouterr().out.splitlines()[1].split()
    assert row == ["1", f"{np.mean(worths):.3f}", f"{max(worths):.3f}", f"{spread:.3f}"]
    before = (tmp_path / "taste.json").read_bytes()
    assert main(["train", str(tmp_path)]) == 0 and (tmp_path / "taste.json").read_bytes() == before
    capsys.readouterr()
    assert "was begun with --plan markers --rounds 1 --games 1 --seed 4, " in said(
        ["train", str(tmp_path), "--rounds", "2"], capsys)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--plan", "marker"], "argument --plan: there is no plan and no file 'marker'; did you mean 'markers'?"),
        (["--plan", "markers", "--free", "bok"], "argument --free: a taste has no 'bok'; did you mean 'book'?"),
        (["--plan", "markers", "--keep", "bok"], "argument --keep: a taste has no 'bok'; did you mean 'book'?"),
        (["--plan", "markers", "--free", "book", "--keep", "book"], "leaves no weight to tune"),
        (["--plan", "markers", "--games", "0"], "argument --games"),
        (["--plan", "markers", "--pool", str(BOARD)], "east.json: a taste has no "),
        (["--plan", "markers", "--pool", "nowhere.json"], "nowhere.json: No such file or directory"),
        (["--plan", str(BOARD)], "east.json: a taste has no "),
        (["--plan", "markers", "--setup", "east/3"], "leave out --setup and --generations"),
        (["--plan", "markers", "--generations", "2"], "leave out --setup and --generations"),
        (["--plan", "markers", "--taste", "own"], "a run has one task"),
        (["--plan", "markers", "--policy"], "a run has one task"),
        (["--keep", "book"], "--keep and --free go with --plan"),
        (["--free", "book"], "--keep and --free go with --plan"),
        (["--games", "3"], "--rounds and --games go with --taste and --plan"),
        (["--rounds", "3"], "--rounds and --games go with --taste and --plan"),
    ],
)
def test_mistakes_cost_one_line(words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in said(["train", str(tmp_path / "run"), *words], capsys)
    assert not (tmp_path / "run").exists()


def test_weights_are_those_that_were_reviewed() -> None:
    """If a change is meant: `python -m tests.golden_weights`, and read the diff."""
    assert text().splitlines() == FILE.read_text(encoding="utf-8").splitlines()
