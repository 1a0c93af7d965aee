"""`hansa train`: learns weights for the AI by playing against itself; continues where it was
stopped."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hansa.board_entry import BoardSetup
from hansa.bots.styles import STYLES, taste_of
from hansa.cli.commands import UsageError, command
from hansa.cli.exit_codes import INTERRUPTED, MACHINE
from hansa.cli.screen import Screen, rich_console
from hansa.cli.setups import setup_by_name
from hansa.cli.train_recipe import TrainArguments, recipe_of
from hansa.games import DEFAULT_GAME
from hansa.play_style import Style
from hansa.tournaments.style import style_sheets
from hansa.training.ledger import Ledger
from hansa.training.loop import TrainingRun, alone_in, setups_of, train
from hansa.training.plans import TASTE_FILE
from hansa.vocabulary import Taste


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
    if recipe.plan is not None:
        screen.line(f"The taste is {Path(arguments.folder) / TASTE_FILE}: its weights make a plan bot what it is.")
        return 0
    screen.line(f"The best weights are {training.best_path}; try them: "
                f"hansa compare mcts:mind={training.best_path} mcts")
    return 0


def tastes_for(game: str) -> dict[str, Taste]:
    """The tastes of all styles of a game."""
    return {style: taste_of(style, game) for style, plan in STYLES.items() if plan.game == game}


def show(ledger: Ledger, screen: Screen) -> None:
    """A row for each generation of each setup; or for each round, if a plan is tuned."""
    recipe = ledger.recipe()
    if recipe is not None and recipe.plan is not None:
        screen.table(["round", "mean", "best", "spread"], [
            [str(entry["round"] + 1), f"{entry['mean']:.3f}", f"{entry['best']:.3f}",
             f"{sum(entry['next']['spread']) / len(entry['next']['spread']):.3f}"] for entry in ledger.of("round")])
        return
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
    """Positions or decisions, and how well they were fitted; a run that tries settings or tastes
    has none."""
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

    def report(self, setup: BoardSetup | str, what: str, done: float, of: float) -> None:
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
        hansa train runs/plan --plan markers --keep marker          tunes a plan bot, in games of plans
        hansa compare mcts:mind=runs/first/best.bin mcts
    """,
    read_on="'hansa docs train', and 'hansa docs results' for the results of past runs.",
)
