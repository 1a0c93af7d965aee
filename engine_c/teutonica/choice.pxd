"""How a plan compares what it may do: the most urgent first, then by what it brings."""

from engine_c.game cimport Move

cdef enum:
    OUT_OF_QUESTION = -1000 # points an action: below all that may be chosen

cdef enum:  # Urgency: what goes before all that is less urgent, whatever it brings
    IN_TURN = 0             # actions, by points an action
    BY_MARKER = 1           # a step or a swap by a marker costs no action
    CLEARING = 2            # moving others' pieces away, before one works on
    BY_FAVOUR = 3           # a tile must be taken before anything else is done (T101)
    WINNING = 4             # a claim that wins the game

cdef struct Choice:
    int urgency
    float rate
    Move move

cdef inline Choice choice_unless(float rate, Move move) noexcept nogil:
    """A choice that falls on this move unless something is offered that brings more."""
    cdef Choice choice
    choice.urgency, choice.rate, choice.move = IN_TURN, rate, move
    return choice

cdef inline void offer_urgent(Choice *choice, int urgency, float rate, Move move) noexcept nogil:
    if urgency > choice.urgency or (urgency == choice.urgency and rate > choice.rate):
        choice.urgency, choice.rate, choice.move = urgency, rate, move

cdef inline void offer(Choice *choice, float rate, Move move) noexcept nogil:
    offer_urgent(choice, IN_TURN, rate, move)
