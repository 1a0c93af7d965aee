"""The weights that a player judges with."""


from engine_c.game cimport Game

cdef enum:
    # No weight that was learned comes near. Twice what a mind's file may say, since the engine's weights for
    # the end of a game are differences.
    LARGEST_WEIGHT = 2000000

cdef class Mind:
    cdef float *evaluation
    cdef float *points
    cdef float *policy
    cdef float *plan
    cdef readonly int evaluation_weights
    cdef readonly int points_weights
    cdef readonly int policy_weights
    cdef readonly int plan_weights
    cdef int check_for(self, const Game *game) except -1
