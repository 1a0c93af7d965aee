"""What is going on in a phase of Hansa Teutonica, in the notation for people (MOVES.md, section
13).

>>> places = Places("hansa-45", {"BRE": "Bremen", "HAM": "Hamburg"}, ["BRE-HAM"])
>>> read(Section("displaced", "green merchant from Hamburg-Bremen, 2 extra", ""), 4, places)
{'displaced': {'owner': 1, 'piece': 'm', 'put': False, 'extras': 2, 'route': 'BRE-HAM'}}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hansa.json_lines import Json
from hansa.phrases import SEAT_COLOURS
from hansa.sections import Places, Section, count_of, items_of, named, seat_of
from hansa.teutonica.names import COUNTRIES, LIFTINGS, PERMANENTS, REASONS
from hansa.teutonica.names import PHASES as ALL_PHASES

PHASES = tuple(phase for phase in ALL_PHASES if phase != "turn")
PIECES = {"trader": "t", "merchant": "m"}
ENGLAND = "england"     # a country's name where the JSON has none


def pieces_in_hand(state: Mapping[str, Any]) -> list[str]:
    """The pieces that are lifted, or displaced and not yet put."""
    chain = state.get("lift") or state.get("drop") or {"held": []}
    hand = [piece for _, piece in chain["held"]]
    displaced = state.get("displaced")
    if displaced and not displaced["put"]:
        hand.append(f"{displaced['owner']}{displaced['piece']}")
    return hand


# --- reading ------------------------------------------------------------------------------------

def read(section: Section, players: int, places: Places) -> Json:
    """The member of the state's JSON that belongs to the phase; `ValueError` says what is wrong."""
    items = items_of(section.text)
    phase = section.key
    if phase == "over":
        return {"result": {"reason": named(section.text, REASONS[1:], "reason for the end")}}
    if phase not in READERS:
        if items:
            raise ValueError(f"the phase {phase!r} needs nothing after it")
        return {}
    words = _Items(items, players, places)
    data = READERS[phase](words)
    if words.items:
        raise ValueError(f"{' '.join(words.items[0])!r} does not belong to the phase {phase!r}; see MOVES.md, section 13")
    return {phase: data}


class _Items:
    """The items of a phase, each taken out once."""

    def __init__(self, items: list[list[str]], players: int, places: Places) -> None:
        self.items, self.players, self.places = items, players, places

    def first(self, what: str) -> list[str]:
        if not self.items:
            raise ValueError(f"it should begin with {what}")
        return self.items.pop(0)

    def named(self, name: str) -> list[str] | None:
        """The values of an item after its name; None without such an item."""
        for item in self.items:
            if item[0] == name:
                self.items.remove(item)
                return item[1:]
        return None

    def counted(self, name: str) -> int | None:
        """The number in an item such as `2 extra`."""
        for item in self.items:
            if len(item) == 2 and item[1] == name:
                self.items.remove(item)
                return count_of(item[0])
        return None

    def flag(self, *words: str) -> bool:
        if list(words) in self.items:
            self.items.remove(list(words))
            return True
        return False

    def piece(self, words: Sequence[str]) -> str:
        """`green merchant` as the JSON has it: `1m`."""
        if len(words) != 2:
            raise ValueError(f"{' '.join(words)!r} should be a player and 'trader' or 'merchant'")
        owner = "n" if words[0] == "neutral" else str(seat_of(words[0], self.players))
        return owner + PIECES[named(words[1], PIECES, "kind of piece")]

    def held(self) -> list[list[str]]:
        """Every `holds PIECE [from COUNTRY]`."""
        found = []
        while (words := self.named("holds")) is not None:
            piece, _, country = " ".join(words).partition(" from ")
            found.append([_country(country or ENGLAND), self.piece(piece.split())])
        return found

    def after(self) -> list[str] | None:
        """`after PIECE ROUTE`."""
        words = self.named("after")
        return None if words is None else [self.places.route(" ".join(words[2:])), self.piece(words[:2])]


