"""What the AI would say to a person who asks: the best move, or what it thinks of each."""

from __future__ import annotations

from hansa.cli.screen import Screen
from hansa.cli.thoughts import in_colours, points_table, proof_line, thought_lines
from hansa.judgement import VERDICT_NAMES
from hansa.phrases import say
from hansa.review import judge
from hansa.solving import solve
from hansa.state import Move, State
from hansa.thinking import Budget, fitted_thinker

WHY_LINES, HINT_MOVES = 8, 8
MEMORY = 128            # megabytes


class Advice:
    """Thinks for so long about a position as a seat may see it."""

    def __init__(self, screen: Screen, seconds: float) -> None:
        self.screen, self.budget = screen, Budget(seconds=seconds)

    def hint(self, state: State, seat: int) -> None:
        """The best line."""
        with self.screen.waiting(say("thinking")):
            solution = solve(state)
            line = None if solution else fitted_thinker(memory=MEMORY).think(state, self.budget, lines=1).lines[0]
        if solution is not None:
            self.screen.line(say("hint: {move}", move=str(solution.best.move)), style="bold")
            self.screen.paragraph(f"  {self.screen.tell(proof_line(solution))}")
            return
        assert line is not None
        self.screen.line(say("hint: {move}", move=str(line.move)), style="bold")
        expected = say("you may expect {share:.0%} of the win", share=line.values[seat])
        moves = in_colours(line.variation[:HINT_MOVES], self.screen.language)
        self.screen.paragraph(f"  {self.screen.tell(expected)}; {moves}")

    def choices(self, state: State, seat: int) -> None:
        """The best ones in a table."""
        with self.screen.waiting(say("thinking")):
            thought = fitted_thinker(memory=MEMORY).think(state, self.budget, lines=WHY_LINES)
        for text in thought_lines(thought, seat, self.screen.width, self.screen.language):
            self.screen.line(text)

    def about(self, state: State, move: Move) -> None:
        """One move beside the best."""
        with self.screen.waiting(say("thinking")):
            judged = judge(state, move, self.budget)
        if judged.verdict == "best":
            self.screen.line(say("{move}: nothing better is known", move=str(move)), style="bold")
        else:
            self.screen.line(say(
                "{move}: {verdict}, {loss:.1%} of the win less than {best}", move=str(move), loss=judged.loss,
                verdict=VERDICT_NAMES[judged.verdict], best=judged.best.move), style="bold")
            self.screen.paragraph(f"  {self.screen.tell(say('it {reason}', reason=judged.why))}")
        for text in points_table(judged.played.points, self.screen.language) if judged.played.points else ():
            self.screen.line(text)
