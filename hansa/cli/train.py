"""`hansa train`: learns weights for the AI by playing against itself; continues where it was
stopped."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from engine_c.search.options import SearchSettings
from hansa.board_entry import BoardSetup
from hansa.bots.styles import STYLES, taste_of
from hansa.cli.arguments import PlainArgument, option, positional, positive_whole, repeated, switch, whole
from hansa.cli.commands import UsageError, command
from hansa.cli.exit_codes import INTERRUPTED, MACHINE
from hansa.cli.screen import Screen, rich_console
from hansa.cli.setups import setup_by_name
from hansa.games import DEFAULT_GAME, GAMES
from hansa.play_style import Style
from hansa.tournaments.style import style_sheets
from hansa.training.ledger import Ledger
from hansa.training.loop import TrainingRun, alone_in, setups_of, train
from hansa.training.recipe import Imitating, Recipe, Tuning
from hansa.vocabulary import Taste

USUAL = Recipe()
OWN = "own"         # the taste of the best player so far


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
    pool: tuple[str, ...] = repeated("--pool", "a file of weights whose player belongs to the pool; may be given several times",
                                     metavar="FILE")
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
    rounds: int | None = option("--rounds", f"rounds of this search (default {Tuning(OWN).rounds})", metavar="N",
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


def run(arguments: TrainArguments) -> int:
    """Trains, or shows what has been trained."""
    screen = Screen(plain=arguments.plain)
    ledger = Ledger(Path(arguments.folder))
    if arguments.show:
        if not ledger.entries:
            raise UsageError(f"there is no training run in {arguments.folder}")
        show(ledger, screen)
        if arguments.styles:
            show_styles(ledger, screen)
        return 0
    game = arguments.game or ledger.game() or DEFAULT_GAME
    # by the command that this one continues
    asked = (ledger.of("asked") or [{"setups": [], "generations": 1}])[-1]
    words = arguments.setup or asked["setups"]
    setups = [setup_by_name(word, game) for word in words] or setups_of(game)
    generations = arguments.generations or asked["generations"]
    progress = TrainingProgress()
    try:
        recipe = recipe_of(arguments, ledger, game)
        with alone_in(Path(arguments.folder)):
            training = TrainingRun(
                Path(arguments.folder), game, recipe, progress.report, tastes_for(game), tuple(map(Path, arguments.pool)))
            if (list(words), generations) != (asked["setups"], asked["generations"]):
                training.ledger.add("asked", setups=list(words), generations=generations)
            train(training, setups, generations)
    except KeyboardInterrupt:
        progress.clear()
        print(f"hansa: stopped; continue with: hansa train {arguments.folder}", file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        progress.clear()
        print(f"hansa: error: {error.filename or arguments.folder}: {error.strerror or error}; once that is fixed, "
              f"continue with: hansa train {arguments.folder}", file=sys.stderr)
        return MACHINE
    progress.clear()
    show(training.ledger, screen)
    screen.line()
    screen.line(f"The best weights are {training.best_path}; try them: "
                f"hansa compare mcts:mind={training.best_path} mcts")
    return 0


def tastes_for(game: str) -> dict[str, Taste]:
    """The tastes of all styles of a game."""
    return {style: taste_of(style, game) for style, plan in STYLES.items() if plan.game == game}


def tuning_of(arguments: TrainArguments, base: Tuning | None, game: str) -> Tuning | None:
    """How a taste is looked for; None if a net is trained."""
    if arguments.taste is None and arguments.rounds is not None and base is None:
        raise UsageError("--rounds goes with --taste")
    found = base
    if arguments.taste is not None and (base is None or base.style != arguments.taste):
        start = () if arguments.taste == OWN else tuple(taste_of(arguments.taste, game))
        found = Tuning(arguments.taste, start)
    if found is not None and arguments.rounds is not None:
        found = replace(found, rounds=arguments.rounds)
    return found


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
    if sum((arguments.settings is not None, arguments.taste is not None, arguments.points_only)) > 1 or (
            arguments.policy and (arguments.taste is not None or arguments.points_only)):
        raise UsageError("a run has one task: --settings, --taste, --policy (perhaps with --settings) or --points-only")
    fitting = replace(base.fitting, positions=arguments.positions or base.fitting.positions)
    gating = replace(
        base.gating, simulations=arguments.simulations or base.gating.simulations,
        blocks=arguments.blocks or base.gating.blocks,
        pool_blocks=base.gating.pool_blocks if arguments.pool_blocks is None else arguments.pool_blocks)
    seed = base.seed if arguments.seed is None else arguments.seed
    settings = base.settings if arguments.settings is None else arguments.settings
    recipe = replace(
        base, seed=seed, fitting=fitting, gating=gating, settings=settings,
        tuning=tuning_of(arguments, base.tuning, game),
        imitating=imitating_of(arguments, base.imitating), points_only=base.points_only or arguments.points_only)
    if begun is not None and recipe != begun:
        raise UsageError(
            f"the run in {arguments.folder} was begun with {described(begun)}; leave these flags out, or choose "
            "another folder")
    return recipe


def described(recipe: Recipe) -> str:
    """The flags that give a recipe."""
    settings = ",".join(f"{name}={value:g}" for name, value in recipe.settings.items())
    tuning = recipe.tuning
    return (f"--positions {recipe.fitting.positions} --simulations {recipe.gating.simulations} "
            f"--blocks {recipe.gating.blocks} --pool-blocks {recipe.gating.pool_blocks} --seed {recipe.seed}"
            + f" --settings {settings}" * bool(settings)
            + (f" --taste {tuning.style} --rounds {tuning.rounds}" if tuning else "")
            + (f" --policy --decisions {recipe.imitating.decisions}" if recipe.imitating else "")
            + " --points-only" * recipe.points_only)


def show(ledger: Ledger, screen: Screen) -> None:
    """A row for each generation of each setup."""
    rows = []
    for fitted in ledger.of("points"):
        rows.append([
            fitted["setup"], str(fitted["generation"]), f"{fitted['positions']:,}", "", "", f"{fitted['error']:.3f}", "", "",
            "", "kept" if fitted["error"] < fitted["error_before"] else "refused", f"{minutes(ledger, fitted):.0f}"])
    for fit in ledger.of("fit"):
        key = {"setup": fit["setup"], "generation": fit["generation"]}
        verdicts, blocks = ledger.of("verdict", **key), ledger.of("block", **key)
        verdict = verdicts[0] if verdicts else None
        rows.append([
            fit["setup"], str(fit["generation"]), *learned(fit), str(len(blocks)),
            f"{verdict['share']:.1%} ± {plus_minus(verdict)}" if verdict else "",
            f"{verdict['elo']:+d}" if verdict else "",
            outcome(verdict), f"{minutes(ledger, fit):.0f}",
        ])
    screen.table(
        ["setup", "generation", "positions", "before" if ledger.of("decisions") else "sum",
         "net", "points", "blocks", "share", "Elo", "verdict", "minutes"], rows)


def minutes(ledger: Ledger, fit: Mapping[str, Any]) -> float:
    """What positions or decisions took, and the fit."""
    key = {"setup": fit["setup"], "generation": fit["generation"]}
    made = [*ledger.of("positions", **key), *ledger.of("decisions", **key)]
    return float(sum(entry["seconds"] for entry in [*made, fit])) / 60


def learned(fit: Mapping[str, Any]) -> list[str]:
    """Positions or decisions, and how well they were fitted; a run that tries settings or tastes has
    none."""
    if "decisions" in fit:
        return [f"{fit['decisions']:,}", f"{fit['before']:.4f}", f"{fit['after']:.4f}", ""]
    if "positions" not in fit:
        return ["", "", "", ""]
    return [f"{fit['positions']:,}", f"{fit['sum_held_out']:.4f}", f"{fit['net_held_out']:.4f}", f"{fit['points_error']:.3f}"]


def outcome(verdict: Mapping[str, Any] | None) -> str:
    """What became of a candidate."""
    if verdict is None:
        return "playing"
    if verdict["accepted"]:
        return "accepted"
    return f"refused: loses to {verdict['loses_to']}" if verdict["loses_to"] else "refused"


def show_styles(ledger: Ledger, screen: Screen) -> None:
    """How candidates and their opponents played, for each generation of each setup."""
    for fit in ledger.of("fit"):
        key = {"setup": fit["setup"], "generation": fit["generation"]}
        blocks = [[Style.of(data) for data in block["styles"]] for block in ledger.of("block", **key)]
        if not blocks:
            continue
        found = dict(zip(("candidate", "best so far"), (sum(styles, Style()) for styles in zip(*blocks, strict=True)),
                         strict=True))
        for sheet in style_sheets(found, found):
            screen.line()
            screen.line(f"{fit['setup']}, generation {fit['generation']}: {sheet.title}", style="bold")
            screen.table(sheet.columns, sheet.rows)


def plus_minus(verdict: Mapping[str, Any]) -> str:
    """Half of an interval; one block has none."""
    return "?" if verdict["plus_minus"] is None else f"{verdict['plus_minus']:.1%}"


class TrainingProgress:
    """One line on standard error, if it is a terminal; what is finished stays."""

    def __init__(self) -> None:
        self.console = None
        if sys.stderr is not None and sys.stderr.isatty():
            self.console = rich_console(stderr=True)
        self.status = None if self.console is None else self.console.status("")

    def report(self, setup: BoardSetup, what: str, done: float, of: float) -> None:
        """How far a setup is."""
        if what in ("accepted", "refused"):
            self.clear()
            print(f"{setup}: {what} after {done:g} blocks", file=sys.stderr, flush=True)
        elif self.status is not None:
            self.status.update(f"{setup}: {what} {done:,.0f} of {of:,.0f}")
            self.status.start()

    def clear(self) -> None:
        """Takes the line away."""
        if self.status is not None:
            self.status.stop()


COMMAND = command(
    TrainArguments,
    run,
    name="train",
    purpose="Train the AI: generate positions by self-play, train a neural net on them, and keep it if it wins at equal time.",
    examples="""
        hansa train runs/first --setup hansa-45/4        some 20 minutes on one core
        hansa train runs/first                           continues after Ctrl-C, kill -9 or a power cut
        hansa train runs/all                             every board and number of players: hours
        hansa train runs/first --show                    what it has done so far
        hansa train runs/calm --setup east/3 --settings exploration=0.2     keeps the setting if it wins
        hansa train runs/sure --setup hansa-45/4 --policy          teaches it which moves to look at first
        hansa train runs/rush --setup hansa-45/4 --taste rusher     looks for a rusher that beats the best player
        hansa train runs/rush --show --styles            how candidates and their opponents played
        hansa compare mcts:mind=runs/first/best.bin mcts
    """,
    read_on="'hansa docs train', and 'hansa docs results' for the results of past runs.",
)
