"""The code that a rider says to the driver at the start of a trip."""

import secrets


def new_otp() -> str:
    """Five digits, 10000 to 99999."""
    return str(10_000 + secrets.randbelow(90_000))
