"""Kinds of move, each declared once: how it is packed, numbered, written, read and clicked follows
from its line.

A game's table is `engine_c/GAME/move_kinds.py`. From it `python -m engine_c.move_kinds` writes the
engine's inline accessors, `packing.pxd` beside it, and `numbering.pxd`; `make` does so whenever a
table is newer, and a test compares them.

* A *field* is a few bits of a move: one number that it names. Its place is the same in every kind
  that has it, so that `slot_of(move)` is one shift.
* A *part* is what a word or two of a text say: mostly one field, sometimes two (`2t1m`, traders and
  merchants).
* A *digit* is what action numbers count by (MOVES.md, section 11): mostly a part of the same name.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

NO_DIGIT = 255      # in the table of digits: this kind counts by no more


@dataclass(frozen=True)
class Field:
    """A few bits of a move."""

    name: str
    at: int
    bits: int

    def of(self, move: int) -> int:
        """The field's value in a move whose kind has it."""
        return move >> self.at & (1 << self.bits) - 1


@dataclass(frozen=True)
class Part:
    """What a word or two of a move's text say."""

    name: str
    shown: str                      # in forms: `ROUTE`, `CITY PLACE`
    fields: tuple[Field, ...]


def part(field: Field, shown: str) -> Part:
    """The usual part: a word that says one field."""
    return Part(field.name, shown, (field,))


@dataclass(frozen=True)
class MoveKind:
    """One kind of move."""

    name: str
    number: int                     # its code, for good: records of codes would change with it
    parts: Mapping[str, Part]       # all parts of the game, by name
    text: str  # as printed: "displace {piece} {slot} with {put_kind} pay {payment}"
    counted_by: tuple[str, ...]     # digits, the last one runs fastest
    # what to click for it, filled in with the words of its text: "free {slot}"
    targets: tuple[str, ...] = ()

    @cached_property
    def words(self) -> tuple[str | Part, ...]:
        """The text in order: fixed words, and parts."""
        return tuple(self.parts[word[1:-1]] if word[0] == "{" else word for word in self.text.split())

    @cached_property
    def form(self) -> tuple[str, ...]:
        """The text word by word, with what is named in capitals: `place K ROUTE`."""
        shown = (word if isinstance(word, str) else word.shown for word in self.words)
        return tuple(" ".join(shown).split())

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """Its fields, from the lowest bits up."""
        named = [field for word in self.words if isinstance(word, Part) for field in word.fields]
        return tuple(sorted(named, key=lambda field: field.at))

    def pack(self, **values: int) -> int:
        """The move of this kind with these values, one for each field."""
        return self.number | sum(values[field.name] << field.at for field in self.fields)


class MoveKinds:
    """The kinds of move of a game, in the order of their blocks of action numbers."""

    def __init__(self, kind_bits: int, kinds: Sequence[MoveKind]) -> None:
        self.kind_bits = kind_bits
        self.in_blocks = tuple(kinds)
        self.by_number = tuple(sorted(kinds, key=lambda kind: kind.number))
        self.by_name = {kind.name: kind for kind in self.by_number}
        self.names = tuple(self.by_name)
        self._check()

    def of(self, move: int) -> MoveKind:
        """The kind of a move."""
        return self.by_number[move & (1 << self.kind_bits) - 1]

    @property
    def fields(self) -> tuple[Field, ...]:
        """Every field of any kind, from the lowest bits up."""
        found = {field for kind in self.by_number for field in kind.fields}
        return tuple(sorted(found, key=lambda field: (field.at, field.name)))

    @property
    def digits(self) -> tuple[str, ...]:
        """Every digit, as it is first named."""
        return tuple(dict.fromkeys(digit for kind in self.in_blocks for digit in kind.counted_by))

    def _check(self) -> None:
        if [kind.number for kind in self.by_number] != list(range(len(self.by_number))):
            raise ValueError("the kinds of move must be numbered from 0 on, each once")
        if len(self.by_number) > 1 << self.kind_bits or len(self.by_name) < len(self.by_number):
            raise ValueError("too many kinds of move for their bits, or two of one name")
        if len({field.name for field in self.fields}) < len(self.fields):
            raise ValueError("a field must lie in the same bits in every kind")
        for kind in self.by_number:
            end = self.kind_bits
            for field in kind.fields:
                if field.at < end or field.at + field.bits > 32:
                    raise ValueError(f"{field.name} overlaps another field of {kind.name!r}, or leaves the 32 bits")
                end = field.at + field.bits


# --- the engine's accessors -----------------------------------------------------------------------

HEAD = '''"""How a move is packed into 32 bits: the kinds of move, and names for their fields.

Written by `python -m engine_c.move_kinds` from `move_kinds.py` beside it: change that file, not this one.
"""

from libc.stdint cimport uint8_t, uint32_t

from engine_c.game cimport Move
'''


def packing(game: str, kinds: MoveKinds) -> str:
    """The text of a game's `packing.pxd`."""
    return "\n".join([HEAD, *_enums(kinds), *_tables(game, kinds), *_accessors(kinds), *_makers(kinds)]) + "\n"


def identifier(kind: MoveKind) -> str:
    """The name of a kind of move in code."""
    return kind.name.replace(" ", "_")


