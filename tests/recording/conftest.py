from tests.bookings.conftest import ready, roads

__all__ = ["ready", "roads"]
