"""Positions in the notation for people: a line to paste, or a block to read (MOVES.md, 13)."""

from __future__ import annotations

import re

from hansa.errors import NotationError, StateError
from hansa.games import GAMES, board_entries
from hansa.phrases import SEAT_COLOURS
from hansa.sections import Problems, Section, count_of, in_english, named, sections_of
from hansa.state import State

MOST_TEXT = 1 << 16         # characters; a crowded position has two thousand
MOST_SECTIONS = 500
SEAT = re.compile(r"\bseat ([0-4])\b")
DESK = re.compile(r"\bdesks\[([0-4])\]\.?")


def write_position(state: State, *, block: bool = False) -> str:
    """A position as one line, or as a block with one section per line.

    >>> state = State.new(game="hansa2004", players=2, seed=1)
    >>> print(write_position(state, block=True))
    hansa2004, 2 players
    turn 1: red
    found
    ship: COP
    red: talers 3
    ...
    """
    sections = GAMES[state.game].position_text.write(state.to_json(), roomy=block)
    return "\n".join(sections) if block else "; ".join(sections)


def read_position(text: str) -> State:
    """The position that a text describes; `NotationError` names every problem, with its line and
    what to change.

    >>> state = read_position('''
    ...     hansa-45, 4 players
    ...     turn: red               # with all actions left
    ...     green: actions 3, bank 5
    ...     Hamburg-Bremen: rrG     # two traders of Red's, a merchant of Green's
    ...     lubeck: g
    ... ''')
    >>> state.to_json()["routes"]["BRE-HAM"], state.to_json()["desks"][1]["supply"]
    ({'house': ['0t', '0t', '1m']}, '6t')
    """
    if len(text) > MOST_TEXT:
        raise NotationError([f"a position has at most {MOST_TEXT} characters, not {len(text)}"])
    sections = sections_of(text)
    if not sections or len(sections) > MOST_SECTIONS:
        raise NotationError(["there is no position; it begins with its board, as 'hansa-45, 4 players; turn: red'"])
    board, players, words = _read_head(sections[0])
    entry = next(entry for entry in board_entries() if entry.name == board)
    problems = Problems()
    data = GAMES[entry.game].position_text.read(board, players, words, problems, sections[1:])
    if problems.found:
        raise NotationError(problems.found)
    try:
        return State.from_json(data)
    except StateError as error:
        raise NotationError([_as_people_say(problem) for problem in error.problems]) from error


def is_position(text: str) -> bool:
    """Whether a text looks like a position in this notation: it begins with a board.

    >>> is_position("# mine\\nhansa-45, 4 players"), is_position('{"board": "hansa-45"}')
    (True, False)
    """
    first = next(iter(sections_of(text[:MOST_TEXT])), None)
    word = re.split(r"[\s,/]", first.key)[0].casefold() if first else ""
    return any(entry.name.startswith(word) or word.startswith(entry.name) for entry in board_entries()) and len(word) > 3


def read_head(text: str) -> tuple[str, int, list[str]]:
    """The board, how many play, and the other words of a head.

    >>> read_head("hansa-45, 4 players, classic")
    ('hansa-45', 4, ['classic'])
    """
    return _read_head(Section("", text, "the board"))


def _read_head(head: Section) -> tuple[str, int, list[str]]:
    """The board, how many play, and what else the first section says."""
    words = re.split(r"[\s,/]+", f"{head.key} {head.text}".strip())
    entries = {entry.name: entry for entry in board_entries()}
    try:
        board = named(words[0], entries, "board")
        rest = [word for word in words[1:] if word and in_english(word.casefold()) not in ("player", "players")]
        counts = [word for word in rest if word.isdigit()]
        if len(counts) != 1:
            raise ValueError(f"how many play on {board}? It reads '{board}, {entries[board].players[0]} players'")
        players = count_of(counts[0])
        if players not in entries[board].players:
            fit = " or ".join(map(str, entries[board].players))
            raise ValueError(f"{board} is for {fit} players, not {players} [T4]")
    except ValueError as error:
        raise NotationError([f"{head.where}: {error}"]) from error
    return board, players, [word for word in rest if not word.isdigit()]


def _as_people_say(problem: str) -> str:
    """A problem of the state's JSON in the words of the notation."""
    problem = DESK.sub(lambda found: f"{SEAT_COLOURS[int(found[1])]}: ", problem)
    return SEAT.sub(lambda found: SEAT_COLOURS[int(found[1])], problem)
