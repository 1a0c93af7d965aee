"""A bot with a plan: it looks for the route whose claim brings most for the actions it still costs, and works towards it.

What "most" is, is the plan's `Taste`. The way of a decision: `Sight` (what is there), `Worth` (what claims bring),
`Prospects` (what they cost), and then `turn` or `answers`. Nothing is remembered from decision to decision.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine_c.teutonica.position import TeutonicaPosition
from hansa.boards import board
from hansa.bots import answers
from hansa.bots.bot import Bot, Options, option
from hansa.bots.menu import Menu
from hansa.bots.prospects import Prospects
from hansa.bots.sight import Sight
from hansa.bots.turn import Choice, choose_in_turn
from hansa.bots.worth import Taste
from hansa.state import Move, State
from hansa.teutonica.names import PHASES
from hansa.teutonica.notation import notation

ANSWERS = {
    "turn": choose_in_turn, "lift": answers.lifting, "drop": answers.lifting, "displaced": answers.displaced,
    "remove": answers.removing, "bonus": answers.bonus, "neutral": answers.neutral_office, "plates": answers.plates,
}


@dataclass(frozen=True)
class PlanOptions(Options):
    """What a plan may be told."""

    noise: float = option(0.03, "how far its judgement of a route strays, as a share", low=0.0, high=1.0)


class PlanBot(Bot):
    """Plays by its `taste`; the plans derive from it and differ in nothing else."""

    options_class = PlanOptions
    options: PlanOptions
    taste: ClassVar[Taste] = Taste()

    def choose(self, state: State) -> Move:
        """The move that the plan begins with."""
        position = state.position
        assert isinstance(position, TeutonicaPosition)
        codes = position.moves()
        code = codes[0] if len(codes) == 1 else self.decide(position, codes)[1].code
        return Move(notation(position.board_name, position.players).text(code), code)

    def decide(self, position: TeutonicaPosition, codes: list[int]) -> tuple[Prospects | None, Choice]:
        """The choice among the legal moves, and the prospects it rests on."""
        seat = position.to_move
        assert isinstance(seat, int)
        menu = Menu(codes)
        take = menu.only("take")
        if take is not None:        # a trader for nothing (T102)
            return None, Choice(0.0, take, "take")
        prospects = Prospects(Sight(position, seat), self.taste, self.rng, self.options.noise)
        return prospects, ANSWERS[PHASES[position.phase]](prospects, menu)

    def explain(self, state: State) -> str:
        """The choice and the best three undertakings: worth in points, cost in actions."""
        position = state.position
        assert isinstance(position, TeutonicaPosition)
        before = self.rng.getstate()
        prospects, choice = self.decide(position, position.moves())
        self.rng.setstate(before)
        text = f"{notation(position.board_name, position.players).text(choice.code)} ({choice.why})"
        if prospects is None:
            return text
        names = [route.name for route in board(position.board_name).routes]
        best = "; ".join(
            f"{names[prospect.way]} {prospect.aim.what} {prospect.aim.worth:.1f} points for {prospect.cost:.1f} actions"
            for prospect in prospects.ranked[:3]
        )
        return f"{text}: {best}"
