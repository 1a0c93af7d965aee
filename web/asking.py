"""What is asked of whoever decides: legal moves in words with the places to click, and one sentence about the position.

>>> state = State.new(board="hansa-45", players=4, seed=7)
>>> choices(state)[6]
{'move': 'place t BRE-HAM', 'words': 'place a trader on Bremen-Hamburg', 'targets': ('kind t', 'free BRE-HAM')}
>>> prompt(state)
'2 actions left.'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hansa.boards import board
from hansa.hansa2004 import words as words2004
from hansa.render import hansa2004_pieces
from hansa.render.pointing import targets
from hansa.state import State
from hansa.teutonica.game import teutonica
from hansa.teutonica.words import PIECES, Phrases

Json = dict[str, Any]


def choices(state: State) -> list[Json]:
    """Every legal move of the seat to decide, or of chance."""
    return [{"move": str(move), "words": wish(state, str(move)), "targets": touched(state, str(move))}
            for move in state.legal_moves]


def touched(state: State, move: str) -> tuple[str, ...]:
    """The places to click for a move."""
    if state.game == "hansa2004":
        return hansa2004_pieces.targets(move, state.to_json()["ship"])
    return targets(move, state.to_move if isinstance(state.to_move, int) else state.turn)


def wish(state: State, move: str) -> str:
    """A move in words, as what one would do: "place a trader on Bremen-Hamburg"."""
    if state.game == "hansa2004":
        said = words2004.phrase(move, state.to_json()["ship"])
    else:
        said = _phrases(state).phrase(move.split())
    verb, _, rest = said.partition(" ")
    return f"{'do' if verb == 'does' else verb.removesuffix('s')} {rest}".strip()


def labels(state: State, moves: list[Json]) -> dict[str, str]:
    """The targets of moves as people call them, for labels that are read aloud."""
    if state.game == "hansa2004":
        return {target: hansa2004_pieces.label(target) for move in moves for target in move["targets"]}
    phrases = _phrases(state)
    return {target: _label(target, phrases) for move in moves for target in move["targets"]}


def _label(target: str, phrases: Phrases) -> str:
    what, *words = target.split()
    if what == "free":
        return f"free house on {phrases.route(words[0])}"
    if what == "piece":
        return f"{phrases.piece(words[0])} on {phrases.route(words[1])}"
    if what == "route":
        return f"route {phrases.route(words[0])}"
    if what == "city":
        return f"city {phrases.city(words[0])}"
    if what == "special":
        return f"special prestige {words[0]}"
    return PIECES[words[0]] if what == "kind" else target


def _phrases(state: State) -> Phrases:
    return Phrases(board(teutonica(state.position).board_name))


def prompt(state: State) -> str:
    """What is to be decided, in a sentence or two."""
    data = state.to_json()
    if state.game == "hansa2004":
        return words2004.prompt(data)
    facts = data.get(data["phase"], {})
    if data["phase"] == "turn":
        count = data["actions"]
        return f"{count} action{'s' * (count != 1)} left." if count else "No actions left: use a marker, or end the turn."
    return _PROMPTS[data["phase"]](facts)


def _held(facts: Json) -> str:
    return ", ".join(piece for _, piece in facts["held"])


def _lift(facts: Json) -> str:
    if not facts["held"]:
        return f"Choose a piece to lift, {facts['limit']} at most."
    return f"You hold {_held(facts)} (at most {facts['limit']}): lift another piece, or put down the first."


def _displaced(facts: Json) -> str:
    route = facts["route"]
    if not facts["put"]:
        kind = PIECES[facts["piece"]]
        return f"The {kind} was displaced from {route}: put it on a house nearby; {facts['extras']} extra may come too."
    return f"Add up to {facts['extras']} more, or be done."


_PROMPTS: Mapping[str, Callable[[Json], str]] = {
    "lift": _lift,
    "drop": lambda facts: f"Put down {facts['held'][0][1]}; you hold {_held(facts)}." if facts["held"] else "Put it down.",
    "displaced": _displaced,
    "remove": lambda facts: f"Take up to {facts['left']} pieces from houses.",
    "bonus": lambda facts: f"The bonus {facts['marker'].replace('-', ' ')}: up to {facts['left']}, or done.",
    "toll": lambda facts: "Your favour brings a trader from stock to supply.",
    "neutral": lambda facts: "The neutral player's route is full: where does its office go?",
    "draw": lambda facts: "A marker is drawn.",
    "plates": lambda facts: "Lay the new marker on an empty route.",
    "over": lambda facts: "The game is over.",
}
