"""Why what a player typed is not a legal move, and what they may have meant.

>>> state = State.new(board="hansa-45", players=4, seed=7).after("place t HAM-LUB")
>>> refusal(state, "claim")
["no route can be claimed: one's own pieces must be on every house [T20]", \
'HAM-LUB: 2 of 3 houses lack a piece of yours']
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from hansa.errors import MoveError
from hansa.phrases import Phrase, joined, say
from hansa.state import State
from hansa.table.choices import KINDS_CALLED, places_typed
from hansa.views import views_of
from hansa.views.terminal.tables import shortened

MOST_NEAREST = 3
MOST_LACKING = 5
FULL = "full"           # what a route lacks that could be claimed with an action
LONGEST_ECHO = 63       # characters of what was typed, with the dots behind it
PIECES = {name: kind for kind, names in KINDS_CALLED.items() for name in (kind, *names)}
LONGEST_LIKE = 200      # of what was typed, for suggestions
LIKENESS = 0.3          # of a suggestion to what was typed, both with the same verb


def refusal(state: State, typed: str) -> list[Phrase]:
    """Lines that say why; suggestions have the verb that was typed, if it is one."""
    words = with_verb(state, typed.split())
    verb = verb_typed(state, words[0]) if words else ""
    if not verb:
        error = refused(state, shortened(typed, LONGEST_ECHO))
        return [] if error is None else [error.brief]
    rest = words[1:]
    lacking = views_of(state).words.lacking(state, verb, places_typed(state, rest))
    text = whole_text(state, verb, rest)
    reason = state.reason_against(text)
    if reason is None:
        return []
    legal = [str(move) for move in state.legal_moves if str(move).partition(" ")[0] == verb]
    if lacking and not is_whole(words):
        return [*opening(state, verb, rest, legal, lacking[0]), *lacking[:MOST_LACKING]]
    if len(words) == 1 and not legal:
        kinds = dict.fromkeys(str(move).partition(" ")[0] for move in state.legal_moves)
        return [say("no '{verb}' is possible now, only: {verbs}", verb=verb, verbs=", ".join(kinds))]
    unknown = no_place(state, verb, rest)
    if unknown and legal:
        return [nameless(unknown)]
    by_text = {move.casefold(): move for move in legal}
    close = get_close_matches(text[:LONGEST_LIKE].casefold(), by_text, n=MOST_NEAREST, cutoff=LIKENESS)
    brief = MoveError(shortened(typed, LONGEST_ECHO), reason, "", [by_text[near] for near in close]).brief
    if not legal:
        brief = joined("; ", [brief, say("no '{verb}' is possible now", verb=verb)])
    return [brief, *lacking[:MOST_LACKING]]


def with_verb(state: State, words: list[str]) -> list[str]:
    """What begins with a piece is a move of the usual kind: `trader ham bre` is `place t ham bre`.

    >>> with_verb(State.new(board="hansa-45", players=4, seed=7), ["trader", "ham", "bre"])
    ['place', 't', 'ham', 'bre']
    """
    verb, piece = views_of(state).words.usual_verb, PIECES.get(words[0].casefold()) if words else None
    return [verb, piece, *words[1:]] if verb and piece and len(words) > 1 else words


def whole_text(state: State, verb: str, rest: list[str]) -> str:
    """The move as the rules would write it, where two cities stand for the route between them.

    >>> whole_text(State.new(board="hansa-45", players=4, seed=7), "place", ["t", "hamburg", "bre"])
    'place t HAM-BRE'
    """
    places = [places_typed(state, [word]) if len(word) > 1 else [] for word in rest]
    codes = [code for found in places for code in found]
    if len(codes) != 2 or not all(len(found) < 2 for found in places):
        return " ".join([verb, *rest])
    return " ".join([verb, *(word for word, found in zip(rest, places, strict=True) if not found), "-".join(codes)])


def no_place(state: State, verb: str, rest: list[str]) -> str:
    """A word that ought to name a place and does not; empty if there is none."""
    if verb != views_of(state).words.usual_verb:
        return ""
    return next((word for word in rest if re.fullmatch(r"[^\W\d]+", word) and word.casefold() not in PIECES
                 and not places_typed(state, [word])), "")


def nameless(word: str) -> Phrase:
    """What is said of it."""
    return say("{text} begins no place's name, or several", text=repr(shortened(word, LONGEST_ECHO)))


def reasons_against(state: State, moves: Iterable[str]) -> list[Phrase]:
    """Why moves are not legal, each reason once; legal moves are ignored.

    >>> state = State.new(board="hansa-45", players=4, seed=7)
    >>> reasons_against(state, ["claim HAM-LUB", "claim HAM-LUB office HAM", "income 1t"])
    ['not every house of HAM-LUB holds a piece of seat 0 [T20]']
    """
    reasons = map(state.reason_against, moves)
    return list(dict.fromkeys(reason for reason in reasons if reason is not None))


def verb_typed(state: State, word: str) -> str:
    """The verb that a word is, or that it alone begins; empty if there is none."""
    verbs = list(views_of(state).words.headings)
    begun = [verb for verb in verbs if verb.startswith(word.casefold())]
    return word.casefold() if word.casefold() in verbs else begun[0] if len(begun) == 1 else ""


def is_whole(words: list[str]) -> bool:
    """Whether a route was typed after the verb, which then has a reason of its own."""
    return any(re.fullmatch(r"[A-Za-z]{3}-[A-Za-z]{3}", word) for word in words[1:])


def opening(state: State, verb: str, places: list[str], legal: list[str], nearest: Phrase) -> list[Phrase]:
    """What is wrong with a claim of no route in particular; `nearest` says what the fullest one
    lacks."""
    unknown = next((place for place in places if not places_typed(state, [place])), "")
    if unknown:
        return [nameless(unknown)]
    if legal:
        return [say("no '{verb}' fits; there is {moves}", verb=verb, moves=", ".join(legal[:MOST_NEAREST]))]
    route, _, lack = nearest.partition(": ")
    if lack == FULL and (reason := state.reason_against(f"{verb} {route}")):
        return [reason]
    return [say("no route can be claimed: one's own pieces must be on every house [T20]")]


def refused(state: State, text: str) -> MoveError | None:
    """The error that a text is, or None if it is a legal move."""
    try:
        state.parse(text)
    except MoveError as error:
        return error
    return None
