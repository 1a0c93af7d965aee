"""Legal moves for people: grouped by what they do, and found by what a player types.

>>> state = State.new(board="hansa-45", players=4, seed=7)
>>> [(group.stem, len(group.choices)) for group in groups(state)]
[('income', 3), ('place t', 34), ('place m', 34), ('end', 1)]
>>> found(state, "t luebeck ham"), found(state, "68") == [state.legal_moves[67]]
([Move('place t HAM-LUB')], True)
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hansa.errors import MoveError
from hansa.phrases import NOTHING, Phrase, joined, say
from hansa.state import Move, State
from hansa.views import views_of

# A group is split by its second word if that is a kind of piece or thing, not a place: if it has
# few values.
FEW_VALUES = 3
MANY_MOVES = 8
KINDS_CALLED: Mapping[str, tuple[str, ...]] = {"t": ("trader",), "m": ("merchant",)}
LETTERS: Mapping[str, str] = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "o", "ß": "ss"}


@dataclass(frozen=True)
class Choice:
    """A legal move: its number in the list of all, from 1, and what is left of its text after the
    group's stem."""

    number: int
    move: Move
    rest: str


@dataclass(frozen=True)
class Group:
    """Moves that begin with the same words; `title` says what they do."""

    stem: str
    title: Phrase
    choices: tuple[Choice, ...]


def groups(state: State) -> list[Group]:
    """The legal moves by their first word, or first two, in the order of D4."""
    by_verb: dict[str, list[Choice]] = {}
    for number, move in enumerate(state.legal_moves, 1):
        verb, _, rest = str(move).partition(" ")
        by_verb.setdefault(verb, []).append(Choice(number, move, rest))
    made = [group for verb, choices in by_verb.items() for group in _split(verb, choices)]
    heading = views_of(state).words.heading
    return [Group(stem, heading(stem), tuple(choices)) for stem, choices in made]


def _split(verb: str, choices: list[Choice]) -> Iterator[tuple[str, list[Choice]]]:
    seconds = list(dict.fromkeys(choice.rest.partition(" ")[0] for choice in choices))
    if len(choices) <= MANY_MOVES or len(seconds) > FEW_VALUES or not all(" " in choice.rest for choice in choices):
        yield verb, choices
        return
    for second in seconds:
        yield f"{verb} {second}", [
            Choice(choice.number, choice.move, choice.rest.removeprefix(f"{second} "))
            for choice in choices if choice.rest.startswith(f"{second} ")
        ]


# --- finding ------------------------------------------------------------------------------------

def found(state: State, typed: str) -> list[Move]:
    """The legal moves that match what a player typed: one if it is unambiguous, otherwise several,
    or none.

    A player may type a number of the list, the text of a move, or some of its words or their
    beginnings in any order: codes, names of cities, kinds. Moves that match more whole words come
    first; without a verb, the usual one is meant.
    """
    moves = list(state.legal_moves)
    if numbered := re.fullmatch(r"\s*([0-9]{1,6})\s*", typed):
        number = int(numbered[1])
        return [moves[number - 1]] if 1 <= number <= len(moves) else []
    try:
        return [state.parse(typed)]
    except MoveError:
        pass
    words = _plain(typed)
    # `-1` and `1 2` are mistyped numbers, not the beginning of `1t`.
    if all(word.isdigit() for word in words):
        return []
    names = {        # Lübeck is typed Luebeck or Lubeck
        code.casefold(): [*_plain(name), *_plain(name, {})] for code, name in views_of(state).words.place_names(state).items()
    }
    scored = [(score, move) for move in moves if (score := _fit(words, _parts(move, names))) is not None]
    best = max((score for score, _ in scored), default=0)
    fitting = [move for score, move in scored if score == best]
    usual = [move for move in fitting if str(move).partition(" ")[0] == views_of(state).words.usual_verb]
    return usual or fitting


def examples(state: State) -> Phrase:
    """What may be typed for a move of this position: its text, and a part of it; empty if there is
    no move.

    >>> examples(State.new(board="hansa-45", players=4, seed=7))
    " ('place m PER-STE', or 'ste per m')"
    """
    for move in reversed(state.legal_moves):
        words = re.split(r"[\s/-]+", str(move).casefold())
        short = " ".join(reversed(words[1:]))
        if len(words) > 1 and found(state, short) == [move]:
            return say(" ({move}, or {words})", move=repr(str(move)), words=repr(short))
    return joined("", [f" ({str(state.legal_moves[0])!r})"]) if state.legal_moves else NOTHING


def places_typed(state: State, words: Sequence[str]) -> list[str]:
    """The codes of the places that words name or begin, if each of them can mean only one place."""
    names = {code: [code.casefold(), *_plain(name), *_plain(name, {})]
             for code, name in views_of(state).words.place_names(state).items()}
    meant = []
    for word in _plain(" ".join(words)):
        whole = [code for code, called in names.items() if word in called]
        begun = whole or [code for code, called in names.items() if any(name.startswith(word) for name in called)]
        if len(begun) == 1:
            meant += begun
    return meant


def _parts(move: str, names: Mapping[str, Sequence[str]]) -> list[tuple[str, ...]]:
    """The words of a move, each with everything it may be called: ("lub", "lubeck", "luebeck")."""
    called: list[tuple[str, ...]] = []
    for word in re.split(r"[\s/]+", move.casefold()):
        codes = word.split("-")
        if all(code in names for code in codes):
            called += [(code, *names[code]) for code in codes]
        else:
            called.append((word, *KINDS_CALLED.get(word, ())))
    return called


def _fit(words: Sequence[str], parts: Sequence[tuple[str, ...]]) -> int | None:
    """How many of the words are whole words of a move that has them all, each in a place of its
    own; None if it has not."""
    if not words:
        return 0
    if len(words) > len(parts):
        return None
    best = None
    for number, part in enumerate(parts):
        if any(called.startswith(words[0]) for called in part):
            rest = _fit(words[1:], [*parts[:number], *parts[number + 1 :]])
            if rest is not None:
                best = max(best or 0, rest + (words[0] in part))
    return best


def _plain(text: str, letters: Mapping[str, str] = LETTERS) -> list[str]:
    """Words as they are compared: lower case, no accents, `ü` as `ue`."""
    folded = "".join(letters.get(letter, letter) for letter in unicodedata.normalize("NFC", text.casefold()))
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(letter))
    return [word for word in re.split(r"[\s/-]+", plain) if word]
