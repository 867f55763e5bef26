"""Limits of glibc's memory allocator that suit processes with many threads."""

import ctypes
import os
from typing import Final

# From <malloc.h>.
M_MMAP_THRESHOLD: Final = -3
M_ARENA_MAX: Final = -8

LARGE_BYTES: Final = 1024 * 1024
"""Freed blocks of at least this size are returned to the system at once."""
ARENAS: Final = 2
"""Number of heaps (arenas) that all threads share."""


def bound_heaps() -> None:
    """Return freed memory to the system; call it before threads start.

    Hashing a password takes 19 MiB. After the first free, glibc serves this size from a heap per thread and
    keeps the block there: eight threads hold 150 MB that nothing uses (docs/performance.md). MALLOC_...
    variables in the environment take precedence; other C libraries are left alone.
    """
    if any(name.startswith("MALLOC_") for name in os.environ):
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)
        mallopt(M_ARENA_MAX, ARENAS)
