"""A small random generator (PCG-XSH-RR, 64-bit state, 32-bit output) that is passed by pointer."""

from libc.stdint cimport uint32_t, uint64_t

cdef struct Random:
    uint64_t state
    uint64_t stream     # odd

cdef inline uint32_t next32(Random *random) noexcept nogil:
    cdef uint64_t old = random.state
    random.state = old * <uint64_t>6364136223846793005 + random.stream
    cdef uint32_t mixed = <uint32_t>(((old >> 18) ^ old) >> 27)
    cdef uint32_t turn = <uint32_t>(old >> 59)
    return (mixed >> turn) | (mixed << ((32 - turn) & 31))

cdef inline uint32_t below(Random *random, uint32_t bound) noexcept nogil:
    """A number in [0, bound) by one multiplication; the bias is below bound / 2**32."""
    return <uint32_t>((<uint64_t>next32(random) * bound) >> 32)

cdef inline void seed_random(Random *random, uint64_t seed, uint64_t stream) noexcept nogil:
    random.state = 0
    random.stream = (stream << 1) | 1
    next32(random)
    random.state += seed
    next32(random)
