"""Minds on disk: the weights that the search judges with, one file a game.

A file holds, in this order (numbers are little-endian):

    8 bytes   "HANSAMND"
    4 bytes   version of this format, now 3
    4 bytes   length of the header
    header    UTF-8 JSON: game, names of features and categories, plan, policy, parts, and how the
              file was made
    arrays    16- or 32-bit floats, at the places that the header's parts name
    4 bytes   CRC-32 of everything before

A *part* holds what judges positions of one board and number of players, or of all setups without a
part of their own: the weighted sum (`evaluation`), the regressions of the points (`points`), and
perhaps a `net` and the taste of a `plan` of its own. With a net, the regressions have weights for
the units of its second layer too; files of version 1, which have none, are still read. A
`policy_net` fits the policy to a position; files of versions 1 and 2 have none. A file that
is damaged, that is for another game or whose names are not those of this version is refused with
the reason.
"""

from __future__ import annotations

import json
import math
import struct
import zlib
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from engine_c.mind import NET_SECOND, Mind
from engine_c.search.options import SearchSettings
from hansa.board_entry import BoardSetup
from hansa.json_lines import Json
from hansa.vocabulary import MindError, Taste, UnknownWeight, Vocabulary
from hansa.whole_file import write_whole

MAGIC = b"HANSAMND"
VERSION = 3
LONGEST_CUT = 1000              # moves; whole games are shorter
SETTINGS = tuple(entry.name for entry in fields(SearchSettings))
LARGEST_FILE = 64 << 20         # bytes; the files that come with the package are a twentieth of it
# How `struct` writes a number, and its size.
TYPES: Mapping[str, tuple[str, int]] = {"f2": ("e", 2), "f4": ("f", 4)}

if TYPE_CHECKING:
    # 32-bit floats in one or two dimensions; `np.asarray` looks at them
    Floats = memoryview[float]


@dataclass(frozen=True)
class MindPart:
    """What judges the positions of a setup."""

    evaluation: Floats          # 2 x features: at the beginning of the game, then the change
    # categories x (2 x features, the constant and its change, and with a net a weight for each
    # unit)
    points: Floats
    net: Floats | None = None   # all layers, one after the other, as `engine_c/net.pxd` names them
    # Of the search that it was taught with.
    settings: SearchSettings = field(default_factory=SearchSettings)
    # The taste that guides the search here, if not the game's.
    plan: tuple[float, ...] | None = None
    policy_net: Floats | None = None        # fits the policy to a position; as `net`


@dataclass(frozen=True)
class Minds:
    """The weights of one game. `of` makes the engine's `Mind` for a setup."""

    game: str
    plan: Taste
    policy: Sequence[float]
    usual: MindPart                                     # for setups without a part of their own
    parts: Mapping[BoardSetup, MindPart] = field(default_factory=dict)
    made: Mapping[str, Any] = field(default_factory=dict)       # by which command, from what
    _minds: dict[BoardSetup | None, Mind] = field(
        default_factory=dict, init=False, repr=False, compare=False)

    def of(self, board: str = "", players: int = 0) -> Mind:
        """The mind for a board and a number of players; without them, the usual one."""
        setup = BoardSetup(board, players) if (board, players) in self.parts else None
        if setup not in self._minds:
            part = self.usual if setup is None else self.parts[setup]
            plan = list(part.plan or self.plan)
            try:
                self._minds[setup] = Mind(
                    part.evaluation.tolist(), in_a_row(part.points).tolist(), list(self.policy), plan,
                    part.net, policy_net=part.policy_net, settings=part.settings)
            except ValueError as error:
                raise MindError(str(error)) from error
        return self._minds[setup]

    def with_plan(self, plan: Sequence[float]) -> Minds:
        """The same with another taste of the plan that guides the search, in all setups."""
        parts = {setup: replace(part, plan=None) for setup, part in self.parts.items()}
        return replace(self, plan=list(plan), parts=parts)

    def with_part(self, setup: BoardSetup, part: MindPart) -> Minds:
        """The same with another part for a setup."""
        return replace(self, parts={**self.parts, setup: part})


# --- writing ------------------------------------------------------------------------------------