def _country(word: str) -> str:
    name = named(word, (ENGLAND, *COUNTRIES[1:]), "country")
    return "" if name == ENGLAND else name


def _displaced(items: _Items) -> Json:
    words = items.first("the displaced piece, as 'green trader from BRE-HAM'")
    piece, _, route = " ".join(words).partition(" from ")
    owned = items.piece(piece.split())
    extras = items.counted("extra")
    return {"owner": "n" if owned[0] == "n" else int(owned[0]), "piece": owned[1], "put": items.flag("put"),
            "extras": (2 if owned[1] == "m" else 1) if extras is None else extras, "route": items.places.route(route)}


def _lift(items: _Items) -> Json:
    what = named(" ".join(items.first("what lifts: move, move-3 or move-2-any")), LIFTINGS, "way of lifting")
    return {"what": what, "limit": items.counted("most") or 0, "held": items.held(), "after": items.after(),
            "unreplaced": items.flag("unreplaced")}


def _drop(items: _Items) -> Json:
    dropped = items.named("dropped")
    if dropped is None:
        raise ValueError("it needs 'dropped PIECE ROUTE', the piece dropped last")
    country = COUNTRIES[0]
    if "of" in dropped:
        country = _country(" ".join(dropped[dropped.index("of") + 1 :]))
        dropped = dropped[: dropped.index("of")]
    chain = _lift(items)
    return {**chain, "after": items.places.route(" ".join(dropped[2:])), "dropped": [country, items.piece(dropped[:2])]}


def _remove(items: _Items) -> Json:
    return {"left": items.counted("left") or 0, "after": items.after()}


def _bonus(items: _Items) -> Json:
    marker = named(" ".join(items.first("a permanent marker")), PERMANENTS[1:], "permanent marker")
    return {"marker": marker, "left": items.counted("left") or 0, "pieces": " ".join(items.named("claimed") or []),
            "unreplaced": items.flag("unreplaced")}


READERS = {"displaced": _displaced, "lift": _lift, "drop": _drop, "remove": _remove, "bonus": _bonus}


# --- writing ------------------------------------------------------------------------------------

def write(state: Mapping[str, Any]) -> str:
    """The section of the phase."""
    phase = state["phase"]
    if phase == "over":
        return f"over: {state['result']['reason']}"
    data = state.get(phase)
    return phase if data is None else f"{phase}: {', '.join(filter(None, WRITERS[phase](data)))}"


def _piece(piece: str) -> str:
    owner = "neutral" if piece[0] == "n" else SEAT_COLOURS[int(piece[0])]
    return f"{owner} {'merchant' if piece[1] == 'm' else 'trader'}"


def _written_displaced(data: Json) -> list[str]:
    piece = _piece(f"{data['owner']}{data['piece']}")
    return [f"{piece} from {data['route']}", f"{data['extras']} extra", "put" * data["put"]]


def _written_chain(data: Json) -> list[str]:
    holds = [f"holds {_piece(piece)}" + f" from {country}" * bool(country) for country, piece in data["held"]]
    return [data["what"], f"{data['limit']} most", *holds, "unreplaced" * data["unreplaced"]]


def _written_lift(data: Json) -> list[str]:
    return [*_written_chain(data), _written_after(data["after"])]


def _written_drop(data: Json) -> list[str]:
    country, piece = data["dropped"]
    return [*_written_chain(data), f"dropped {_piece(piece)} {data['after']}" + f" of {country}" * bool(country)]


def _written_remove(data: Json) -> list[str]:
    return [f"{data['left']} left", _written_after(data["after"])]


def _written_after(after: Sequence[str] | None) -> str:
    return "" if after is None else f"after {_piece(after[1])} {after[0]}"


def _written_bonus(data: Json) -> list[str]:
    claimed = f"claimed {data['pieces']}" if data["pieces"] else ""
    return [data["marker"], f"{data['left']} left", claimed, "unreplaced" * data["unreplaced"]]


WRITERS = {
    "displaced": _written_displaced, "lift": _written_lift, "drop": _written_drop, "remove": _written_remove,
    "bonus": _written_bonus,
}
