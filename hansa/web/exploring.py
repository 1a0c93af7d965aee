"""What strong players did in a position: the book of `hansa explore`, in words."""

from __future__ import annotations

from collections.abc import Iterable

from hansa.exploring.strong_play import strong_play
from hansa.languages import Language
from hansa.phrases import say
from hansa.state import State
from hansa.views.svg import drawing_of
from hansa.web.school_answers import MoveExplored, PositionExplored
from hansa.web.seat_checks import ServerError


def explored(state: State, language: Language, before: Iterable[tuple[int, State]] = ()) -> PositionExplored:
    """What was played there, or in positions with the markers in another order too.

    `before` are earlier positions with their plies, the latest first: if no game came here, the
    answer names the last of them that games came to.

    >>> from hansa.languages import ENGLISH
    >>> found = explored(State.new(board="hansa-23", players=2, seed=1), ENGLISH)
    >>> found.similar, found.games > 20, found.moves[0].games >= found.moves[-1].games, found.even
    (True, True, True, 0.5)
    """
    if not isinstance(state.to_move, int):
        raise ServerError(say("the game is over") if state.over else say("chance is to move"))
    found, shown = strong_play(), drawing_of(state)
    here = found.at(state)
    similar = here.more > here.games
    last = None if here.similar else next((ply for ply, earlier in before if found.at(earlier).similar), None)
    legal = set(map(str, state.legal_moves))        # with other markers, another move may be possible
    return PositionExplored(
        player=found.player, games=here.more if similar else here.games, similar=similar, even=1 / state.players, last=last,
        moves=[
            MoveExplored(
                move=move, words=language.tell(shown.wish(move)), targets=tuple(shown.targets(move)),
                games=played.games, share=round(played.share, 4), points=round(played.points, 2),
                interval=[round(end, 4) for end in played.interval])
            for played in (here.similar if similar else here.moves) if (move := str(played.move)) in legal])
