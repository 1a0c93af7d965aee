"""A small net that corrects a weighted sum: numbers about a seat in, what to add to its strength
out.

    inputs -> HIDDEN -> SECOND -> 1      each layer but the last: sums, cut to 0 .. CEILING

The second layer also says how many points to expect (engine_c/judgement.pyx).

Most inputs are 0, so the first layer adds up the rows of those that are not. Sums run in one fixed
order, and nothing but additions, products and comparisons of 32-bit floats is used: the result is
the same, bit for bit, on every processor. `tests/net_twin.py` computes it in numpy.
"""

cdef enum:
    HIDDEN = 32
    SECOND = 16
    MOST_INPUTS = 4096

cdef struct Net:
    int inputs
    const float *first          # inputs x HIDDEN, a row for each input
    const float *first_bias     # HIDDEN
    const float *second         # HIDDEN x SECOND, a row for each hidden unit
    const float *second_bias    # SECOND
    const float *last           # SECOND
    float last_bias

cdef void net_units(const Net *net, const float *inputs, float *units) noexcept nogil
cdef float net_output(const Net *net, const float *units) noexcept nogil
