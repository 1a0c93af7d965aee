"""The arguments of `hansa train`, and the recipe of a run that they ask for."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TypeVar

from engine_c.search.options import SearchSettings
from hansa.bots.plans import plans
from hansa.bots.styles import STYLES, taste_of
from hansa.cli.arguments import PlainArgument, option, positional, positive_whole, repeated, switch, whole
from hansa.cli.commands import UsageError
from hansa.games import DEFAULT_GAME, GAMES
from hansa.suggestions import closest
from hansa.training.ledger import Ledger
from hansa.training.recipe import Imitating, PlanTuning, Recipe, Tuning
from hansa.training.tastes import FIXED
from hansa.vocabulary import read_file

USUAL, PLAN = Recipe(), PlanTuning("", (), (), ())
OWN = "own"         # the taste of the best player so far
AnyTuning = TypeVar("AnyTuning", Tuning, PlanTuning)


def search_settings(text: str) -> dict[str, float]:
    """`exploration=0.2,temperature=1.25`.

    >>> search_settings("cut=20,exploration=0.2")
    {'cut': 20, 'exploration': 0.2}
    """
    found: dict[str, float] = {}
    for word in text.split(","):
        name, _, value = word.partition("=")
        try:
            found[name.strip()] = int(value) if name.strip() == "cut" else float(value)
        except ValueError as error:
            raise argparse.ArgumentTypeError(f"{word[:40]!r} is not a setting, such as exploration=0.2") from error
    try:
        SearchSettings(**found)     # type: ignore[arg-type]
    except TypeError as error:
        known = ", ".join(entry.name for entry in fields(SearchSettings))
        raise argparse.ArgumentTypeError(f"the settings of a search are {known}, not {', '.join(found)}") from error
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return found


@dataclass(frozen=True, kw_only=True)
class TrainArguments(PlainArgument):
    """What is trained, and how much."""

    folder: str = positional("DIR", "folder of the run; an existing run is continued")
    game: str | None = option("--game", f"the game (default {DEFAULT_GAME})", metavar="GAME", choices=GAMES)
    setup: tuple[str, ...] = repeated(
        "--setup", "a board and a number of players, such as hansa-45/4; may be given several times (default: all)",
        metavar="BOARD/N")
    generations: int | None = option("--generations", "how many times to train each setup (default 1)", metavar="N",
                                     type=positive_whole)
    positions: int | None = option("--positions", f"positions to learn from, per setup (default {USUAL.fitting.positions})",
                                   metavar="N", type=positive_whole, group="the recipe of a new run")
    simulations: int | None = option("--simulations", "simulations per decision of the opponent in matches (default "
                                     f"{USUAL.gating.simulations})", metavar="N", type=positive_whole,
                                     group="the recipe of a new run")
    pool_blocks: int | None = option(
        "--pool-blocks", "most blocks against each player of the pool, which a candidate must not lose to (default "
        f"{USUAL.gating.pool_blocks}; 0: no pool)", metavar="N", type=whole, group="the recipe of a new run")
    pool: tuple[str, ...] = repeated(
        "--pool", "a file of weights whose player belongs to the pool (with --plan: a file with a taste); may be given several "
        "times", metavar="FILE")
    blocks: int | None = option("--blocks", f"most blocks per match (default {USUAL.gating.blocks})", metavar="N",
                                type=positive_whole, group="the recipe of a new run")
    seed: int | None = option("--seed", f"seed of all random numbers (default {USUAL.seed})", metavar="N", type=whole,
                              group="the recipe of a new run")
    settings: dict[str, float] | None = option(
        "--settings", "try these settings of the search (cut, exploration, temperature) instead of learning new weights "
        "(with --policy: together with them); they are kept for the setups where they win",
        metavar="NAME=VALUE[,...]", type=search_settings,
        group="the recipe of a new run")
    taste: str | None = option(
        "--taste", "instead of a net, look for a better taste of the plan that guides the search, beginning with that of a "
        "style: " + ", ".join(STYLES) + ", or own", metavar="STYLE", choices=(OWN, *STYLES), group="the recipe of a new run")
    plan: str | None = option(
        "--plan", "instead of a net, tune the taste of a plan bot by games of plans: a plan's name, or a file with a taste",
        metavar="NAME|FILE", group="the recipe of a new run")
    keep: tuple[str, ...] = repeated("--keep", "with --plan: a weight that stays as it is; may be given several times",
                                     metavar="WEIGHT", group="the recipe of a new run")
    free: tuple[str, ...] = repeated(
        "--free", "with --plan: tune this weight and no other, estimates too; may be given several times", metavar="WEIGHT",
        group="the recipe of a new run")
    rounds: int | None = option(
        "--rounds", f"rounds of the search for a taste (default {Tuning(OWN).rounds}; with --plan {PLAN.rounds})", metavar="N",
        type=positive_whole, group="the recipe of a new run")
    games: int | None = option(
        "--games", f"games of each taste in a round (default {Tuning(OWN).games}; with --plan {PLAN.games})", metavar="N",
        type=positive_whole, group="the recipe of a new run")
    policy: bool = switch("--policy", "train the net that fits the policy to a position, on decisions that were searched for "
                          "long, instead of the net that evaluates", group="the recipe of a new run")
    decisions: int | None = option(
        "--decisions", f"with --policy: decisions to learn from, per setup (default {Imitating().decisions})", metavar="N",
        type=positive_whole, group="the recipe of a new run")
    points_only: bool = switch("--points-only", "fit only the expected points anew, with the net that is there; play does not "
                                                "change", group="the recipe of a new run")
    show: bool = switch("--show", "only show the results so far")
    styles: bool = switch("--styles", "with --show: how candidates and their opponents played")


def tuning_of(arguments: TrainArguments, base: Tuning | None, game: str) -> Tuning | None:
    """How a taste is looked for; None if a net is trained."""
    found = base
    if arguments.taste is not None and (base is None or base.style != arguments.taste):
        start = () if arguments.taste == OWN else tuple(taste_of(arguments.taste, game))
        found = Tuning(arguments.taste, start)
    return found and with_counts(found, arguments)


def plan_of(arguments: TrainArguments, base: PlanTuning | None, game: str) -> PlanTuning | None:
    """How a plan bot is tuned; None if none is."""
    found = base
    if arguments.plan is not None:
        found = begun_with(arguments, arguments.plan, game)
        found = replace(found, rounds=base.rounds, games=base.games) if base else found
    elif arguments.keep or arguments.free:
        raise UsageError("--keep and --free go with --plan")
    if found is not None and (arguments.setup or arguments.generations):
        raise UsageError("the games of --plan are of every board and number of players: leave out --setup and --generations")
    return found and with_counts(found, arguments)


def with_counts(tuning: AnyTuning, arguments: TrainArguments) -> AnyTuning:
    """The rounds and games that were asked for, if any were."""
    return replace(tuning, rounds=arguments.rounds or tuning.rounds, games=arguments.games or tuning.games)


def begun_with(arguments: TrainArguments, name: str, game: str) -> PlanTuning:
    """The taste of a plan or of a file, the weights that are free, and the pool."""
    vocabulary, known = GAMES[game].vocabulary, plans(game)
    for flag, weights in (("--keep", arguments.keep), ("--free", arguments.free)):
        for weight in weights:
            if weight not in vocabulary.tastes:
                raise UsageError(f"argument {flag}: a taste has no {weight!r}{closest(weight, list(vocabulary.tastes))}")
    if name not in known and not Path(name).exists():
        raise UsageError(f"argument --plan: there is no plan and no file {name!r}{closest(name, sorted(known))}")
    start = known[name] if name in known else read_file(Path(name), vocabulary.taste_of)
    fixed = {*arguments.keep, *FIXED, *(() if arguments.free else vocabulary.estimates)}
    free = tuple(weight for weight in arguments.free or vocabulary.tastes if weight not in fixed)
    if not free:
        raise UsageError("argument --keep: leaves no weight to tune")
    pool = [taste for plan, taste in known.items() if plan != name]
    pool += [read_file(Path(file), vocabulary.taste_of) for file in arguments.pool]
    return PlanTuning(name, tuple(start), free, tuple(map(tuple, pool)))


def imitating_of(arguments: TrainArguments, base: Imitating | None) -> Imitating | None:
    """How the policy's net is trained; None if it is not."""
    found = Imitating() if arguments.policy and base is None else base
    if arguments.decisions is None:
        return found
    if found is None:
        raise UsageError("--decisions goes with --policy")
    return replace(found, decisions=arguments.decisions)


