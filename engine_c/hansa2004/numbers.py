"""The types of what Hansa (2004) takes and gives: a position as plain numbers, by name."""

from __future__ import annotations

from typing import TypedDict


class PhaseNumbers(TypedDict):
    """The data of all phases, side by side; each phase reads its own."""

    sale: int
    last: int | None
    single: int
    losing: int | None
    reason: int


class PositionNumbers(PhaseNumbers):
    """A whole position; lists are by seat, by city, or by kind of goods."""

    players: int
    phase: int
    turn: int
    to_move: int | str | None
    ship: int
    acted: int
    turns: int
    supply: list[int]
    talers: list[int]
    stock: list[int]
    unsold: list[list[int]]
    sold: list[list[int]]
    goods: list[list[int]]
    booths: list[list[int]]
