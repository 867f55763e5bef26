"""Staff roles: every operation of admins as each built-in role, in an area alone, and without any area.

The table below says which area an operation belongs to. An operation without a row fails, so no operation of
the back office is open to all roles by accident.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

import pytest
from django.db import transaction

from apps.accounts.choices import UserType
from apps.accounts.models import StaffRole, User
from apps.accounts.staff_roles.areas import READ_ONLY, Area, Level, is_allowed
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.core.errors import Forbidden
from apps.core.platform import platform_settings
from apps.exports.lists import registered_lists
from apps.exports.registry import export_kind
from apps.fares.models import CarType
from apps.realtime.events.topics import TopicRefused, topic_for
from tests.bookings.builders import make_booking
from tests.personas import client_of, make_driver, make_user
from tests.test_access_matrix import FUNCTIONS, IN, ROWS, Row, call

pytestmark = pytest.mark.django_db

BUILT_IN: Final[dict[str, dict[str, str]]] = import_module(
    "apps.accounts.migrations.0007_built_in_staff_roles"
).ROLES
DORA: Final = -1
"""The admin's cell."""

OWN: Final = ("me/", "auth/", "realtime/", "exports/", "dashboard/", "push/config/", FUNCTIONS)
"""What every admin may use: the own account and files, and views that hide what the role does not allow."""
NOT_OWN: Final = ("dashboard/drivers/", "me/case-photos/")
EVERYONES: Final = ("payments/checkouts/", "payments/test/", "routes/", "estimates/")
"""For payers, or for anyone; an admin's role decides only about the rows of others."""

AREAS: Final[dict[str, tuple[Area, ...]]] = {
    "dashboard/drivers/": (Area.BOOKINGS,),
    "desk/": (Area.BOOKINGS,),
    "calls/": (Area.BOOKINGS,),
    "bookings/": (Area.BOOKINGS,),
    "promos/check/": (Area.BOOKINGS,),
    "notes/": (Area.PEOPLE, Area.BOOKINGS),
    "riders/": (Area.PEOPLE,),
    "drivers/": (Area.PEOPLE,),
    "fleet-admins/": (Area.PEOPLE,),
    "people/": (Area.PEOPLE, Area.STAFF),
    "people/import/": (Area.PEOPLE,),
    "people/<int:pk>/merge/": (Area.PEOPLE,),
    "people/<int:pk>/data-export/": (Area.PEOPLE,),
    "people/<int:pk>/documents/": (Area.FLEET,),
    "people/<int:pk>/presence/": (Area.PEOPLE,),
    "driver-documents/": (Area.FLEET,),
    "vehicles/": (Area.FLEET,),
    "documents/": (Area.FLEET,),
    "requirements/": (Area.FLEET,),
    "ranks/": (Area.FLEET,),
    "shifts/": (Area.FLEET,),
    "car-types/": (Area.TARIFFS,),
    "promos/": (Area.TARIFFS,),
    "tariffs/": (Area.TARIFFS,),
    "quotes/": (Area.TARIFFS,),
    "surge/": (Area.TARIFFS,),
    "replays/": (Area.TARIFFS,),
    "public-holidays/": (Area.TARIFFS,),
    "cancel-reasons/": (Area.TARIFFS,),
    "wallets/": (Area.MONEY,),
    "withdrawals/": (Area.MONEY,),
    "users/": (Area.MONEY,),
    "owed-fees/": (Area.MONEY,),
    "payment-accounts/": (Area.MONEY,),
    "payments/attempts/": (Area.MONEY,),
    "payments/bookings/": (Area.MONEY,),
    "payments/checkouts/<slug:ref>/refund/": (Area.MONEY,),
    "bookings/<int:pk>/adjust-fare/": (Area.MONEY,),
    "bookings/<int:pk>/refund/": (Area.MONEY,),
    "bookings/<int:pk>/record-payment/": (Area.MONEY,),
    "bookings/<int:pk>/request-payment/": (Area.MONEY,),
    "bookings/<int:pk>/write-off/": (Area.MONEY,),
    "approvals/": (Area.APPROVALS,),
    "approvals/<int:pk>/cancel/": (Area.APPROVALS, Area.MONEY),
    "reports/": (Area.REPORTS,),
    "drivers/<int:pk>/statements/": (Area.REPORTS,),
    "cases/": (Area.CASES,),
    "me/case-photos/": (Area.CASES,),
    "sos/": (Area.CASES,),
    "notifications/": (Area.CONTENT,),
    "terms-versions/": (Area.CONTENT,),
    "settings/": (Area.SETTINGS,),
    "app-info/": (Area.SETTINGS,),
    "languages/": (Area.SETTINGS,),
    "status/": (Area.SETTINGS,),
    "outbox/session/": (Area.SETTINGS,),
    "admins/": (Area.STAFF,),
    "people/<int:pk>/two-factor/": (Area.PEOPLE, Area.STAFF),
    "people/<int:pk>/passkeys/": (Area.PEOPLE, Area.STAFF),
    "staff-roles/": (Area.STAFF,),
    "audit/": (Area.AUDIT,),
    "register/": (Area.REGISTER,),
    "inspector-accesses/": (Area.REGISTER,),
}
"""The areas of which one is enough, by the start of the path; the longest start counts."""
AREAS_OF: Final[dict[tuple[str, str], tuple[Area, ...]]] = {
    ("get", "promos/"): (Area.TARIFFS, Area.BOOKINGS),
}
"""Operations that differ from the others of their path."""
READS: Final = {
    ("post", "notifications/count/"),
    ("post", "outbox/session/"),
    ("post", "promos/check/"),
    ("post", "bookings/<int:pk>/edit-preview/"),
    ("post", "bookings/<int:pk>/stops-preview/"),
    ("post", "car-types/preview/"),
    ("post", "tariffs/<int:pk>/preview/"),
    ("post", "tariffs/<int:pk>/fees/"),
    ("post", "tariffs/check/"),
    ("post", "tariffs/compare/"),
}
"""Operations that need `view`, although their method is not a safe one."""


