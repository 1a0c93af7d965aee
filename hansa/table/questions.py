"""What lies on a real table before the first move: what has to be said of it, how that is read, and
the setup it makes.

The terminal walks through the questions one by one (`hansa/cli/table_setup.py`); the page shows
them as a form (`hansa/web/lobby.py`).

>>> table = TableQuestions({"board": "hansa-23", "players": 3, "modules": ["missions"]})
>>> [(question.name, question.key) for question in table.asked][2:]
[('taverns', 'LUN-PER'), ('missions', '0'), ('missions', '1'), ('missions', '2')]
>>> setup = table.answered(["sw", "Extra office", "", "", "osn ste pad", ""])
>>> setup["taverns"]["LUN-PER"], setup["missions"]      # the last marker follows, cards are dealt
('move-3', [1, 0, 2])
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hansa.boards import modules
from hansa.errors import HansaError
from hansa.games import GAMES
from hansa.json_lines import Json
from hansa.phrases import Phrase, joined, say, seat
from hansa.sections import PositionText, chosen
from hansa.state import State
from hansa.table.session import TableError
from hansa.views import views_of

Value = str | int | list[str] | None        # a word, a card, several words; None is a secret


@dataclass(frozen=True)
class TableQuestion:
    """Something at the beginning that a seed would choose, and the players must say.

    `words` are what may lie there, each once; of a question for `several`, they are an example.
    """

    name: str                   # the member of the setup
    key: str                    # a route, a city, the number of a seat or of a tile
    words: tuple[str, ...]
    several: bool = False       # as many words as the example has
    secret: bool = False        # may be left unsaid


class TableQuestions:
    """All that has to be said about a setup before its game can be written down, in order."""

    def __init__(self, setup: Mapping[str, Any]) -> None:
        self.setup = dict(setup)
        self.example = State.from_setup(setup, seed=0)
        full = self.example.setup or {}
        seeded = GAMES[self.example.game].seeded
        self._drawn = {name: full[name] for name in seeded if name in full and setup.get(name) is None}
        self.asked = tuple(question for name in self._drawn for question in self._about(name))

    def _about(self, name: str) -> Iterator[TableQuestion]:
        """The questions about a member, by the form of what a seed has drawn."""
        drawn = self._drawn[name]
        if isinstance(drawn, Mapping):
            for key, value in drawn.items():
                if isinstance(value, str):
                    yield TableQuestion(name, key, tuple(sorted(drawn.values())))
                else:
                    yield TableQuestion(name, key, tuple(value), several=True)
        else:
            for number, value in enumerate(drawn):
                if isinstance(value, str):
                    yield TableQuestion(name, str(number), _reader(self.example).seeded_words(name))
                else:
                    yield TableQuestion(name, str(number), tuple(map(" ".join, modules()[name])), secret=True)

    def label(self, question: TableQuestion) -> Phrase:
        """What people call the thing that a question is about."""
        if question.secret:
            return say("mission of {player}", player=seat(int(question.key)))
        names = views_of(self.example).words.place_names(self.example)
        codes = question.key.split("-")
        if codes[0] in names:
            return joined("-", [names.get(code, code) for code in codes])
        return say("favour {number} of {count}", number=int(question.key) + 1, count=len(self._drawn[question.name]))

    def left(self, values: Sequence[Value]) -> list[str]:
        """The words that can answer the next question, given the values of those before it."""
        question = self.asked[len(values)]
        words = list(question.words)
        for earlier, value in zip(self.asked, values, strict=False):
            if earlier.name == question.name and isinstance(value, str):
                words.remove(value)
        return words

    def follows(self, values: Sequence[Value]) -> str | None:
        """The answer to the next question if only one is left."""
        question, left = self.asked[len(values)], self.left(values)
        return left[0] if len(left) == 1 and not question.several else None

    def read(self, typed: str, values: Sequence[Value]) -> Value:
        """What a player answers to the next question; `ValueError` says why it is not possible."""
        question = self.asked[len(values)]
        if question.secret:
            card = mission_card(self.example, typed)
            if card is not None and card in self._known(question.name, values):
                raise ValueError("another player has this mission; there is one card of each [T100]")
            return card
        if question.several:
            goods: list[str] = _reader(self.example).seeded_value(
                self.example.board, question.name, typed.replace(",", " ").split())
            if len(goods) != len(question.words):
                raise ValueError(f"there should be {len(question.words)} goods, not {len(goods)} [H2]")
            return goods
        if not typed and (word := self.follows(values)) is not None:
            return word
        return chosen(typed, self.left(values))

    def told(self, values: Sequence[Value]) -> Json:
        """The setup with the values of all questions, checked by the rules of its game.

        What is secret is dealt from what nobody has.
        """
        told = dict(self.setup)
        for name, drawn in self._drawn.items():
            own = {question.key: value
                   for question, value in zip(self.asked, values, strict=True) if question.name == name}
            known = self._known(name, values)
            others = iter(card for card in range(len(modules().get(name, ()))) if card not in known)
            dealt = {key: next(others) if value is None else value for key, value in own.items()}
            told[name] = dealt if isinstance(drawn, Mapping) else list(dealt.values())
        return State.from_setup(told, seed=0).setup or {}

    def answered(self, answers: Sequence[str]) -> Json:
        """The setup that answers to all questions make; `TableError` names the question whose
        answer is wrong."""
        if len(answers) != len(self.asked):
            raise TableError(say("{count} things on the table are asked for, {given} were said",
                                 count=len(self.asked), given=len(answers)))
        values: list[Value] = []
        for question, answer in zip(self.asked, answers, strict=True):
            try:
                values.append(self.read(answer.strip(), values))
            except ValueError as error:
                problem = error.phrase if isinstance(error, HansaError) else str(error)
                raise TableError(joined("", [self.label(question), ": ", problem])) from error
        return self.told(values)

    def _known(self, name: str, values: Sequence[Value]) -> list[Value]:
        """What was said of a member so far."""
        return [value for question, value in zip(self.asked, values, strict=False)
                if question.name == name and value is not None]


def mission_card(state: State, typed: str) -> int | None:
    """A mission by its cities or its number; None for a secret one: nothing, or `?`. `TableError`
    if there is no such card.

    >>> state = State.new(board="hansa-45", players=4, modules=["missions"], seed=1)
    >>> mission_card(state, "Osnabrueck Stendal pad"), mission_card(state, "3"), mission_card(state, "")
    (0, 3, None)
    """
    words = typed.replace(",", " ").split()
    if not words:
        return None
    try:
        card: int | str = _reader(state).seeded_value(state.board, "missions", words)
    except ValueError as error:
        raise TableError(str(error)) from error
    return card if isinstance(card, int) else None


def _reader(state: State) -> PositionText:
    """What reads the words of the game that is played."""
    return GAMES[state.game].position_text
