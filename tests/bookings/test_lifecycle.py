"""Every status with every transition: an unlisted one is refused and changes nothing."""

from collections.abc import Callable

import pytest
from django.conf import settings

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.state_machine.diagram import lifecycle_page
from apps.bookings.state_machine.lifecycle import TRANSITIONS
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.table import (
    booking,
    cancellation,
    driver,
    payment,
    planning,
    search,
    staff_edits,
    trip,
)
from apps.bookings.state_machine.transitions import Actor, TransitionInput
from apps.core.errors import DomainError
from apps.fares.models import CarType
from tests.bookings.builders import make_booking, make_offer
from tests.bookings.conftest import Snapshot
from tests.personas import client_of

pytestmark = pytest.mark.django_db

UNLISTED = [
    (name, status)
    for name, transition in TRANSITIONS.items()
    for status in Status
    if status not in transition.sources
]
ACTIONS = sorted({transition.action for transition in TRANSITIONS.values() if transition.action})
PARTS = (booking, cancellation, driver, payment, planning, search, staff_edits, trip)
BODIES = {
    "assign": {"driver_id": 1},
    "plan": {"driver_id": 1},
    "plan-backup": {"driver_id": 1},
    "hold": {"reason": "The passenger calls back", "until": "2099-01-01T10:00"},
    "pay": {"method": "wallet"},
    "promo": {"promo_name": "TEN"},
    "cancel": {"reason": "Changed my mind"},
    "force-end": {"reason": "The phone broke"},
    "search": {"action": "wait"},
    "book-later": {"trip_date": "2099-01-01T10:00"},
    "record-payment": {"reason": "Paid by hand"},
    "write-off": {"reason": "Not collectable"},
    "adjust-fare": {"trip_cost": "1", "reason": "Detour"},
    "reach-stop": {"stop": 1},
    "leave-stop": {"stop": 1},
    "rate-rider": {"rating": 5},
    "refund": {"amount": "1", "reason": "Detour"},
    "edit": {"revision": "seen"},
    "change-stops": {"quote_id": "seen"},
    "unassign": {"reason": "Flat tyre"},
    "reassign": {"reason": "Flat tyre", "driver_id": 1},
}
INPUTS = TransitionInput(otp="12345", reason="Because", rating=5)
REFUSED = {403: {"forbidden"}, 404: {"not_found"}, 409: {"wrong_status", "already_taken", "offer_gone"}}


@pytest.mark.parametrize(("name", "status"), UNLISTED)
def test_unlisted_transition_is_refused_and_changes_nothing(
    name: str,
    status: Status,
    ada: User,
    ben: User,
    bob: User,
    dora: User,
    economy: CarType,
    snapshot: Callable[[], Snapshot],
) -> None:
    booking = make_booking(ada, economy, status, driver=ben)
    make_offer(booking, bob)
    who = {
        Actor.RIDER: ada,
        Actor.DRIVER: ben,
        Actor.OFFERED_DRIVER: bob,
        Actor.ADMIN: dora,
        Actor.SYSTEM: None,
    }
    before = snapshot()

    for actor in TRANSITIONS[name].by:
        with pytest.raises(DomainError):
            apply_transition(name, booking_id=booking.pk, by=who[actor], inputs=INPUTS)

    assert snapshot() == before


@pytest.mark.parametrize("status", list(Status))
@pytest.mark.parametrize("action", ACTIONS)
def test_api_refuses_every_other_actor(
    action: str,
    status: Status,
    ada: User,
    ben: User,
    bob: User,
    cleo: User,
    dora: User,
    fay: User,
    economy: CarType,
    snapshot: Callable[[], Snapshot],
) -> None:
    """bob of fay's fleet is the driver, ben has no offer, cleo is unrelated."""
    booking = make_booking(ada, economy, status, driver=bob)
    people = {
        Actor.RIDER: ada,
        Actor.DRIVER: bob,
        Actor.ADMIN: dora,
        Actor.FLEET_ADMIN: fay,
        None: cleo,
        Actor.OFFERED_DRIVER: ben,
    }
    before = snapshot()

    for actor, person in people.items():
        if actor in _allowed(action, status) and actor is not Actor.OFFERED_DRIVER:
            continue
        reply = client_of(person).post(f"/api/v1/bookings/{booking.pk}/{action}/", BODIES.get(action, {}))
        assert reply.json()["code"] in REFUSED[reply.status_code], (actor, reply.json())

    assert snapshot() == before


def _allowed(action: str, status: Status) -> set[Actor]:
    transitions = [
        transition
        for transition in TRANSITIONS.values()
        if transition.action == action and status in transition.sources
    ]
    return {actor for transition in transitions for actor in transition.by}


def test_lifecycle_page_is_generated_from_the_table() -> None:
    page = settings.BASE_DIR / "docs/lifecycle.md"
    assert page.read_text(encoding="utf-8") == lifecycle_page(), "run manage.py lifecycle_diagram"


def test_parts_of_the_table_share_no_name() -> None:
    assert len(TRANSITIONS) == sum(len(part.TRANSITIONS) for part in PARTS)
