"""Random numbers that depend on names only, so that every policy meets the same riders and drivers."""

import hashlib
import math
from statistics import NormalDist
from typing import Final

_NORMAL: Final = NormalDist()


def uniform(*names: object) -> float:
    """Return a number from 0 to 1, always the same for the same names."""
    digest = hashlib.blake2b(repr(names).encode(), digest_size=8).digest()
    return (int.from_bytes(digest) + 0.5) / 2**64


def lognormal(median: float, sigma: float, *names: object) -> float:
    return median * math.exp(sigma * _NORMAL.inv_cdf(uniform(*names)))
