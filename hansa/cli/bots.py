"""`hansa bots`: who can play, what each is about, and what it can be told."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from hansa.bots.mcts import LEVELS
from hansa.bots.registry import BOTS, Parameter, bot_class, idea_of, parameters
from hansa.cli.arguments import PlainArgument, positional, switch
from hansa.cli.commands import command, resolve
from hansa.cli.screen import Screen

NAMES, VALUES = 13, 28      # columns of an option's name, and of what it may be
ALL_GAMES = "every game"


@dataclass(frozen=True, kw_only=True)
class BotsArguments(PlainArgument):
    """All of them, or one."""

    bot: str | None = positional("BOT", "a bot, or path/file.py:Class, whose options to list", nargs="?", default=None)
    json: bool = switch("--json", "print JSON")


def run(arguments: BotsArguments) -> int:
    """Prints the list, or one bot with its options."""
    screen = Screen(plain=arguments.plain)
    name = arguments.bot
    if name is not None and ":" not in name and not name.endswith(".py"):
        name = resolve("bot", name, list(BOTS))
    if arguments.json:
        print(json.dumps([described(each) for each in (BOTS if name is None else [name])]))
    elif name is None:
        print_all(screen)
    else:
        print_one(name, screen)
    return 0


def described(name: str) -> dict[str, object]:
    """A bot as JSON."""
    return {"name": name, "game": bot_class(name).game, "idea": idea_of(name),
            "options": [asdict(parameter) for parameter in parameters(name)]}


def print_all(screen: Screen) -> None:
    """Every bot and its idea, by the game it plays."""
    by_game: dict[str, list[str]] = {}
    for name in BOTS:
        by_game.setdefault(bot_class(name).game or ALL_GAMES, []).append(name)
    for game in sorted(by_game, key=lambda game: game != ALL_GAMES):
        screen.line(f"for {game}:", style="bold")
        for name in by_game[game]:
            screen.paragraph(f"  {name:<{NAMES - 2}}{idea_of(name)}", indent=" " * NAMES)
        screen.line()
    screen.paragraph("Your own: path/file.py:Class, or exec:COMMAND for a program in any language.", indent="")
    screen.line("options of a bot: hansa bots mcts")


def print_one(name: str, screen: Screen) -> None:
    """A bot with its options, and how they are given."""
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
    if any(parameter.name == "level" for parameter in known) and name in BOTS:
        print_ladder(screen)
    screen.line()
    screen.line(f"to play against it: hansa play --bots {name}{example(known)}")


def print_ladder(screen: Screen) -> None:
    """The levels, the weakest first, and how strong they were when they were measured."""
    screen.line()
    screen.paragraph("levels, for people who want to win; Elo with four players on hansa-45, where prestige is 0 and random "
                     "-1697 ('hansa docs results', Levels):", style="bold")
    for number, level in enumerate(LEVELS, 1):
        elo = "?" if level.elo is None else f"{level.elo:+d}"
        screen.paragraph(f"{f'level={number}':<{NAMES}}{elo:>5}  {level.about}", indent=" " * (NAMES + 7))


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
    purpose="Lists the bots, each with its idea; given a name, all options of that bot.",
    examples="""
        hansa bots
        hansa bots mcts
        hansa bots ./mine.py:MyBot
    """,
    read_on="'hansa docs first-bot' to write one; 'hansa tournament --help' to measure them.",
)
