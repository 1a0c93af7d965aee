"""What a game has before its moves: written as headers, and read (MOVES.md, section 14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hansa.games import BRIEFLY, GAMES, board_entries
from hansa.json_lines import Json
from hansa.notation.positions import read_head, read_position, write_position
from hansa.phrases import SEAT_COLOURS
from hansa.record import Record
from hansa.record_members import ENDS
from hansa.sections import seat_of
from hansa.state import State
from hansa.suggestions import closest

# Members of a setup that a seed may choose, by the form of their values.
PAIRS, LISTS, WORDS, NUMBERS = ("taverns",), ("warehouses",), ("favours",), ("missions",)
SEEDED = (*PAIRS, *LISTS, *NUMBERS, *WORDS)
# kept as they are, as members of the record
FREE = ("Date", "Place", "Event", "Round", "Annotator")
KNOWN = ("Game", "Board", "Position", "Seed", *(name.title() for name in SEEDED),
         *(colour.title() for colour in SEAT_COLOURS), "End", "By", "Result", "Engine", "Seconds", *FREE)


def headers_of(record: Record) -> Iterator[tuple[str, str]]:
    """The headers of a record, each a name and a value."""
    start = record.start()
    facts = start.to_json()
    beside = [facts[name] for name in ("edition",) if name in facts] + list(facts.get("modules", ()))
    if record.id:
        yield "Game", record.id
    yield "Board", ", ".join([facts["board"], f"{facts['players']} players", *beside])
    if record.state is not None:
        yield "Position", write_position(start)
    for name in SEEDED:
        if record.setup.get(name) is not None:
            yield name.title(), _written(name, record.setup[name])
    if record.seed is not None:
        yield "Seed", str(record.seed)
    for seat, name in enumerate(record.seats):
        yield SEAT_COLOURS[seat].title(), name
    for name in FREE:
        if isinstance(record.more.get(name.casefold()), str):
            yield name, record.more[name.casefold()]
    yield "End", record.end
    if record.by is not None:
        yield "By", SEAT_COLOURS[record.by]
    if record.result is not None:
        yield "Result", " ".join(str(score["total"]) for score in record.result["scores"])
    if record.engine:
        yield "Engine", record.engine
    if record.seconds is not None:
        yield "Seconds", str(record.seconds)


def _written(name: str, value: Any) -> str:
    if name in PAIRS:
        return ", ".join(f"{key} {word}" for key, word in value.items())
    if name in LISTS:
        return ", ".join(" ".join([key, *words]) for key, words in value.items())
    return " ".join(map(str, value))


def check_names(headers: Mapping[str, str]) -> None:
    """`ValueError` for a header that there is not."""
    for name in headers:
        if name not in KNOWN:
            raise ValueError(f"unknown header {name!r}" + closest(name, KNOWN))


def start_of(headers: Mapping[str, str]) -> tuple[Json, Json | None, int | None]:
    """The setup, the state it begins from (if any), and the seed; `ValueError` for a wrong
    value."""
    if "Board" not in headers and "Position" not in headers:
        raise ValueError('there is no header \'Board\'; it reads [Board "hansa-45, 4 players"]')
    state = read_position(headers["Position"]).to_json() if "Position" in headers else None
    setup = _setup_of(headers["Board"]) if state is None else {name: state[name] for name in BRIEFLY if name in state}
    for name in SEEDED:
        if name.title() in headers:
            setup[name] = _read(name, headers[name.title()], setup)
    lacking = _lacking(setup) if state is None and "Seed" not in headers else None
    if lacking:
        raise ValueError(lacking)
    seed = headers.get("Seed")
    if seed is not None and not seed.removeprefix("-").isdigit():
        raise ValueError(f"the seed should be a whole number, not {seed!r}")
    return setup, state, None if seed is None else int(seed)


def _setup_of(text: str) -> Json:
    board, players, words = read_head(text)
    entry = next(entry for entry in board_entries() if entry.name == board)
    modules = [word for word in words if word in entry.modules]
    editions = [word for word in words if word in entry.editions]
    if len(modules) + len(editions) < len(words) or len(editions) > 1:
        known = ", ".join((*entry.editions, *entry.modules)) or "none on this board"
        raise ValueError(f"{', '.join(words)!r} should be an edition and modules; there are {known}")
    setup: Json = {"game": entry.game, "board": board, "players": players}
    if entry.editions:
        setup |= {"edition": editions[0] if editions else entry.editions[0], "modules": modules}
    return setup


def _lacking(setup: Mapping[str, Any]) -> str | None:
    """What a header should say, with an example, since no seed says it either."""
    full = State.from_setup({name: value for name, value in setup.items() if name not in SEEDED}, seed=1).setup
    assert full is not None
    for name in SEEDED:
        if name in full and setup.get(name) is None:
            return (f"nothing says which {name} this game had; add a header such as "
                    f'[{name.title()} "{_written(name, full[name])}"], or [Seed "1"] for some that hansa chooses')
    return None


def _read(name: str, text: str, setup: Mapping[str, Any]) -> Any:
    """The value of a member of the setup: places and markers in whatever spelling."""
    words, board = GAMES[setup["game"]].position_text, setup["board"]
    if name in WORDS:
        return [words.seeded_value(board, name, [word]) for word in text.replace(",", " ").split()]
    rows = [row.split() for row in text.split(",")]
    if name in NUMBERS:
        cards = rows if len(rows) > 1 else [[word] for word in rows[0]]
        return [words.seeded_value(board, name, card) for card in cards]
    if not all(len(row) > 1 for row in rows):
        raise ValueError(f"{text!r} should be a list with commas, as {'BRE-OSN swap' if name in PAIRS else 'TON red1 red2'}")
    return {words.seeded_key(board, name, row[0]): words.seeded_value(board, name, row[1:]) for row in rows}


def end_of(headers: Mapping[str, str], final: State) -> Json:
    """`end`, `by` and `result` of a game that has come to a position; `ValueError` for wrong
    values."""
    usual = final.result["reason"] if final.over else "interrupted"
    found: Json = {"end": headers.get("End", usual)}
    if found["end"] not in ENDS:
        raise ValueError(f"the end should be one of {', '.join(ENDS)}, not {found['end']!r}")
    if "By" in headers:
        found["by"] = seat_of(headers["By"], final.players)
    if "Result" in headers:
        scored = final.copy()
        if not scored.over:
            scored.cut_off()
        totals = [str(score["total"]) for score in scored.scores]
        if headers["Result"].split() != totals:
            raise ValueError(f"the result is {headers['Result']}, but the position gives {' '.join(totals)}")
        found["result"] = scored.result
    return found


def seats_of(headers: Mapping[str, str], players: int) -> tuple[str, ...]:
    """Who plays, by colour; nobody if none is named."""
    names: Sequence[str | None] = [headers.get(colour.title()) for colour in SEAT_COLOURS[:players]]
    return tuple(name or colour for name, colour in zip(names, SEAT_COLOURS, strict=False)) if any(names) else ()


def more_of(headers: Mapping[str, str]) -> dict[str, str]:
    """What the record keeps without knowing what it means."""
    return {name.casefold(): headers[name] for name in FREE if name in headers}
