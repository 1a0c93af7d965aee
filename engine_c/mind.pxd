"""The weights that a player judges with."""


from engine_c.game cimport Game

cdef enum:
    LARGEST_WEIGHT = 1000000        # no weight that was learned comes near; sums of such are finite

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
