"""The words of positions for people (MOVES.md, 13): pieces, markers, missions, places."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hansa.boards import Board, modules
from hansa.sections import PIECE_LETTERS, Places, count_of, named
from hansa.teutonica.names import MARKERS, TRACK_VALUES

SECOND = "+"            # after a value that is printed twice in a row: the second one is meant


def places_of(the_board: Board) -> Places:
    """The cities and routes of a board."""
    return Places(
        the_board.name, {city.code: city.name for city in the_board.cities}, [route.name for route in the_board.routes])


def pieces_of(word: str, players: int) -> list[str]:
    """The pieces that a word says: `rrG` are two red traders and a green merchant; `3r`, `0t`, `nt`
    too.

    >>> pieces_of("rrG.", 4), pieces_of("3b", 4), pieces_of("2m", 4)
    (['0t', '0t', '1m'], ['2t', '2t', '2t'], ['2m'])
    """
    letters = PIECE_LETTERS[:players] + "n" * (players == 2)
    if re.fullmatch(r"[0-4n][tm]", word):
        return [word]
    if not re.fullmatch(rf"(?:[0-9]?[{letters}{letters.upper()}]|\.)+", word):
        raise ValueError(
            f"{word!r} is neither pieces nor a marker; pieces are the letters {letters}, capitals for merchants, "
            f"markers are {', '.join(MARKERS)}")
    found: list[str] = []
    for count, letter in re.findall(r"([0-9]?)([a-zA-Z])", word):
        owner = "n" if letter.casefold() == "n" else str(letters.index(letter.casefold()))
        found += [f"{owner}{'m' if letter.isupper() else 't'}"] * int(count or 1)
    return found


def piece_letter(piece: str) -> str:
    """A piece of the JSON, `1m`, as its letter: `G`."""
    letter = "n" if piece[0] == "n" else PIECE_LETTERS[int(piece[0])]
    return letter.upper() if piece[1] == "m" else letter


def marker_of(word: str) -> str:
    """A marker; `+3` and `+4` too."""
    return named(re.sub(r"^\+", "plus-", word), MARKERS, "marker")


def is_marker(word: str) -> bool:
    """Whether a word is meant as a marker, not as pieces."""
    return word[0] == "+" or (len(word) > 2 and any(marker.startswith(word.casefold()) for marker in MARKERS))


def step_of(track: str, word: str) -> int:
    """The step of a track by its printed value: `keys 2` is the first 2, `keys 2+` the second."""
    values = TRACK_VALUES[track]
    plain = word.removesuffix(SECOND)
    value = plain if plain in values else named(plain, dict.fromkeys(values), f"value of {track}")
    steps = [step for step, printed in enumerate(values) if printed == value]
    if word.endswith(SECOND) and len(steps) < 2:
        raise ValueError(f"there is only one {value} on the track {track}; leave out the '{SECOND}'")
    return steps[-1] if word.endswith(SECOND) else steps[0]


def step_text(track: str, step: int) -> str:
    """The printed value of a step, as `step_of` reads it.

    >>> [step_text("actions", step) for step in range(6)]
    ['2', '3', '3+', '4', '4+', '5']
    """
    values = TRACK_VALUES[track]
    return values[step] + SECOND * (step > 0 and values[step - 1] == values[step])


def amount_of(words: Sequence[str]) -> tuple[int, int]:
    """Traders and merchants: `5t1m`, `5t 1m`, `0`."""
    text = "".join(words)
    found = re.fullmatch(r"(?:([0-9]{1,2})t)?(?:([0-9])m)?", "" if text in ("0", "-") else text)
    if not found or not words:
        raise ValueError(f"{text!r} should be an amount such as 5t1m, or 0")
    return int(found[1] or 0), int(found[2] or 0)


def mission_of(words: Sequence[str], places: Places) -> int | str:
    """A mission card by its cities or its number."""
    cards: list[list[str]] = modules()["missions"]
    if list(words) == ["?"]:
        return "?"
    if len(words) == 1 and words[0].isdigit():
        return count_of(words[0], len(cards) - 1)
    cities = sorted(places.city(word) for word in words)
    for number, card in enumerate(cards):
        if sorted(card) == cities:
            return number
    raise ValueError(f"no mission is {' '.join(words)}; missions are {', '.join(' '.join(card) for card in cards)}")
