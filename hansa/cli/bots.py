"""`hansa bots`: who can play, what each is about, and what it can be told."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from hansa.bots.bot import BotFault
from hansa.bots.exec_bot import ExecBot, Program, check_found
from hansa.bots.ladder import best_of, elo_of
from hansa.bots.mcts import LEVELS
from hansa.bots.program_messages import HelloAnswer
from hansa.bots.registry import BOTS, Parameter, bot_class, idea_of, make_bot, options_of, parameters
from hansa.cli.arguments import PlainArgument, positional, switch
from hansa.cli.commands import UsageError, command, resolve
from hansa.cli.screen import Screen
from hansa.messages import BadMessage, read_message
from hansa.strengths import STRENGTHS

NAMES, VALUES = 13, 28      # columns of an option's name, and of what it may be
ELO = 12                    # columns of a rating in the list of all bots
MEASURED = "Elo with four players on hansa-45, where prestige is 0 ('hansa docs results', Levels)"
ALL_GAMES = "every game"


@dataclass(frozen=True, kw_only=True)
class BotsArguments(PlainArgument):
    """All of them, or one."""

    bot: str | None = positional("BOT", "list the options of this bot, or of path/file.py:Class", nargs="?", default=None)
    json: bool = switch("--json", "print JSON")


def run(arguments: BotsArguments) -> int:
    """Prints the list, or one bot with its options."""
    screen = Screen(plain=arguments.plain)
    name = arguments.bot
    if name is not None and ":" not in name and not name.endswith(".py"):
        name = resolve("bot", name, list(BOTS))
    if name is not None:
        options_of(name)        # settings that there are not are refused
    if arguments.json:
        print(json.dumps([described(each) for each in (BOTS if name is None else [name])]))
    elif name is None:
        print_all(screen)
    else:
        print_one(name, screen)
    return 0


def described(name: str) -> dict[str, object]:
    """A bot as JSON; the Elo is `null` where it was not measured."""
    rung = elo_of(name)
    return {"name": name, "game": bot_class(name).game, "idea": idea_of(name), "elo": None if rung is None else rung.elo,
            "options": [asdict(parameter) for parameter in parameters(name)]}


def print_all(screen: Screen) -> None:
    """Every bot with its strength and its idea, by the game it plays."""
    by_game: dict[str, list[str]] = {}
    for name in BOTS:
        by_game.setdefault(bot_class(name).game or ALL_GAMES, []).append(name)
    for game in sorted(by_game, key=lambda game: game != ALL_GAMES):
        screen.line(f"{f'for {game}:':<{NAMES}}{'Elo':>{ELO - 2}}", style="bold")
        for name in by_game[game]:
            start = f"  {name:<{NAMES - 2}}{strength_of(name):>{ELO - 2}}  "
            screen.paragraph(start + idea_of(name), indent=" " * len(start))
        screen.line()
    screen.paragraph(f"{MEASURED}; '-' was not measured.", indent="")
    screen.paragraph("Your own: path/file.py:Class, or exec:COMMAND for a program in any language.", indent="")
    screen.line("options, levels and strengths of a bot: hansa bots mcts")


def strength_of(name: str) -> str:
    """Its Elo; of a bot with levels the highest."""
    rung, best = elo_of(name), best_of(name)
    return rung.text if rung is not None else f"up to {best.text}" if best is not None else "-"


def print_one(name: str, screen: Screen) -> None:
    """A bot with its options, and how they are given."""
    own = own_options(name) if bot_class(name) is ExecBot else None
    screen.paragraph(f"{name}: {idea_of(name)}", style="bold")
    screen.line(f"plays {bot_class(name).game or ALL_GAMES}")
    screen.line()
    known = parameters(name)
    screen.line(f"{'option':<{NAMES}}{'may be (default)':<{VALUES}}what it is", style="bold")
    for parameter in known:
        values = f"{may_be(parameter)} ({'none' if parameter.default is None else str(parameter.default).lower()})"
        start = f"{parameter.name:<{NAMES}}{values:<{VALUES}}"
        if len(values) < VALUES:
            screen.paragraph(start + parameter.help, indent=" " * (NAMES + VALUES))
        else:           # too long for its column
            screen.paragraph(start.rstrip(), indent=" " * NAMES)
            screen.paragraph(" " * (NAMES + VALUES) + parameter.help, indent=" " * (NAMES + VALUES))
    if own is not None:
        print_own_options(own, screen)
    if any(parameter.name == "level" for parameter in known) and name in BOTS:
        print_ladder(name, screen)
    screen.line()
    screen.line(f"to play against it: hansa play --bots {shlex.quote(name + example(known))}")


def own_options(spec: str) -> Sequence[Mapping[str, Any]]:
    """What a program says that it can be told, once it is started."""
    bot = make_bot(spec)
    assert isinstance(bot, ExecBot)
    check_found(bot)
    try:
        program = Program(bot.command)
        try:
            return read_message(HelloAnswer, "hello", program.hello(), strict=False).options
        finally:
            program.end()
    except (BotFault, BadMessage) as error:
        raise UsageError(f"{spec}: {error}; see: hansa check {shlex.quote(bot.command)}") from error


def print_own_options(own: Sequence[Mapping[str, Any]], screen: Screen) -> None:
    """How a program names its options."""
    screen.line()
    screen.line("options of the program itself, for set:" if own else "the program has no options of its own", style="bold")
    for entry in own:
        screen.line(f"{entry.get('name', '?')!s:<{NAMES}}{entry.get('type', 'any')!s} ({entry.get('default', 'none')})")


def print_ladder(name: str, screen: Screen) -> None:
    """Levels and strengths, and how strong they were when they were measured."""
    screen.line()
    screen.paragraph(f"levels, for people who want to win, and strengths; {MEASURED}:", style="bold")
    screen.line(f"{'':<{NAMES + 5}}{'Elo':>5} {'±':>5}")
    for what, about in (
            *((f"level={number}", level.about) for number, level in enumerate(LEVELS, 1)),
            *((f"strength={strength}", f"{count:,} simulations a decision") for strength, count in STRENGTHS.items())):
        rung = elo_of(f"{name}:{what}")
        rating = "    -     -" if rung is None else f"{rung.text:>5} {rung.interval:>5}"
        screen.paragraph(f"{what:<{NAMES + 5}}{rating}  {about}", indent=" " * (NAMES + 18))


def may_be(parameter: Parameter) -> str:
    """The values that an option may have."""
    if parameter.choices:
        return ", ".join(parameter.choices)
    kind = parameter.type.replace(" | None", "")
    named = {"int": "a whole number", "float": "a number", "bool": "true or false", "str": "a text"}.get(kind, kind)
    if parameter.low is None and parameter.high is None:
        return named
    if parameter.low is None or parameter.high is None:
        return f"at most {parameter.high:,.12g}" if parameter.low is None else f"{parameter.low:,.12g} or more"
    return f"{parameter.low:,.12g} to {parameter.high:,.12g}"


def example(known: Iterable[Parameter]) -> str:
    """The first option but the seed, as a spec has it."""
    for parameter in known:
        if parameter.name != "seed" and (parameter.choices or parameter.default is not None):
            return f":{parameter.name}={parameter.choices[-1] if parameter.choices else str(parameter.default).lower()}"
    return ""


COMMAND = command(
    BotsArguments,
    run,
    name="bots",
    purpose="List the bots, each with its idea, or all options of one bot.",
    examples="""
        hansa bots
        hansa bots mcts
        hansa bots ./mine.py:MyBot
    """,
    read_on="'hansa docs first-bot' to write one; 'hansa tournament --help' to measure them.",
)
