"""A position as the JSON object of MOVES.md, section 9."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine_c.hansa2004.position import Hansa2004Position
from hansa.hansa2004.board import NAME, Board, board
from hansa.hansa2004.names import CATEGORIES, PHASES, REASONS

Json = dict[str, Any]


def state_json(position: Hansa2004Position) -> Json:
    """The whole state."""
    fields, the_board = position.fields(), board()
    phase = PHASES[fields["phase"]]
    state: Json = {
        "game": "hansa2004", "board": NAME, "players": fields["players"],
        "turn": fields["turn"], "to_move": fields["to_move"], "phase": phase,
        "ship": the_board.cities[fields["ship"]].code, "acted": bool(fields["acted"]),
        "desks": [
            {
                "talers": fields["talers"][seat], "booths": fields["stock"][seat],
                "unsold": listed(fields["unsold"][seat], the_board), "sold": listed(fields["sold"][seat], the_board),
            }
            for seat in range(fields["players"])
        ],
        "cities": dict(_cities(fields, the_board)),
        "supply": {kind: count for kind, count in zip(the_board.goods, fields["supply"], strict=True) if count},
        "piles": the_board.piles_of(sum(fields["supply"]), fields["players"]),
        "turns": fields["turns"],
    }
    sale = [colour for number, colour in enumerate(the_board.colours) if fields["sale"] >> number & 1]
    if phase == "sell":
        state["sell"] = {"colours": sale, "last": the_board.goods[fields["last"]], "single": bool(fields["single"])}
    elif phase == "lose":
        state["lose"] = {"colours": sale, "colour": the_board.colours[fields["losing"]]}
    elif phase == "over":
        state["result"] = result_json(position, REASONS[fields["reason"]])
    return state


def result_json(position: Hansa2004Position, reason: str) -> Json:
    """Scores, ranks and shares as the position stands."""
    return {
        "reason": reason,
        "scores": [
            {"total": sum(points), **dict(zip(CATEGORIES, points, strict=True))} for points in position.scores()
        ],
        "ranks": position.ranks(),
        "shares": position.shares(),
    }


def listed(counts: Sequence[int], the_board: Board) -> list[str]:
    """Markers one by one, by colour and barrels."""
    return [kind for kind, count in zip(the_board.goods, counts, strict=True) for _ in range(count)]


def _cities(fields: Mapping[str, Any], the_board: Board) -> list[tuple[str, Json]]:
    """The cities where goods or booths are; booths by seat."""
    found = []
    for city, goods, booths in zip(the_board.cities, fields["goods"], fields["booths"], strict=True):
        facts: Json = {}
        if goods:
            facts["goods"] = [the_board.goods[kind] for kind in goods]
        if any(booths):
            facts["booths"] = list(booths)
        if facts:
            found.append((city.code, facts))
    return found
