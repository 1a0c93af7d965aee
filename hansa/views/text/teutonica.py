"""Hansa Teutonica in plain text: tables of desks, routes and cities, enough to play from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from hansa.boards import Board, City, board, modules
from hansa.state import State
from hansa.teutonica.game import teutonica
from hansa.teutonica.names import TRACK_VALUES, TRACKS
from hansa.views import StateJson
from hansa.views.text import mover_name, result_table

TRACK_WIDTHS = {"keys": 4, "actions": 7, "privilege": 9, "book": 4, "bank": 4}
TRACK_HEADINGS = " ".join(track.ljust(TRACK_WIDTHS[track]) for track in TRACKS)
LEGEND = (
    "seats: 0 Red, 1 Green, 2 Blue, 3 Yellow, 4 Purple\n"
    "pieces: seat and kind (t trader, m merchant, n neutral) · routes: .. free house, ~~ free ship\n"
    "cities: offices from the left, 1t held, wt free (white orange pink black; trader, merchant), "
    "*: 1 point each\n        extra offices before |, =2: seat 2 controls"
)


def text(state: State) -> str:
    """A screen of about 45 lines and 100 columns."""
    facts, control = state.to_json(), teutonica(state.position).control()
    the_board = board(facts["board"])
    lines = [*heading(facts, the_board), "", *desks(facts), ""]
    lines += side_by_side(list(routes(facts, the_board)), list(cities(facts, the_board, control)))
    if facts["phase"] == "over":
        lines += ["", *result_table(facts["result"])]
    lines += ["", LEGEND]
    return "\n".join(line.rstrip() for line in lines)


def heading(state: StateJson, board: Board) -> Iterator[str]:
    """What is going on: the game, the turn, how near the end is, special prestige, the phase."""
    modules = "".join(f", {module}" for module in state["modules"])
    yield f"{board.title} ({board.name}), {state['players']} players, {state['edition']}{modules}"
    yield (
        f"turn {state['turns'] + 1} of seat {state['turn']}, {state['actions']} actions left, "
        f"phase {state['phase']}: {mover_name(state['to_move'])} to move"
    )
    unseen = state["pending"]["unseen"]
    yield (
        f"{state['completed']} of {board.city_limit} cities completed, "
        f"{markers_left(state)} markers left in the supply"
        + (f", pending unseen {unseen}" if unseen else "")
        + (f", connected {' '.join(map(str, state['connected']))}" if state["connected"] else "")
        + (f", permits spent {' '.join(state['permits_spent'])}" if state["permits_spent"] else "")
    )
    holders = {points: state["special"][str(points)] for points, _ in board.spaces}
    yield "special prestige " + " ".join(
        f"{points}:{'-' if holders[points] is None else holders[points]}({colour})"
        for points, colour in board.spaces
    )
    if state["favours_open"]:
        yield f"favours open: {' '.join(state['favours_open'])}"
    data = state.get(state["phase"])
    if isinstance(data, Mapping):
        shown = ", ".join(f"{name} {plain(value)}" for name, value in data.items())
        yield f"{state['phase']}: {shown}"


def markers_left(state: StateJson) -> int:
    """The markers in the supply, without those that the turn will still draw."""
    return int(sum(state["supply"].values()) - state["pending"]["unseen"])


def plain(value: object) -> str:
    """A value of a phase's data, without quotes and brackets."""
    if isinstance(value, list | tuple):
        return " ".join(filter(None, map(plain, value))) or "-"
    if value is None:
        return "-"
    return str(value).lower() if isinstance(value, bool) else str(value)


def desks(state: StateJson) -> Iterator[str]:
    """A line for each seat."""
    yield f"seat points  stock supply  {TRACK_HEADINGS}  markers"
    for seat, desk in enumerate(state["desks"]):
        markers = " ".join(desk["unused"]) or "-"
        if desk["used"]:
            markers += f" (used: {' '.join(desk['used'])})"
        if state["pending"]["seen"][seat]:
            markers += f" (pending: {' '.join(state['pending']['seen'][seat])})"
        extras = "".join(f" +{tile}" for tile in desk["favours"])
        if desk["mission"] is not None:
            extras += f" mission {mission(desk['mission'])}"
        arrow = ">" if state["to_move"] == seat else " "
        yield (
            f"{arrow}{seat:<4}{desk['prestige']:>5}  {desk['stock'] or '-':>6} "
            f"{desk['supply'] or '-':<7} {track_values(desk)}  {markers}{extras}"
        )


def track_values(desk: StateJson) -> str:
    """The current values of a desk's tracks, in the columns of `TRACK_HEADINGS`."""
    return " ".join(TRACK_VALUES[track][desk[track]].ljust(TRACK_WIDTHS[track]) for track in TRACKS)


def mission(card: int | str) -> str:
    """The cities of a card, or `?`."""
    return "?" if isinstance(card, str) else "-".join(modules()["missions"][card])


def routes(state: StateJson, board: Board) -> Iterator[str]:
    """Each route with its places, its marker and its country."""
    for route in board.routes:
        facts = state["routes"].get(route.name, {})
        places = []
        for shape, empty in (("house", ".."), ("ship", "~~")):
            room = sum(house.ship == (shape == "ship") for house in route.houses)
            pieces = list(facts.get(shape, []))
            places += pieces + [empty] * (room - len(pieces))
        permanent = f"[{route.permanent_marker}]" if route.permanent_marker else ""
        region = f" {route.region}" if route.region else ""
        yield f"{route.name} {' '.join(places):<11} {facts.get('marker') or permanent}{region}"


def cities(state: StateJson, board: Board, control: Sequence[int | None]) -> Iterator[str]:
    """Each city with its offices, who controls it, and what it develops."""
    for city, controller in zip(board.cities, control, strict=True):
        facts = state["cities"].get(city.code, {})
        if city.green:
            offices = " ".join(facts.get("posts", [])) or "(green)"
        else:
            extra = [*reversed(facts.get("extra", [])), "|"] if facts.get("extra") else []
            offices = " ".join([*extra, *printed(city, facts.get("offices", []))])
        seat = "n" if controller == state["players"] else controller
        owner = "" if controller is None else f" ={seat}"
        notes = [f"develops {' or '.join(city.develops)}"] if city.develops else []
        notes += ["special prestige"] if city.special else []
        notes += ["connection"] if city.code in board.connection else []
        notes += [f"permits {' '.join(city.permits)}"] if city.permits else []
        between = "  " if notes else ""
        yield f"{city.code} {city.name:<12} {offices}{owner}{between}{', '.join(notes)}"


def printed(city: City, held: Sequence[str | None]) -> Iterator[str]:
    """The printed offices: who holds them, or what they take."""
    for office, piece in zip_longest(city.offices, held):
        yield (piece or f"{office.privilege[0]}{office.kind}") + "*" * office.points


def side_by_side(left: Sequence[str], right: Sequence[str]) -> Iterator[str]:
    """Two columns."""
    width = max(map(len, left)) + 3
    for first, second in zip_longest(left, right, fillvalue=""):
        yield first.ljust(width) + second