def write_minds(path: Path, minds: Minds, vocabulary: Vocabulary) -> None:
    """Writes a file that `read_minds` reads: whole or not at all. Nets are kept in 16 bits."""
    arrays = Arrays()
    header = json.dumps({
        "game": minds.game,
        "features": list(vocabulary.evaluation),
        "categories": list(vocabulary.categories),
        "plan": dict(zip(vocabulary.tastes, minds.plan, strict=True)),
        "policy": dict(zip(vocabulary.policy, minds.policy, strict=True)),
        "parts": [
            arrays.part(minds.usual, vocabulary),
            *({"board": board, "players": players, **arrays.part(part, vocabulary)}
              for (board, players), part in minds.parts.items()),
        ],
        "made": dict(minds.made),
    }, separators=(",", ":")).encode()
    content = b"".join([MAGIC, struct.pack("<II", VERSION, len(header)), header, arrays.content])
    write_whole(path, lambda file: file.write(content + struct.pack("<I", zlib.crc32(content))))


class Arrays:
    """The arrays of a file that is being written."""

    def __init__(self) -> None:
        self.content = b""
        self.places: dict[bytes, int] = {}

    def part(self, part: MindPart, vocabulary: Vocabulary) -> Json:
        """Adds the arrays of a part; what the header says of them."""
        found: Json = {
            **asdict(part.settings),
            "evaluation": self.add(part.evaluation, "f4"), "points": self.add(part.points, "f4"),
        }
        if part.net is not None:
            found["net"] = self.add(part.net, "f2")
        if part.policy_net is not None:
            found["policy_net"] = self.add(part.policy_net, "f2")
        if part.plan is not None:
            found["plan"] = dict(zip(vocabulary.tastes, part.plan, strict=True))
        return found

    def add(self, weights: Floats, kind: str) -> Json:
        """Adds one array, unless another part has the same; where it is."""
        values = in_a_row(weights).tolist()
        content = struct.pack(f"<{len(values)}{TYPES[kind][0]}", *values)
        if content not in self.places:
            self.places[content] = len(self.content)
            self.content += content
        return {"at": self.places[content], "shape": list(weights.shape or ()), "type": kind}


# --- reading ------------------------------------------------------------------------------------

