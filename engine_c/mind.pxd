"""The weights that a player judges with."""


cdef class Mind:
    cdef float *evaluation
    cdef float *policy
    cdef readonly int evaluation_weights
    cdef readonly int policy_weights
