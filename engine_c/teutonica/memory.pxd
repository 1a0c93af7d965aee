"""What a plan remembers of a position between decisions. Only `note_move` makes it stale."""

from libc.stdint cimport uint8_t, uint64_t

from engine_c.game cimport Move
from engine_c.teutonica.facts cimport Holders, Offices
from engine_c.teutonica.taste cimport Taste
from engine_c.teutonica.types cimport Board, SEATS, State
from engine_c.teutonica.worth cimport Worth

cdef enum:  # Age
    UNKNOWN = 0
    OLD = 1  # of a position not long before, which will do for placing pieces and markers
    NEW = 2                 # of this position

cdef struct Memory:
    uint8_t looked                  # the age of the next two
    Offices offices
    Holders holders
    uint8_t age[SEATS]              # of what claims are worth to each seat
    Worth worths[SEATS]
    int surveyed                    # the seat whose undertakings are known and go on, or NONE
    uint64_t moved                  # slots where his pieces have moved since then
    int target                      # the route that was last worked for in this turn, or NONE

cdef void forget_all(Memory *memory) noexcept nogil
cdef void note_move(Memory *memory, const State *after, Move move) noexcept nogil
cdef void look_at_cities(Memory *memory, const Board *board, const State *state) noexcept nogil
cdef const Worth *recall_worth(
    Memory *memory, const Board *board, const State *state, const Taste *taste, int seat, int age
) noexcept nogil
