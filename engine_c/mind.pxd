"""The weights that a player judges with."""


from engine_c.game cimport Game
from engine_c.net cimport Net, PolicyNet

cdef enum:
    # No weight that was learned comes near. Twice what a mind's file may say, since the engine's
    # weights for the end of a game are differences.
    LARGEST_WEIGHT = 2000000
    LARGEST_NET_WEIGHT = 1000

cdef class Mind:
    cdef float *evaluation
    cdef float *points
    cdef float *policy
    cdef float *plan
    cdef Net *net                   # NULL without one
    cdef float *net_weights
    cdef PolicyNet *policy_net      # NULL without one
    cdef float *policy_net_weights
    cdef readonly int evaluation_weights
    cdef readonly int points_weights
    cdef readonly int policy_weights
    cdef readonly int plan_weights
    cdef readonly int net_inputs    # 0 without a net
    cdef readonly object settings   # SearchSettings: of the search that it was taught with
    cdef int _take_net(self, const float[::1] weights) except -1
    cdef int _take_policy_net(self, const float[::1] weights) except -1
    cdef int check_for(self, const Game *game, const void *rules) except -1
