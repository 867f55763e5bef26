"""What a process may keep of the memory that it has used: glibc's own ways do not suit many threads."""

import ctypes
import os
from typing import Final

# Of <malloc.h>.
M_MMAP_THRESHOLD: Final = -3
M_ARENA_MAX: Final = -8

LARGE_BYTES: Final = 1024 * 1024
"""Blocks from this size on are given back to the system at once."""
ARENAS: Final = 2
"""Heaps that all threads share."""


def bound_heaps() -> None:
    """Have freed memory go back to the system; call it before threads begin.

    A password's hash takes 19 MiB. Once one is freed, glibc serves such sizes from a heap, of which each
    thread has its own, and keeps them there: eight threads hold 150 MB that nobody uses
    (docs/performance.md). Fixed limits end that. What the environment says (MALLOC_...) is stronger, and
    other C libraries have no such ways.
    """
    if any(name.startswith("MALLOC_") for name in os.environ):
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)
        mallopt(M_ARENA_MAX, ARENAS)
