"""The legal moves of a decision, sorted by what they do, in the engine's numbers."""

from __future__ import annotations

from collections.abc import Sequence

from engine_c.teutonica.position import MOVE_KINDS

KIND = {name: number for number, name in enumerate(MOVE_KINDS)}


def at(code: int) -> int:
    """A move's first number: a slot, route, city, track or marker (engine_c/teutonica/types.pxd)."""
    return code >> 5 & 63


def beside(code: int) -> int:
    """Its second number: a city, track, space, marker or the slot it comes from."""
    return code >> 11 & 63


def piece_of(code: int) -> int:
    """Its piece, or kind of piece."""
    return code >> 17 & 15


def payment_of(code: int) -> int:
    """What a displacement is paid with."""
    return code >> 21


class Menu:
    """Codes by kind: `menu["place"]`."""

    def __init__(self, codes: Sequence[int]) -> None:
        self.codes = codes
        self._by_kind: dict[int, list[int]] = {}
        for code in codes:
            self._by_kind.setdefault(code & 31, []).append(code)

    def __getitem__(self, name: str) -> list[int]:
        return self._by_kind.get(KIND[name], [])

    def of(self, *names: str) -> list[int]:
        """The moves of several kinds."""
        return [code for name in names for code in self[name]]

    def only(self, name: str) -> int | None:
        """The only move of a kind that takes no numbers, such as `end`."""
        found = self[name]
        return found[0] if found else None