def recipe_of(arguments: TrainArguments, ledger: Ledger, game: str) -> Recipe:
    """That of a run which is continued, or a new one; a run keeps the recipe it was begun with."""
    begun = ledger.recipe()
    base = begun or USUAL
    other = sum((arguments.taste is not None, arguments.plan is not None, arguments.points_only))
    if other > 1 or (other and (arguments.policy or arguments.settings is not None)):
        raise UsageError(
            "a run has one task: --settings, --taste, --plan, --policy (perhaps with --settings) or --points-only")
    if (arguments.rounds or arguments.games) and not (arguments.taste or arguments.plan or base.tuning or base.plan):
        raise UsageError("--rounds and --games go with --taste and --plan")
    fitting = replace(base.fitting, positions=arguments.positions or base.fitting.positions)
    gating = replace(
        base.gating, simulations=arguments.simulations or base.gating.simulations,
        blocks=arguments.blocks or base.gating.blocks,
        pool_blocks=base.gating.pool_blocks if arguments.pool_blocks is None else arguments.pool_blocks)
    seed = base.seed if arguments.seed is None else arguments.seed
    settings = base.settings if arguments.settings is None else arguments.settings
    recipe = replace(
        base, seed=seed, fitting=fitting, gating=gating, settings=settings,
        tuning=tuning_of(arguments, base.tuning, game), plan=plan_of(arguments, base.plan, game),
        imitating=imitating_of(arguments, base.imitating), points_only=base.points_only or arguments.points_only)
    if begun is not None and recipe != begun:
        raise UsageError(
            f"the run in {arguments.folder} was begun with {described(begun)}; leave these flags out, or choose "
            "another folder")
    return recipe


def described(recipe: Recipe) -> str:
    """The flags that give a recipe."""
    settings = ",".join(f"{name}={value:g}" for name, value in recipe.settings.items())
    tuning, plan = recipe.tuning, recipe.plan
    if plan is not None:
        return (f"--plan {plan.name} --rounds {plan.rounds} --games {plan.games} --seed {recipe.seed}, "
                f"{len(plan.free)} free weights")
    return (f"--positions {recipe.fitting.positions} --simulations {recipe.gating.simulations} "
            f"--blocks {recipe.gating.blocks} --pool-blocks {recipe.gating.pool_blocks} --seed {recipe.seed}"
            + f" --settings {settings}" * bool(settings)
            + (f" --taste {tuning.style} --rounds {tuning.rounds} --games {tuning.games}" if tuning else "")
            + (f" --policy --decisions {recipe.imitating.decisions}" if recipe.imitating else "")
            + " --points-only" * recipe.points_only)
