"""Bots by their names: `random`, `prestige:seed=3`, `path/file.py:Class:key=value`,
`exec:./program`.

A file that has one bot needs no `Class`: `path/file.py:key=value`.

>>> make_bot("random:seed=3").spec
'random:seed=3'
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import math
import re
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args, get_type_hints

from hansa.bots.bot import Bot, Options, bounds_of
from hansa.bots.objects import BotLike, FunctionBot, label_of, what_is_no_bot
from hansa.bots.traces import failure_of, line_in
from hansa.errors import HansaError

__all__ = [
    "BOTS", "Parameter", "SpecError", "bot_class", "bots_for", "check_plays", "idea_of", "make_bot", "options_of", "parameters",
    "with_options",
]

# Every bot: its name, and where its class is. A class is imported on first use.
BOTS: Mapping[str, str] = {
    "random": "hansa.bots.random_bot:RandomBot",
    "actions": "hansa.bots.actions:ActionsBot",
    "network": "hansa.bots.network:NetworkBot",
    "markers": "hansa.bots.markers:MarkersBot",
    "blocker": "hansa.bots.blocker:BlockerBot",
    "prestige": "hansa.bots.prestige:PrestigeBot",
    "founder": "hansa.bots.founder:FounderBot",
    "collector": "hansa.bots.collector:CollectorBot",
    "greedy": "hansa.bots.greedy:GreedyBot",
    "maxn": "hansa.bots.greedy:MaxnBot",
    "mcts": "hansa.bots.mcts:MctsBot",
    "uct": "hansa.bots.mcts:UctBot",
}
EXEC = "hansa.bots.exec_bot"
NO_BOT_HERE = ": its file has no class derived from hansa.bots.bot.Bot; 'hansa new-bot FILE' writes one that works"
SIMPLE = {int, float, bool, str}        # types of options


class SpecError(HansaError):
    """A spec that names an unknown bot or option; the message is one line that lists the known
    ones.

    >>> make_bot("rndom")
    Traceback (most recent call last):
        ...
    hansa.bots.registry.SpecError: unknown bot 'rndom', did you mean 'random'? Known are ...
    """

    code = "bad-bot"


@dataclass(frozen=True)
class Parameter:
    """A setting of a bot as people see it, for lists, forms and the protocol.

    >>> parameters("random")
    [Parameter(name='seed', type='int', default=0, help="seed of the bot's random numbers", low=0, high=None, choices=(),
    local=False)]
    """

    name: str
    type: str
    default: Any
    help: str
    low: float | None
    high: float | None
    choices: tuple[str, ...]
    local: bool


def make_bot(spec: BotLike, seed: int | None = None) -> Bot:
    """A new bot from a spec, a class or a function; an instance is returned unchanged.

    `seed` is used if the spec does not set one.

    >>> make_bot("greedy", seed=5).spec, make_bot("greedy:seed=1", seed=5).spec
    ('greedy:seed=5', 'greedy:seed=1')
    >>> make_bot(bot_class("greedy"), seed=5), make_bot(lambda state: state.legal_moves[0])
    (<GreedyBot GreedyBot:seed=5>, <FunctionBot function:seed=0>)
    """
    if not isinstance(spec, str):
        return _bot_of(spec, seed)
    name, found, _ = _split(spec)
    return _called(name, found, options_of(spec, seed))


def _bot_of(thing: object, seed: int | None) -> Bot:
    """A bot from a Python object."""
    if isinstance(thing, Bot):
        return thing
    if isinstance(thing, type):
        if not issubclass(thing, Bot):
            raise SpecError(what_is_no_bot(thing))
        name = label_of(thing)
        _check_class(thing, name)
        return _called(name, thing, thing.options_class() if seed is None else thing.options_class(seed=seed))
    if not callable(thing):
        raise SpecError(what_is_no_bot(thing))
    return FunctionBot(thing, label_of(thing), Options(seed=seed or 0))


def _called(name: str, found: type[Bot], options: Options) -> Bot:
    """A new bot of a class; an exception of its code becomes an error in one line."""
    try:
        return found(name, options)
    except HansaError:
        raise
    except (Exception, SystemExit) as error:
        raise SpecError(f"bot {name!r} cannot be made: {failure_of(error)}") from error


def options_of(spec: str, seed: int | None = None) -> Options:
    """The settings that a spec gives a bot.

    >>> str(options_of("greedy:seed=3"))
    'seed=3'
    """
    name, found, given = _split(spec)
    options_class = found.options_class
    known = {entry.name: entry for entry in fields(options_class)}
    values: dict[str, Any] = {} if seed is None else {"seed": seed}
    for key, text in given:
        if key not in known:
            raise SpecError(f"bot {name!r}: unknown option {key!r}{_nearest(key, known)}")
        values[key] = _read(name, options_class, known[key], text)
    return options_class(**values)


def with_options(spec: str, values: Mapping[str, float]) -> str:
    """A spec in which these options have these values, whatever they had before.

    >>> with_options("mcts:simulations=50,exploration=1", {"exploration": 0.25})
    'mcts:simulations=50,exploration=0.25'
    >>> with_options("markers", {"noise": 0.1}), with_options("exec:./my-bot --fast", {"seconds": 2})
    ('markers:noise=0.1', 'exec:seconds=2:./my-bot --fast')
    """
    name, _, given = _split(spec)
    options = ",".join(f"{key}={value}" for key, value in {**dict(given), **values}.items())
    kind, _, command = name.partition(":")
    return f"exec:{options}:{command}" if kind == "exec" else f"{name}:{options}"


def bots_for(game: str) -> list[str]:
    """The registered bots that play a game.

    >>> bots_for("hansa2004")
    ['random', 'founder', 'collector', 'greedy', 'maxn', 'mcts', 'uct']
    """
    return [name for name in BOTS if bot_class(name).game in (None, game)]


def check_plays(bot: Bot, game: str) -> None:
    """Raises `SpecError` if a bot is made for another game; the message lists the bots for this
    one.

    >>> check_plays(make_bot("markers"), "hansa2004")
    Traceback (most recent call last):
        ...
    hansa.bots.registry.SpecError: bot 'markers' plays teutonica, not hansa2004; those that do are ...
    """
    if bot.game not in (None, game):
        raise SpecError(f"bot {bot.name!r} plays {bot.game}, not {game}; those that do are {', '.join(bots_for(game))}")


def bot_class(name: str) -> type[Bot]:
    """The class of a registered name, or of `path/file.py:Class`.

    >>> bot_class("random").__name__
    'RandomBot'
    """
    return _split(name)[1]


def parameters(name: str) -> list[Parameter]:
    """The options of a bot, in the order of their declaration.

    >>> [parameter.name for parameter in parameters("mcts")][:4]
    ['seed', 'strength', 'simulations', 'seconds']
    """
    options_class = bot_class(name).options_class
    return [
        Parameter(entry.name, type_name(entry), entry.default, known.help, known.low, known.high, known.choices,
                  known.local)
        for entry in fields(options_class) for known in [bounds_of(entry)]
    ]


def idea_of(name: str) -> str:
    """What a bot is about, in a sentence: the first paragraph of its class's description.

    >>> idea_of("blocker")
    'Plans: places pieces where others must displace them, and profits from the extra pieces.'
    """
    return " ".join((bot_class(name).__doc__ or "its class has no docstring").strip().partition("\n\n")[0].split())


def type_name(entry: Field[Any]) -> str:
    """The type of a setting as it is written: files of bots may write it as a type or as a text."""
    return entry.type if isinstance(entry.type, str) else getattr(entry.type, "__name__", str(entry.type))


def _split(spec: str) -> tuple[str, type[Bot], list[tuple[str, str]]]:
    """The name, the class and the options as texts."""
    name, _, rest = spec.partition(":")
    if name.endswith(".py"):
        of_file = _module_of_file(name)
        class_name, _, options = rest.partition(":")
        if not class_name or "=" in class_name:         # mine.py, mine.py:depth=3
            class_name, options = _only_bot_of(of_file, name), rest
        found, name, rest = _load(of_file, class_name, f"{name}:{class_name}"), f"{name}:{class_name}", options
    elif name == "exec":
        options, command = _split_exec(rest)
        if not command.strip():
            raise SpecError("exec: needs a command, such as exec:./my-bot or exec:seconds=1:python3 my_bot.py")
        return f"exec:{command}", _load(importlib.import_module(EXEC), "ExecBot", name), list(_pairs(name, options))
    elif name in BOTS:
        module, _, class_name = BOTS[name].partition(":")
        found = _load(importlib.import_module(module), class_name, name)
    else:
        raise SpecError(f"unknown bot {name!r}{_nearest(name, BOTS)}, exec:COMMAND, path/file.py:Class")
    return name, found, list(_pairs(name, rest))


def _split_exec(text: str) -> tuple[str, str]:
    """The settings and the command of what follows `exec:`."""
    found = re.match(r"((?:[a-z_]+=[^:,/\s]*)(?:,[a-z_]+=[^:,/\s]*)*):", text)
    return (found[1], text[found.end() :]) if found else ("", text)


def _pairs(name: str, text: str) -> Iterator[tuple[str, str]]:
    seen = set()
    for pair in text.split(",") if text else ():
        key, equals, value = pair.partition("=")
        if not equals:
            raise SpecError(f"bot {name!r}: {pair!r} should read key=value")
        if key in seen:
            raise SpecError(f"bot {name!r}: option {key!r} is given twice")
        seen.add(key)
        yield key.strip(), value.strip()


def _module_of_file(path: str) -> types.ModuleType:
    """A bot's file as a module with a unique name, run once in a process."""
    where = Path(path).resolve()
    name = f"hansa bot file {where}"
    if name in sys.modules:
        return sys.modules[name]
    found = importlib.util.spec_from_file_location(name, where)
    if found is None or found.loader is None or not where.is_file():
        raise SpecError(f"there is no file {path!r} to take a bot from")
    module = sys.modules[name] = importlib.util.module_from_spec(found)
    try:
        found.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        if isinstance(error, HansaError):
            raise
        # a syntax error repeats its place where it is of this file
        said = error.msg if isinstance(error, SyntaxError) and error.filename == str(where) else str(error)
        raise SpecError(f"{path}:{line_in(error, where)}: {type(error).__name__}: {said}".removesuffix(": ")) from error
    return module


