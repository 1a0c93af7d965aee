"""What ranks and points are worth in every game: shares (D20), and the softer standing."""

from libc.math cimport exp, expf


cdef inline void shares_of_ranks(const int *rank, int seats, double *shares) noexcept nogil:
    """D20: those on rank 1 split 1."""
    cdef int seat, winners = 0
    for seat in range(seats):
        winners += rank[seat] == 1
    for seat in range(seats):
        shares[seat] = 1.0 / winners if rank[seat] == 1 else 0.0


cdef inline void standing_of_points(const int *total, int seats, double *standing) noexcept nogil:
    """The softmax of the points: ten points more are e times as good."""
    cdef int seat, best = 0
    cdef double sum_ = 0
    for seat in range(seats):
        best = max(best, total[seat])
    for seat in range(seats):
        standing[seat] = exp((total[seat] - best) / 10.0)
        sum_ += standing[seat]
    for seat in range(seats):
        standing[seat] /= sum_


cdef inline void shares_of_strengths(const float *strength, int seats, float *shares) noexcept nogil:
    """The softmax of what an evaluation thinks of each seat."""
    cdef float total = 0, best = strength[0]
    cdef int seat
    for seat in range(1, seats):
        best = max(best, strength[seat])
    for seat in range(seats):
        shares[seat] = expf(strength[seat] - best)
        total += shares[seat]
    for seat in range(seats):
        shares[seat] /= total
