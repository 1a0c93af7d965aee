"""The weights that a player judges with."""


from engine_c.game cimport Game
from engine_c.net cimport Net

cdef enum:
    LARGEST_WEIGHT = 1000000        # no weight that was learned comes near; sums of such are finite
    LARGEST_NET_WEIGHT = 1000

cdef class Mind:
    cdef float *evaluation
    cdef float *points
    cdef float *policy
    cdef float *plan
    cdef Net *net                   # NULL without one
    cdef float *net_weights
    cdef readonly int evaluation_weights
    cdef readonly int points_weights
    cdef readonly int policy_weights
    cdef readonly int plan_weights
    cdef readonly int net_inputs    # 0 without a net
    cdef int _take_net(self, const float[::1] weights) except -1
    cdef int check_for(self, const Game *game, const void *rules) except -1