def _bots_of(module: types.ModuleType) -> list[str]:
    """The names of the bots that a module defines itself."""
    return [name for name, value in vars(module).items()
            if isinstance(value, type) and issubclass(value, Bot) and value.__module__ == module.__name__]


def _only_bot_of(module: types.ModuleType, path: str) -> str:
    """The only bot of a file; if it has several, the spec must name one."""
    here = _bots_of(module)
    if not here:
        raise SpecError(f"{path!r} is not a bot{NO_BOT_HERE}")
    if len(here) > 1:
        raise SpecError(f"{path!r} has {len(here)} bots; say which: {' or '.join(f'{path}:{name}' for name in here)}")
    return here[0]


def _load(module: types.ModuleType, class_name: str, name: str) -> type[Bot]:
    found = getattr(module, class_name, None)
    if not isinstance(found, type) or not issubclass(found, Bot):
        here = _bots_of(module)
        raise SpecError(f"{name!r} is not a bot" + (_nearest(class_name, here) if here else NO_BOT_HERE))
    _check_class(found, name)
    return found


def _check_class(found: type[Bot], name: str) -> None:
    """Refuses a class without `choose` or with wrong options, naming its file and line."""
    for method in sorted(getattr(found, "__abstractmethods__", ())):
        near = get_close_matches(method, [key for key, value in vars(found).items() if callable(value)])
        hint = f"; it has {near[0]!r}, is that a slip?" if near else ""
        raise SpecError(f"{_line_of(found)}bot {name!r} has no method {method!r}{hint}")
    kind = found.options_class
    try:
        hints = get_type_hints(kind)
    except Exception as error:
        raise SpecError(f"{_line_of(kind)}the types of {kind.__name__} cannot be read: {error}") from error
    for entry in fields(kind):
        allowed = _kinds(hints[entry.name])
        if not allowed or not set(allowed) <= SIMPLE:
            raise SpecError(f"{_line_of(kind)}the option {entry.name!r} is of the type {type_name(entry)}; "
                            "an option is an int, float, bool or str, or None")
        if entry.default is MISSING:
            example = f"{entry.name}: {type_name(entry)} = {allowed[0]()!r}"
            raise SpecError(f"{_line_of(kind)}the option {entry.name!r} has no default, such as {example}")


