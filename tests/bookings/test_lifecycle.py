"""Every status against every move: what the table does not list is refused and moves nothing."""

from collections.abc import Callable

import pytest
from django.conf import settings

from apps.accounts.models import User
from apps.bookings.change import Facts, Party
from apps.bookings.choices import Status
from apps.bookings.diagram import lifecycle_page
from apps.bookings.lifecycle import TRANSITIONS
from apps.bookings.machine import apply_transition
from apps.core.errors import DomainError
from apps.fares.models import CarType
from tests.bookings.conftest import World
from tests.bookings.making import make_booking, make_offer
from tests.personas import client_of

pytestmark = pytest.mark.django_db

UNLISTED = [
    (name, status) for name, move in TRANSITIONS.items() for status in Status if status not in move.sources
]
ACTIONS = sorted({move.action for move in TRANSITIONS.values() if move.action})
BODIES = {
    "assign": {"driver_id": 1},
    "pay": {"method": "wallet"},
    "promo": {"promo_name": "TEN"},
    "cancel": {"reason": "Changed my mind"},
    "force-end": {"reason": "The telephone broke"},
    "search": {"action": "wait"},
    "book-later": {"trip_date": "2099-01-01T10:00"},
    "record-payment": {"reason": "Paid by hand"},
    "write-off": {"reason": "Nobody will pay"},
    "adjust-fare": {"trip_cost": "1", "reason": "Detour"},
    "rate-rider": {"rating": 5},
    "refund": {"amount": "1", "reason": "Detour"},
    "edit": {"revision": "seen"},
    "unassign": {"reason": "Flat tyre"},
    "reassign": {"reason": "Flat tyre", "driver_id": 1},
}
FACTS = Facts(otp="12345", reason="Because", rating=5)
REFUSED = {403: {"forbidden"}, 404: {"not_found"}, 409: {"wrong_status", "already_taken", "offer_gone"}}


@pytest.mark.parametrize(("name", "status"), UNLISTED)
def test_a_move_that_the_table_does_not_list_is_refused_and_moves_nothing(
    name: str,
    status: Status,
    ada: User,
    ben: User,
    bob: User,
    dora: User,
    economy: CarType,
    world: Callable[[], World],
) -> None:
    booking = make_booking(ada, economy, status, driver=ben)
    make_offer(booking, bob)
    who = {
        Party.RIDER: ada,
        Party.DRIVER: ben,
        Party.OFFERED: bob,
        Party.ADMIN: dora,
        Party.SYSTEM: None,
    }
    before = world()

    for party in TRANSITIONS[name].by:
        with pytest.raises(DomainError):
            apply_transition(name, booking_id=booking.pk, by=who[party], facts=FACTS)

    assert world() == before


@pytest.mark.parametrize("status", list(Status))
@pytest.mark.parametrize("action", ACTIONS)
def test_the_api_refuses_every_actor_whose_move_it_is_not(
    action: str,
    status: Status,
    ada: User,
    ben: User,
    bob: User,
    cleo: User,
    dora: User,
    fay: User,
    economy: CarType,
    world: Callable[[], World],
) -> None:
    """bob of fay's fleet drives it, ben was never asked, cleo is a stranger."""
    booking = make_booking(ada, economy, status, driver=bob)
    people = {
        Party.RIDER: ada,
        Party.DRIVER: bob,
        Party.ADMIN: dora,
        Party.FLEET_ADMIN: fay,
        None: cleo,
        Party.OFFERED: ben,
    }
    before = world()

    for party, person in people.items():
        if party in _allowed(action, status) and party is not Party.OFFERED:
            continue
        reply = client_of(person).post(f"/api/v1/bookings/{booking.pk}/{action}/", BODIES.get(action, {}))
        assert reply.json()["code"] in REFUSED[reply.status_code], (party, reply.json())

    assert world() == before


def _allowed(action: str, status: Status) -> set[Party]:
    moves = [move for move in TRANSITIONS.values() if move.action == action and status in move.sources]
    return {party for move in moves for party in move.by}


def test_the_page_about_the_lifecycle_is_drawn_from_the_table() -> None:
    page = settings.BASE_DIR / "docs/lifecycle.md"
    assert page.read_text(encoding="utf-8") == lifecycle_page(), "run manage.py lifecycle_diagram"
