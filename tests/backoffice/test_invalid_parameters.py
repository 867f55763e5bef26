"""Admin lists with invalid parameters reply or refuse; they never fail."""

from collections.abc import Iterator
from typing import Final

import pytest

from apps.accounts.models import User
from apps.fares.models import CarType
from tests.bookings.builders import make_booking
from tests.personas import client_of
from tests.test_access_matrix import IN, ROWS

pytestmark = pytest.mark.django_db

NUL: Final = "\x00"
BIG: Final = "9223372036854775808"
"""Beyond the ids of the database."""
NONSENSE: Final = (
    *(("search", word) for word in (NUL, "%\\'", "x" * 5000)),
    *(("cursor", word) for word in ("x", NUL, "e30=")),
    *(("page_size", word) for word in ("-1", BIG)),
    *(("ordering", word) for word in ("password", NUL)),
    *((name, word) for name in ("from", "to") for word in ("0001-01-01", "9999-12-31", NUL)),
    *(
        (name, word)
        for name in ("driver", "customer", "car_type", "fleet_admin", "user", "batch", "actor", "target")
        for word in (BIG, NUL)
    ),
    *((name, NUL) for name in ("state", "status", "kind", "source", "action", "group", "provider", "list")),
)


def lists() -> Iterator[str]:
    """Return the endpoints that an admin reads without an id."""
    for (method, path), row in ROWS.items():
        whole = "<" not in path and (not path.startswith("me/") or path == "me/views/")
        if method == "get" and whole and row.cells[0] != IN and row.cells[-1] == IN:
            yield path


def failures(who: User, path: str) -> dict[str, int]:
    """Return the failed requests; 503 is allowed where the router or place index is missing."""
    client = client_of(who)
    client.raise_request_exception = False
    found = {}
    for name, value in NONSENSE:
        status = client.get(f"/api/v1/{path}", {name: value}).status_code
        if status >= 500 and status != 503:
            found[f"{name}={value[:20]!r}"] = status
    return found


@pytest.mark.parametrize("path", list(lists()))
def test_invalid_parameters_of_lists_never_fail(dora: User, path: str) -> None:
    assert failures(dora, path) == {}


def test_invalid_parameters_of_details_never_fail(ada: User, bob: User, dora: User, economy: CarType) -> None:
    trip = make_booking(ada, economy)
    for path in (
        *(f"people/{bob.pk}/", f"people/{bob.pk}/ratings/", f"users/{bob.pk}/wallet/history/"),
        *(f"bookings/{trip.pk}/{part}/" for part in ("drivers", "offers", "events", "messages")),
    ):
        assert failures(dora, path) == {}, path