def _kinds(hint: Any) -> list[type]:
    """The types that an option may have, other than None."""
    return [kind for kind in get_args(hint) or (hint,) if kind is not type(None)]


def _line_of(found: type) -> str:
    """`file.py:7: `, where a class is."""
    try:
        return f"{inspect.getsourcefile(found)}:{inspect.getsourcelines(found)[1]}: "
    except (OSError, TypeError):
        return ""


def _read(name: str, options_class: type[Options], entry: Field[Any], text: str) -> Any:
    """An option's value from its text, within its bounds."""
    allowed = _kinds(get_type_hints(options_class)[entry.name])
    where, known = f"bot {name!r}: {entry.name}={text}", bounds_of(entry)
    about = f" ({known.help})" if known.help else ""
    for kind in allowed:
        try:
            value = {"true": True, "false": False}[text.casefold()] if kind is bool else kind(text)
        except (ValueError, KeyError):
            continue
        low, high, choices = known.low, known.high, known.choices
        if isinstance(value, float) and not math.isfinite(value):
            break
        if (low is not None and value < low) or (high is not None and value > high):
            raise SpecError(f"{where} is out of bounds; {entry.name} is {_range(low, high)}{about}")
        if choices and value not in choices:
            raise SpecError(f"{where}{_nearest(text, choices)}")
        return value
    wanted = " or ".join(kind.__name__ for kind in allowed)
    raise SpecError(f"{where} is not of the type {wanted}{about}")


def _range(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return f"at least {low}" if high is None else f"at most {high}"
    return f"from {low} to {high}"


def _nearest(word: str, known: Sequence[str] | Mapping[str, Any]) -> str:
    near = get_close_matches(word, list(known))
    return (f", did you mean {near[0]!r}?" if near else ".") + f" Known are {', '.join(known)}"
