"""Sets of small numbers as words of bits: the first and the last of a set, and how many it has.

Works with every compiler. Of the empty set only the count is defined.
"""

from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    #if defined(_MSC_VER) && !defined(__clang__)        /* Microsoft's compiler */
    #include <intrin.h>
    static __inline int hansa_ctz(unsigned long long bits) {
        unsigned long place;
        _BitScanForward64(&place, bits);
        return (int)place;
    }
    static __inline int hansa_clz(unsigned long long bits) {
        unsigned long place;
        _BitScanReverse64(&place, bits);
        return 63 - (int)place;
    }
    #define hansa_clz32(bits) (hansa_clz(bits) - 32)
    #ifdef _M_ARM64
    #define hansa_popcount(bits) ((int)_CountOneBits64(bits))
    #else
    #define hansa_popcount(bits) ((int)__popcnt64(bits))
    #endif
    #else
    #define hansa_ctz __builtin_ctzll
    #define hansa_clz __builtin_clzll
    #define hansa_clz32 __builtin_clz
    #define hansa_popcount __builtin_popcountll
    #endif
    """
    int ctz "hansa_ctz"(uint64_t) noexcept nogil            # zeros below the lowest bit
    int clz "hansa_clz"(uint64_t) noexcept nogil            # zeros above the highest, of 64
    int clz32 "hansa_clz32"(uint32_t) noexcept nogil        # of 32
    int popcount "hansa_popcount"(uint64_t) noexcept nogil
