"""The trip code that a rider gives to the driver."""

import secrets


def new_otp() -> str:
    """Return five digits, 10000 to 99999."""
    return str(10_000 + secrets.randbelow(90_000))
