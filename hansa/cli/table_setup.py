"""What lies on a real table before the first move: asked for, one thing at a time, until it makes
sense."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from hansa.boards import modules
from hansa.cli.conversation import Quit
from hansa.cli.prompt import Prompt
from hansa.cli.screen import Screen
from hansa.errors import HansaError
from hansa.games import GAMES
from hansa.json_lines import Json
from hansa.phrases import Phrase, joined, listed, say
from hansa.sections import PositionText, chosen
from hansa.state import State
from hansa.views import views_of
from hansa.views.terminal.palette import BAD
from hansa.views.words.naming import player_phrase


def asked_setup(setup: Json, names: Sequence[str], prompt: Prompt, screen: Screen) -> Json:
    """The setup with what lies on the table, where otherwise a seed would choose; `Quit` at
    `quit`."""
    while True:
        example = State.from_setup(setup, seed=0)
        full = example.setup or {}
        questions = Questions(example, names, prompt, screen)
        missing = [name for name in GAMES[example.game].seeded if name in full and setup.get(name) is None]
        told = setup | {name: questions.asked(name, full[name]) for name in missing}
        try:
            return State.from_setup(told, seed=0).setup or {}
        except HansaError as error:
            screen.line(say("{error}; once more", error=error.phrase), style=BAD)


@dataclass(frozen=True)
class Questions:
    """Asks about each part of a setup."""

    example: State
    names: Sequence[str]
    prompt: Prompt
    screen: Screen

    def asked(self, member: str, drawn: Any) -> Any:
        """A member of the setup, in the form of what a seed would have drawn."""
        ask: Mapping[str, Callable[[Any], Any]] = {
            "taverns": self.taverns, "missions": self.missions, "favours": self.favours, "warehouses": self.warehouses,
        }
        return ask[member](drawn)

    def taverns(self, drawn: Mapping[str, str]) -> dict[str, str]:
        """Each of the markers lies on one tavern; the last one follows."""
        left, found = sorted(drawn.values()), {}
        for route in drawn:
            marker = left[0]
            if len(left) > 1:
                question = say("which marker lies on the tavern {place}? {choices}:",
                               place=self.place(route), choices=", ".join(left))
                marker = self.answer(question, lambda typed: chosen(typed, left))
            else:
                self.screen.line(say("so {marker} lies on {place}", marker=marker, place=self.place(route)))
            left.remove(marker)
            found[route] = marker
        return found

    def missions(self, drawn: Sequence[int]) -> list[int]:
        """A card of each player; those that nobody at the keyboard knows are dealt from the
        others."""
        known: list[int | None] = []
        for seat in range(len(drawn)):
            question = say("the mission of {player}, its three cities (Enter if it is secret):",
                           player=self.player(seat))
            known.append(self.answer(
                question, lambda typed: _card(mission_card(self.example, typed.split()), known) if typed else None))
        secret = [seat for seat, card in enumerate(known) if card is None]
        if secret:
            self.screen.paragraph(say(
                "secret, and dealt by hansa for now: the missions of {players}; when one is shown, type 'mission PLAYER CITY "
                "CITY CITY'", players=listed([self.player(seat) for seat in secret])))
        others = iter(card for card in range(len(modules()["missions"])) if card not in known)
        return [next(others) if card is None else card for card in known]

    def favours(self, drawn: Sequence[str]) -> list[str]:
        """The tiles that lie open."""
        left, found = list(position_text_of(self.example).seeded_words("favours")), []
        for number in range(len(drawn)):
            question = say("favour {number} of {count}? {choices}:",
                           number=number + 1, count=len(drawn), choices=", ".join(left))
            found.append(self.answer(question, lambda typed: chosen(typed, left)))
            left.remove(found[-1])
        return found

    def warehouses(self, drawn: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        """The goods of each city."""
        found = {}
        for city, goods in drawn.items():
            question = say("the goods of {place}, such as {example}:", place=self.place(city), example=" ".join(goods))
            found[city] = self.answer(question, partial(_goods, self.example, len(goods)))
        return found

    def answer(self, question: Phrase, understood: Callable[[str], Any]) -> Any:
        """What was typed, as soon as it makes sense."""
        while True:
            typed = self.prompt.ask(f"{self.screen.tell(question)} ").strip()
            if typed.casefold() in ("quit", "exit", "q"):
                raise Quit
            try:
                return understood(typed)
            except ValueError as error:
                self.screen.line(str(error), style=BAD)

    def place(self, code: str) -> Phrase:
        """A city, or the route between two, with its code."""
        names = views_of(self.example).words.place_names(self.example)
        return joined("", ["-".join(names.get(city, city) for city in code.split("-")), f" ({code})"])

    def player(self, seat: int) -> Phrase:
        """A player as the table calls them."""
        return player_phrase(seat, self.names[seat] if self.names else "")


def mission_card(state: State, cities: Sequence[str]) -> int | str:
    """A mission by its cities or its number; `?` for one that is hidden."""
    card: int | str = position_text_of(state).seeded_value(state.board, "missions", cities)
    return card


def position_text_of(state: State) -> PositionText:
    """What reads the words of the game that is played."""
    return GAMES[state.game].position_text


def _goods(state: State, spaces: int, typed: str) -> list[str]:
    """As many goods as a city has spaces for."""
    goods: list[str] = position_text_of(state).seeded_value(
        state.board, "warehouses", typed.replace(",", " ").split())
    if len(goods) != spaces:
        raise ValueError(f"there should be {spaces} goods, not {len(goods)} [H2]")
    return goods


def _card(card: int | str, known: Sequence[int | None]) -> int:
    """A mission that somebody else does not have."""
    if isinstance(card, str):
        raise ValueError("press Enter if the mission is secret")
    if card in known:
        raise ValueError("somebody else has this mission; each is there once [T100]")
    return card