def operations() -> Iterator[tuple[str, str]]:
    """Return the operations of admins that not everyone may use."""
    for (method, path), row in ROWS.items():
        if row.cells[DORA] != IN or row.cells[0] == IN:
            continue
        if path.startswith(EVERYONES) and "refund" not in path:
            continue
        if path.startswith(OWN) and path not in NOT_OWN:
            continue
        yield method, path


def areas_of(method: str, path: str) -> tuple[Area, ...]:
    starts = [start for start in AREAS if path.startswith(start)]
    return AREAS_OF.get((method, path)) or AREAS[max(starts, key=len)]


def level_of(method: str, path: str) -> Level:
    return Level.VIEW if method == "get" or (method, path) in READS else Level.CHANGE


def test_every_operation_of_admins_has_an_area() -> None:
    assert [
        (method, path) for method, path in operations() if not any(path.startswith(start) for start in AREAS)
    ] == []


ROLES: Final[dict[str, dict[str, str]]] = (
    BUILT_IN
    | {"nothing": {}}
    | {f"only_{area.value}": {area.value: Level.CHANGE.value} for area in Area if area not in READ_ONLY}
    | {f"views_{area.value}": {area.value: Level.VIEW.value} for area in Area}
)


@pytest.fixture
def role(request: pytest.FixtureRequest) -> dict[str, str]:
    permissions: dict[str, str] = request.param
    return permissions


@pytest.fixture
def worker(role: dict[str, str]) -> User:
    return make_user(
        "Dan", UserType.ADMIN, staff_role=StaffRole.objects.create(name="Test", permissions=role)
    )


@pytest.fixture
def trips(ada: User, economy: CarType) -> dict[Status, Booking]:
    statuses = {row.status for row in ROWS.values() if row.status is not None}
    return {
        status: make_booking(
            ada, economy, status, driver=None if status == Status.NEW else _driver_of(status, economy)
        )
        for status in statuses
    }


def _driver_of(status: Status, economy: CarType) -> User:
    # A driver has one active trip.
    return make_driver(f"Driver{status}", economy)


every_role = pytest.mark.parametrize("role", list(ROLES.values()), ids=list(ROLES), indirect=True)


@every_role
def test_role_may_use_what_its_areas_allow_and_nothing_else(
    role: dict[str, str], worker: User, trips: dict[Status, Booking]
) -> None:
    platform_settings()
    client = client_of(worker)
    wrong = {}
    for method, path in operations():
        row: Row = ROWS[method, path]
        booking = trips[row.status] if row.status is not None else None
        point = transaction.savepoint()
        response = call(client, method, path, booking, row.body)
        transaction.savepoint_rollback(point)
        allowed = any(is_allowed(role, area, level_of(method, path)) for area in areas_of(method, path))
        refused = response.status_code == 403 and response.json()["code"] == "forbidden"
        if refused == allowed and not _hides(path, role, response):
            wrong[method, path] = response.status_code
    assert wrong == {}


def _hides(path: str, role: dict[str, str], response: Any) -> bool:
    """Return whether the operation is allowed, but its booking is in another area."""
    hidden = path.startswith("bookings/<int:pk>/") and not is_allowed(role, Area.BOOKINGS, Level.VIEW)
    return hidden and response.status_code in (403, 404)


@every_role
def test_role_may_export_the_lists_that_it_may_read(role: dict[str, str], worker: User) -> None:
    allowed = set()
    for spec in registered_lists():
        try:
            export_kind(spec.name).check(worker, {})
            allowed.add(spec.name)
        except Forbidden:
            pass
    declared = {
        spec.name
        for spec in registered_lists()
        if spec.name == "wallet" or any(is_allowed(role, area, Level.VIEW) for area in spec.permission.areas)  # type: ignore[attr-defined]  # of StaffMay
    }
    assert allowed == declared


TOPICS: Final = {
    "fleet": Area.BOOKINGS,
    "bookings": Area.BOOKINGS,
    "cases": Area.CASES,
    "ranks": Area.FLEET,
    "rank:1": Area.FLEET,
}


@every_role
def test_role_may_subscribe_to_the_topics_of_its_areas(
    role: dict[str, str], worker: User, trips: dict[Status, Booking]
) -> None:
    topics = TOPICS | {f"booking:{trips[Status.STARTED].pk}": Area.BOOKINGS}
    for topic, area in topics.items():
        if is_allowed(role, area, Level.VIEW):
            assert topic_for(worker, topic) == topic
        else:
            with pytest.raises(TopicRefused):
                topic_for(worker, topic)
