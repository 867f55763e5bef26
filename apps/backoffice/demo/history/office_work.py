"""Support cases, notes, taxi ranks, a planned trip and a draft of a tariff, as staff would have made them."""

from datetime import timedelta
from typing import Final, NamedTuple

from apps.accounts.models import User
from apps.backoffice.cases.states import ANSWER_WITHIN
from apps.backoffice.demo import people
from apps.backoffice.demo.history.past import Past
from apps.backoffice.demo.history.roads import Spot
from apps.backoffice.models import (
    Audience,
    Case,
    CaseKind,
    CaseMessage,
    CaseState,
    Flag,
    Note,
    Outcome,
)
from apps.bookings.choices import SETTLED, Status
from apps.bookings.models import Booking
from apps.fares.models import Tariff
from apps.fares.tariffs.car_types import car_types_document
from apps.fleet.models import Rank

STAFF: Final = True
PERSON: Final = False


class _Matter(NamedTuple):
    """A case: its kind, the hours since its first message, and the messages with the hours since each."""

    kind: CaseKind
    messages: tuple[tuple[bool, float, str], ...]
    outcome: Outcome | None = None


MATTERS: Final = (
    _Matter(
        CaseKind.LOST_PROPERTY,
        ((PERSON, 3, "I left a black umbrella with a wooden handle on the back seat."),),
    ),
    _Matter(
        CaseKind.COMPLAINT,
        (
            (PERSON, 20, "The driver took the coast road although I said I was in a hurry."),
            (STAFF, 18, "I'm sorry about that. I'm checking the route of your trip and will reply today."),
            (PERSON, 2, "Thank you. I was ten minutes late for my appointment."),
        ),
    ),
    _Matter(
        CaseKind.PAYMENT,
        (
            (PERSON, 30, "My card was charged, but the driver also took cash."),
            (STAFF, 27, "Could you send us the amount that you paid in cash?"),
        ),
    ),
    _Matter(
        CaseKind.LOST_PROPERTY,
        (
            (PERSON, 120, "A child's blue backpack with a dinosaur on it."),
            (STAFF, 118, "The driver has found it. You can collect it at the depot until Friday."),
            (PERSON, 100, "Collected. Thank you so much!"),
        ),
        Outcome.RETURNED,
    ),
    _Matter(
        CaseKind.COMPLAINT,
        (
            (PERSON, 260, "The car smelled of smoke."),
            (STAFF, 250, "Thank you for your message. We have spoken to the driver and the car was cleaned."),
        ),
        Outcome.WARNED,
    ),
)
NOTES: Final = (
    (Flag.WHEELCHAIR, "Folding wheelchair. Needs the boot empty."),
    (Flag.NO_SHOWS, "Call before sending a car."),
    ("", "Prefers to be called by the first name. Ring twice: the phone is in another room."),
)
RANKS: Final = 2
NIGHT: Final = {
    "name": "Night rate",
    "when": {"hours": "23:00-06:00"},
    "then": {"kind": "multiplier", "factor": "1.25"},
}
DRAFT_NAME: Final = "Night rate from January"


def do_office_work(past: Past) -> None:
    """Create the rows; call it when people and bookings are stored."""
    shown = {f"{login}@{people.DOMAIN}" for login in people.SHOWN}
    # Not the people of the login page, whose own screens stay as a new user finds them.
    riders = [rider.user for rider in past.participants.riders if rider.user.email not in shown]
    _open_cases(past, riders)
    _write_notes(past, riders)
    _add_ranks(past)
    _plan_trip(shown)
    _draft_tariff(past)


def _open_cases(past: Past, riders: list[User]) -> None:
    admin = past.participants.admin
    trips = Booking.objects.filter(status__in=SETTLED, customer__in=riders)
    for matter in MATTERS:
        first = past.now - timedelta(hours=matter.messages[0][1])
        trip = trips.filter(trip_end_time__lt=first).order_by("-trip_end_time").first()
        if trip is None:
            continue
        trips = trips.exclude(customer=trip.customer_id)
        by_staff, hours, _text = matter.messages[-1]
        last = past.now - timedelta(hours=hours)
        state = CaseState.WAITING if by_staff else CaseState.OPEN
        if matter.outcome is not None:
            state = CaseState.CLOSED
        case = Case.objects.create(
            kind=matter.kind,
            state=state,
            person_id=trip.customer_id,
            booking=trip,
            owner=admin,
            due_at=last + ANSWER_WITHIN if state == CaseState.OPEN else None,
            outcome=matter.outcome or "",
            closed_at=last if state == CaseState.CLOSED else None,
            created_at=first,
        )
        for staff, ago, text in matter.messages:
            CaseMessage.objects.create(
                case=case,
                audience=Audience.PERSON,
                by_staff=staff,
                author=admin if staff else trip.customer,
                author_name=admin.full_name if staff else trip.customer_name,
                text=text,
                created_at=past.now - timedelta(hours=ago),
            )


def _write_notes(past: Past, riders: list[User]) -> None:
    admin = past.participants.admin
    for rider, (flag, text) in zip(riders, NOTES, strict=False):
        Note.objects.create(person=rider, flag=flag, text=text, by=admin, by_name=admin.full_name)


def _add_ranks(past: Past) -> None:
    """Add ranks at the best-known places. Without queued drivers they change nothing."""
    # Branches of a shop have one name, but ranks need different ones.
    sights: dict[str, Spot] = {}
    for sight in past.places.sights:
        sights.setdefault(sight.name.split(",")[0].upper(), sight)
    for sight in list(sights.values())[:RANKS]:
        name = sight.name.split(",")[0]
        Rank.objects.create(name=name, lat=sight.at.lat, lng=sight.at.lng, radius_m=80)


def _plan_trip(shown: set[str]) -> None:
    """Plan the driver of the next scheduled trip, who has not confirmed yet."""
    trip = Booking.objects.filter(status=Status.NEW, book_later=True).order_by("trip_date").first()
    if trip is not None:
        able = User.objects.filter(approved=True, driver_profile__car_type=trip.car_type_id)
        able = able.exclude(email__in=shown)
        Booking.objects.filter(pk=trip.pk).update(planned_driver=able.order_by("pk").first())


def _draft_tariff(past: Past) -> None:
    document = car_types_document(past.platform) | {"name": DRAFT_NAME}
    document["rules"] = [*document["rules"], NIGHT]
    Tariff.objects.create(name=DRAFT_NAME, document=document, created_by=past.participants.admin)
