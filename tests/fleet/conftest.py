from tests.accounts.conftest import media
from tests.bookings.conftest import ready, roads

__all__ = ["media", "ready", "roads"]
