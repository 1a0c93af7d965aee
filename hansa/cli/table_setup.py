"""What lies on a real table before the first move: asked for, one thing at a time, until it makes
sense."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hansa.cli.conversation import Quit
from hansa.cli.prompt import Prompt
from hansa.cli.screen import Screen
from hansa.errors import HansaError
from hansa.json_lines import Json
from hansa.phrases import Phrase, joined, listed, say
from hansa.table.questions import TableQuestion, TableQuestions, Value
from hansa.views.terminal.palette import BAD
from hansa.views.words.naming import player_phrase


def asked_setup(setup: Json, names: Sequence[str], prompt: Prompt, screen: Screen) -> Json:
    """The setup with what lies on the table, where otherwise a seed would choose; `Quit` at
    `quit`."""
    while True:
        interview = Interview(TableQuestions(setup), names, prompt, screen)
        try:
            return interview.table.told(interview.values())
        except HansaError as error:
            screen.line(say("{error}; once more", error=error.phrase), style=BAD)


@dataclass(frozen=True)
class Interview:
    """Walks through the questions about a table."""

    table: TableQuestions
    names: Sequence[str]
    prompt: Prompt
    screen: Screen

    def values(self) -> list[Value]:
        """What was said to all questions."""
        values: list[Value] = []
        for question, after in zip(self.table.asked, (*self.table.asked[1:], None), strict=True):
            word = self.table.follows(values)
            if word is None:
                values.append(self.answer(self.words_of(question, values), values))
            else:
                self.screen.line(say("so {marker} lies on {place}", marker=word, place=self.place(question)))
                values.append(word)
            if question.secret and (after is None or not after.secret):
                self.tell_secret(values)
        return values

    def words_of(self, question: TableQuestion, values: Sequence[Value]) -> Phrase:
        """A question as it is asked, with what may be said to it."""
        if question.secret:
            return say("the mission of {player}, its three cities (Enter if it is secret):",
                       player=self.player(int(question.key)))
        if question.several:
            return say("the goods of {place}, such as {example}:", place=self.place(question),
                       example=" ".join(question.words))
        choices = ", ".join(self.table.left(values))
        if question.key.isdigit():
            count = sum(asked.name == question.name for asked in self.table.asked)
            return say("favour {number} of {count}? {choices}:", number=int(question.key) + 1, count=count, choices=choices)
        return say("which marker lies on the tavern {place}? {choices}:", place=self.place(question), choices=choices)

    def tell_secret(self, values: Sequence[Value]) -> None:
        """Whose missions nobody at the keyboard knows."""
        secret = [self.player(int(question.key)) for question, value in zip(self.table.asked, values, strict=False)
                  if question.secret and value is None]
        if secret:
            self.screen.paragraph(say(
                "secret, and dealt by hansa for now: the missions of {players}; when one is shown, type 'mission PLAYER CITY "
                "CITY CITY'", players=listed(secret)))

    def answer(self, question: Phrase, values: Sequence[Value]) -> Value:
        """What was typed, as soon as it makes sense."""
        while True:
            typed = self.prompt.ask(f"{self.screen.tell(question)} ").strip()
            if typed.casefold() in ("quit", "exit", "q"):
                raise Quit
            try:
                return self.table.read(typed, values)
            except ValueError as error:
                self.screen.line(str(error), style=BAD)

    def place(self, question: TableQuestion) -> Phrase:
        """A city, or the route between two, with its code."""
        return joined("", [self.table.label(question), f" ({question.key})"])

    def player(self, seat: int) -> Phrase:
        """A player as the table calls them."""
        return player_phrase(seat, self.names[seat] if self.names else "")
