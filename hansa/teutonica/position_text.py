"""Positions of Hansa Teutonica in the notation for people (MOVES.md, section 13), as sections and
back.

Tracks are given by the values printed on the desk. What follows from the rest can be left out:
pieces in stock and supply (T1), markers in the supply (T3), completed cities, whose decision it is
(D1).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hansa.boards import Board, modules
from hansa.boards import board as board_by_name
from hansa.json_lines import Json
from hansa.phrases import SEAT_COLOURS
from hansa.sections import Problems, Section, chosen
from hansa.teutonica import phase_text
from hansa.teutonica.names import EDITIONS, MARKERS, TILES, TRACK_VALUES
from hansa.teutonica.position_reading import PositionReading
from hansa.teutonica.position_rest import actions_of, markers_left
from hansa.teutonica.position_words import mission_of, piece_letter, places_of, step_text


class TeutonicaText:
    """The sections of a position of Hansa Teutonica."""

    def read(self, board: str, players: int, words: Sequence[str], problems: Problems,
             sections: Sequence[Section]) -> Json:
        """The JSON of the state; what is wrong is added to the problems."""
        return PositionReading(board, players, problems).read(words, sections)

    def write(self, state: Mapping[str, Any], *, roomy: bool) -> list[str]:
        """The sections of a state; `roomy`: with a dot for each free house and office."""
        return list(_written(state, roomy))

    def seeded_key(self, board: str, member: str, word: str) -> str:
        """The route of a tavern."""
        return places_of(board_by_name(board)).route(word)

    def seeded_words(self, member: str) -> tuple[str, ...]:
        """All markers, or all favours; missions are cards with numbers."""
        return {"taverns": MARKERS, "favours": TILES}.get(member, ())

    def seeded_value(self, board: str, member: str, words: Sequence[str]) -> Any:
        """A marker, a favour or the number of a mission."""
        if member == "missions":
            return mission_of(words, places_of(board_by_name(board)))
        return chosen(" ".join(words), self.seeded_words(member))


# --- writing ------------------------------------------------------------------------------------

def _written(state: Mapping[str, Any], roomy: bool) -> Iterator[str]:
    """The sections; what a reader derives is left out."""
    the_board = board_by_name(state["board"])
    beside = [state["edition"]] * (state["edition"] != EDITIONS[0]) + list(state["modules"])
    yield ", ".join([state["board"], f"{state['players']} players", *beside])
    left = state["actions"]
    actions = f", {left} action{'s' * (left != 1)}" * (roomy or left != actions_of(state))
    yield f"turn {state['turns'] + 1}: {SEAT_COLOURS[state['turn']]}{actions}" + ", begun" * bool(state.get("begun"))
    if state["phase"] != "turn":
        yield phase_text.write(state)
    for seat in range(state["players"]):
        yield f"{SEAT_COLOURS[seat]}: {', '.join(_desk_items(state, seat, roomy))}"
    for route in the_board.routes:
        yield from _route_sections(state["routes"].get(route.name, {}), the_board, route.name, roomy)
    for code, city in state["cities"].items():
        yield f"{code}: {_city_text(city, roomy)}"
    special = [f"{points} {SEAT_COLOURS[owner]}" for points, owner in state["special"].items() if owner is not None]
    left = {marker: count for marker, count in markers_left(state).items() if count}
    supply = [f"{count} {marker}" for marker, count in state["supply"].items()]
    for key, content in (
        ("special", ", ".join(special)),
        ("markers", "" if state["supply"] == left else ", ".join(supply) or "0"),
        ("pending", f"{state['pending']['unseen']} unseen" if state["pending"]["unseen"] else ""),
        ("connected", " ".join(SEAT_COLOURS[seat] for seat in state["connected"])),
        ("favours", " ".join(state["favours_open"])),
        ("permits", " ".join(state["permits_spent"])),
    ):
        if content:
            yield f"{key}: {content}"


def _desk_items(state: Mapping[str, Any], seat: int, roomy: bool) -> Iterator[str]:
    desk = state["desks"][seat]
    for track in TRACK_VALUES:
        if roomy or desk[track]:
            yield f"{track} {step_text(track, desk[track])}"
    if roomy or desk["prestige"]:
        yield f"prestige {desk['prestige']}"
    yield f"supply {desk['supply'] or '0'}"
    lists = (("markers", desk["unused"]), ("used", desk["used"]), ("seen", state["pending"]["seen"][seat]),
             ("favours", desk["favours"]))
    for name, words in lists:
        if words:
            yield f"{name} {' '.join(words)}"
    if desk["mission"] is not None:
        card = desk["mission"]
        yield f"mission {card if card == '?' else ' '.join(modules()['missions'][card])}"


def _route_sections(content: Mapping[str, Any], the_board: Board, name: str, roomy: bool) -> Iterator[str]:
    """One for the houses and the marker, one for the ships."""
    places = the_board.route(name).houses
    for key, shape in ((name, "house"), (f"{name}/ship", "ship")):
        letters = "".join(map(piece_letter, content.get(shape, ())))
        room = sum(house.ship == (shape == "ship") for house in places)
        words = [letters + "." * (room - len(letters)) * roomy, content.get("marker") or "" if shape == "house" else ""]
        if letters or words[1]:
            yield f"{key}: {' '.join(filter(None, words))}"


def _city_text(city: Mapping[str, Any], roomy: bool) -> str:
    if "posts" in city:
        return "".join(map(piece_letter, city["posts"]))
    extra = "".join(map(piece_letter, reversed(city["extra"])))
    offices = "".join(piece_letter(piece) if piece else "." * roomy for piece in city["offices"])
    return f"{extra}|{offices}" if extra else offices