def _enums(kinds: MoveKinds) -> list[str]:
    lines = ["cdef enum:  # kinds of move"]
    for kind in kinds.by_number:
        lines.append(f"    {f'M_{identifier(kind).upper()} = {kind.number}':<24}# {' '.join(kind.form)}")
    lines += [f"    MOVE_KIND_COUNT = {len(kinds.by_number)}", "", "cdef enum:  # the lowest bit of each field"]
    lines += [f"    {field.name.upper()}_AT = {field.at}" for field in kinds.fields]
    lines += ["", "cdef enum:  # what action numbers are counted by"]
    lines += [f"    DIGIT_{digit.upper()} = {number}" for number, digit in enumerate(kinds.digits)]
    most = max(len(kind.counted_by) for kind in kinds.by_number)
    return [*lines, f"    DIGIT_COUNT = {len(kinds.digits)}", f"    MOST_DIGITS = {most}", f"    NO_DIGIT = {NO_DIGIT}", ""]


def _tables(game: str, kinds: MoveKinds) -> list[str]:
    """The blocks of action numbers in their order, and the digits of each kind of move."""
    most = max(len(kind.counted_by) for kind in kinds.by_number)
    rows = []
    for kind in kinds.by_number:
        numbers = [kinds.digits.index(digit) for digit in kind.counted_by]
        rows.append(", ".join(map(str, numbers + [NO_DIGIT] * (most - len(numbers)))))
    blocks = ", ".join(str(kind.number) for kind in kinds.in_blocks)
    count = len(kinds.by_number)
    return [
        "cdef extern from *:", '    """',
        f"    static const unsigned char {game}_blocks[{count}] = {{", f"        {blocks},", "    };",
        f"    static const unsigned char {game}_digits[{count * most}] = {{",
        *(f"        {row},      /* {kind.name} */" for row, kind in zip(rows, kinds.by_number, strict=True)),
        "    };", '    """',
        f'    const uint8_t *BLOCKS "{game}_blocks"      # kinds of move in the order of their action numbers',
        f'    const uint8_t *DIGITS "{game}_digits"      # MOST_DIGITS of each kind of move', "",
    ]


def _accessors(kinds: MoveKinds) -> list[str]:
    mask = (1 << kinds.kind_bits) - 1
    lines = ["cdef inline int move_kind(Move move) noexcept nogil:", f"    return <int>(move & {mask})", ""]
    for field in kinds.fields:
        lines += [
            f"cdef inline int {field.name}_of(Move move) noexcept nogil:",
            f"    return <int>((move >> {field.name.upper()}_AT) & {(1 << field.bits) - 1})", "",
            f"cdef inline Move with_{field.name}(Move move, uint32_t {field.name}) noexcept nogil:",
            f"    return move | ({field.name} << {field.name.upper()}_AT)", "",
        ]
    return lines


def _makers(kinds: MoveKinds) -> list[str]:
    lines = []
    for kind in kinds.by_number:
        name = identifier(kind)
        taken = ", ".join(f"uint32_t {field.name}" for field in kind.fields)
        packed = "".join(f" | ({field.name} << {field.name.upper()}_AT)" for field in kind.fields)
        lines += [
            f"cdef inline Move {name}_move({taken}) noexcept nogil:", f"    return <Move>M_{name.upper()}{packed}", "",
        ]
    return lines[:-1]


def numbering(game: str, kinds: MoveKinds) -> str:
    """The text of a game's `numbering.pxd`: the place of a move in its block, from its digits."""
    lines = [
        '"""Where in its block of action numbers a move is: its digits, put together.', "",
        "Written by `python -m engine_c.move_kinds` from `move_kinds.py` beside it: change that file, not this one.", '"""', "",
        "from engine_c.game cimport Move", f"from engine_c.{game}.digits cimport digit_of",
        f"from engine_c.{game}.packing cimport *", f"from engine_c.{game}.types cimport Board", "",
        "cdef inline int place_in_block(const Board *board, int players, int mover, Move move) noexcept nogil:",
        "    cdef int kind = move_kind(move), number = 0",
    ]
    # Those with most digits first: there are most moves of them.
    for place, kind in enumerate(sorted(kinds.in_blocks, key=lambda kind: -len(kind.counted_by))):
        if kind.counted_by:
            lines.append(f"    {'elif' if place else 'if'} kind == M_{identifier(kind).upper()}:")
        for digit in kind.counted_by:
            scaled = f"number * board.digit_size[DIGIT_{digit.upper()}] + " if digit != kind.counted_by[0] else ""
            lines.append(f"        number = {scaled}digit_of(board, players, mover, DIGIT_{digit.upper()}, move)")
    return "\n".join([*lines, "    return number"]) + "\n"


def games() -> tuple[str, ...]:
    """The games that have a table."""
    return tuple(sorted(path.parent.name for path in Path(__file__).parent.glob("*/move_kinds.py")))


def kinds_of(game: str) -> MoveKinds:
    """A game's table."""
    found: MoveKinds = importlib.import_module(f"engine_c.{game}.move_kinds").KINDS
    return found


def written_files(game: str) -> dict[Path, str]:
    """The files written for a game, with their texts. A game with `digits.pxd` has
    `numbering.pxd`."""
    folder, kinds = Path(__file__).parent / game, kinds_of(game)
    files = {folder / "packing.pxd": packing(game, kinds)}
    if (folder / "digits.pxd").exists():
        files[folder / "numbering.pxd"] = numbering(game, kinds)
    return files


def main(names: Sequence[str]) -> None:
    """Writes the files of these games, or of all."""
    for game in names or games():
        for path, text in written_files(game).items():
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
