"""How this engine was compiled: what a report of a fault has to say."""

cdef extern from *:
    """
    #ifndef HANSA_BUILD         // setup.py says both
    #define HANSA_BUILD "unknown"
    #endif
    #ifndef HANSA_PROCESSOR
    #define HANSA_PROCESSOR ""
    #endif
    #ifdef __VERSION__          // of GCC and Clang
    #define HANSA_COMPILER __VERSION__
    #else
    #define HANSA_COMPILER "unknown"
    #endif
    """
    const char *HANSA_BUILD
    const char *HANSA_PROCESSOR
    const char *HANSA_COMPILER

BUILD = HANSA_BUILD.decode()            # release, debug, sanitize or threads
# as -march names it; empty where every one of its kind will do
PROCESSOR = HANSA_PROCESSOR.decode()
COMPILER = HANSA_COMPILER.decode()
