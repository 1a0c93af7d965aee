"""The types of what Hansa Teutonica takes and gives: a position as plain numbers, by name."""

from __future__ import annotations

from typing import TypedDict


class DeskNumbers(TypedDict):
    """A player; counts are by kind, or by marker."""

    stock: list[int]
    supply: list[int]
    track: list[int]
    prestige: int
    mission: int | None
    unused: list[int]
    used: list[int]
    seen: list[int]


class PhaseNumbers(TypedDict):
    """The data of all phases, side by side; each phase reads its own."""

    owner: int
    displaced_kind: int
    route: int
    put: int
    left: int
    lifting: int
    limit: int
    held: list[tuple[int, int]]             # country, piece
    after: tuple[int, int, int] | None      # slot, country, piece
    bonus: int
    bonus_pieces: list[int]
    unreplaced: int
    reason: int


class PositionNumbers(PhaseNumbers):
    """A whole position."""

    players: int
    edition: int
    modules: int
    phase: int
    turn: int
    to_move: int | str | None
    actions: int
    begun: int
    completed: int
    unseen: int
    turns: int
    supply: list[int]
    connected: list[int]
    permits_spent: list[int]
    open_tiles: list[int]
    taken_tiles: list[tuple[int, int]]      # tile, owner
    spaces: list[int | None]
    desks: list[DeskNumbers]
    slots: list[list[int]]                  # pieces
    markers: list[int | None]               # by route
    cities: list[tuple[list[int], list[int]]]       # printed offices, unprinted ones