def read_minds(path: Path, vocabulary: Vocabulary, game: str) -> Minds:
    """The weights of a file; what is wrong with it is a `MindError` that names the file."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
        return minds_of(content, vocabulary, game)
    except OSError as error:
        raise MindError(f"{path}: {error.strerror}") from error
    except MindError as error:
        raise type(error)(f"{path}: {error}") from error


def minds_of(content: bytes, vocabulary: Vocabulary, game: str) -> Minds:
    """The weights that the bytes of a file hold."""
    header, arrays = opened(content)
    if header.get("game") != game:
        name = str(header.get("game"))[:40]
        raise UnknownWeight(f"these weights are for the game {name!r}, not for {game!r}")
    known = {"features": vocabulary.evaluation, "categories": vocabulary.categories}
    for name, words in known.items():
        if header.get(name) != list(words):
            raise UnknownWeight(f"its {name} are not those of this version of the game")
    listed, made = header.get("parts"), header.get("made")
    if not isinstance(listed, list):
        raise MindError("its parts should be a list")
    parts = {
        setup_of(data): read_part(data, arrays, vocabulary)
        for data in listed
    }
    usual = parts.pop(None, None)
    if usual is None:
        raise MindError("it has no part for setups without a part of their own")
    return Minds(
        game, vocabulary.taste_of(header.get("plan")), vocabulary.policy_of(header.get("policy")),
        usual, {setup: part for setup, part in parts.items() if setup is not None},
        made if isinstance(made, dict) else {})


def opened(content: bytes) -> tuple[Json, bytes]:
    """The header and the arrays of a file that is whole."""
    if content[:8] != MAGIC:
        raise MindError("this is not a file of weights; `hansa train` writes them")
    if not 20 <= len(content) <= LARGEST_FILE:
        raise MindError(f"a file of weights has 20 bytes to 64 MB, not {len(content)} bytes")
    version, length = struct.unpack("<II", content[8:16])
    if not 1 <= version <= VERSION:
        raise MindError(f"its format has version {version}; this program reads versions 1 to {VERSION}")
    if zlib.crc32(content[:-4]) != struct.unpack("<I", content[-4:])[0]:
        raise MindError("its checksum is wrong: the file is damaged or cut off")
    try:
        header = json.loads(content[16 : 16 + length])
    except (ValueError, RecursionError) as error:
        raise MindError("its header is not JSON") from error
    if not isinstance(header, dict):
        raise MindError("its header should be an object")
    return header, content[16 + length : -4]


def setup_of(data: Any) -> BoardSetup | None:
    """The setup that a part is for; None for all others."""
    if not isinstance(data, Mapping):
        raise MindError("a part should be an object")
    board, players = data.get("board"), data.get("players")
    if board is None and players is None:
        return None
    if not isinstance(board, str) or not isinstance(players, int) or isinstance(players, bool):
        raise MindError("a part needs a board and a number of players, or neither")
    return BoardSetup(board, players)


def read_part(data: Mapping[str, Any], arrays: bytes, vocabulary: Vocabulary) -> MindPart:
    """One part."""
    features, categories = len(vocabulary.evaluation), len(vocabulary.categories)
    unknown = sorted(set(data) - {"board", "players", "evaluation", "points", "net", "plan", "policy_net", *SETTINGS})
    if unknown:
        raise UnknownWeight(f"a part has no {', '.join(unknown)}")
    evaluation = read_array(data.get("evaluation"), "evaluation", arrays)
    points = read_array(data.get("points"), "points", arrays)
    net = read_net(data, "net", arrays)
    # As version 1 has them
    width = points_width(features, with_net=False)
    if net is not None and points.shape == (categories, width):
        flat = in_a_row(points).tolist()
        rows = (flat[start : start + width] + NET_SECOND * [0.0] for start in range(0, len(flat), width))
        points = floats(chain.from_iterable(rows), (categories, width + NET_SECOND))
    if evaluation.shape != (2 * features,) or points.shape != (categories, points_width(features, net is not None)):
        raise MindError("the weights of a part are not as many as this version of the game has")
    try:
        settings = SearchSettings(**{name: data[name] for name in SETTINGS if name in data})
    except ValueError as error:
        raise MindError(f"a part's {error}") from error
    if settings.cut > LONGEST_CUT:
        raise MindError(f"a part's cut must be from 0 to {LONGEST_CUT}, not {settings.cut}")
    plan = tuple(vocabulary.taste_of(data["plan"])) if "plan" in data else None
    return MindPart(evaluation, points, net, settings, plan, read_net(data, "policy_net", arrays))


def read_net(data: Mapping[str, Any], name: str, arrays: bytes) -> Floats | None:
    """One of a part's nets, if it has it."""
    if name not in data:
        return None
    net = read_array(data[name], name, arrays)
    if net.ndim != 1:
        raise MindError("the weights of a net should be one list")
    return net


def points_width(features: int, with_net: bool) -> int:
    """How many weights the points of a category have."""
    return 2 * features + 2 + NET_SECOND * with_net


def read_array(where: Any, name: str, arrays: bytes) -> Floats:
    """One array, by what the header says of it."""
    wrong = MindError(f"where the {name} of a part begin, and their shape, is not said properly")
    if not isinstance(where, Mapping) or not isinstance(kind := where.get("type"), str) or kind not in TYPES:
        raise wrong
    (letter, size), at, shape = TYPES[kind], where.get("at"), where.get("shape")
    if not is_count(at) or not isinstance(shape, list) or len(shape) not in (1, 2) or not all(map(is_count, shape)):
        raise wrong
    count = math.prod(shape)
    if not count or at + count * size > len(arrays):
        raise wrong
    values = struct.unpack_from(f"<{count}{letter}", arrays, at)
    if not all(map(math.isfinite, values)):
        raise MindError(f"the {name} of a part hold what is not a number")
    return floats(values, shape)


def floats(values: Iterable[float], shape: Sequence[int]) -> Floats:
    """Numbers as weights, in rows if the shape has two dimensions.

    >>> floats([1, 2, 3, 4, 5, 6], (2, 3)).tolist()
    [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    """
    return memoryview(array("f", values)).cast("B").cast("f", tuple(shape))


def in_a_row(weights: Floats) -> Floats:
    """Weights in one dimension.

    >>> in_a_row(floats([1, 2, 3, 4], (2, 2))).tolist()
    [1.0, 2.0, 3.0, 4.0]
    """
    return weights.cast("B").cast("f")


def is_count(value: Any) -> TypeGuard[int]:
    """Whether a value may be a place or a size in a file."""
    return type(value) is int and 0 <= value <= LARGEST_FILE
