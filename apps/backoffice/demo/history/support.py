"""Support cases, notes, taxi ranks, a planned driver and a draft tariff of the demo's staff."""

from datetime import timedelta
from typing import Final, NamedTuple

from apps.accounts.models import User
from apps.backoffice.cases.states import ANSWER_WITHIN
from apps.backoffice.demo import people
from apps.backoffice.demo.history.builder import Builder
from apps.backoffice.demo.history.geography import Spot
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


class _DemoCase(NamedTuple):
    """A case: its kind, the hours since its first message, and the messages with the hours since each."""

    kind: CaseKind
    messages: tuple[tuple[bool, float, str], ...]
    outcome: Outcome | None = None


CASES: Final = (
    _DemoCase(
        CaseKind.LOST_PROPERTY,
        ((PERSON, 3, "I left a black umbrella with a wooden handle on the back seat."),),
    ),
    _DemoCase(
        CaseKind.COMPLAINT,
        (
            (PERSON, 20, "The driver took the coast road although I said I was in a hurry."),
            (STAFF, 18, "I'm sorry about that. I'm checking the route of your trip and will reply today."),
            (PERSON, 2, "Thank you. I was ten minutes late for my appointment."),
        ),
    ),
    _DemoCase(
        CaseKind.PAYMENT,
        (
            (PERSON, 30, "My card was charged, but the driver also took cash."),
            (STAFF, 27, "Could you send us the amount that you paid in cash?"),
        ),
    ),
    _DemoCase(
        CaseKind.LOST_PROPERTY,
        (
            (PERSON, 120, "A child's blue backpack with a dinosaur on it."),
            (STAFF, 118, "The driver has found it. You can collect it at the depot until Friday."),
            (PERSON, 100, "Collected. Thank you so much!"),
        ),
        Outcome.RETURNED,
    ),
    _DemoCase(
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


def create_support_work(builder: Builder) -> None:
    """Create the rows; requires stored users and bookings."""
    shown = {f"{login}@{people.DOMAIN}" for login in people.SHOWN}
    # Riders on the login page get none, so that their screens look like a new user's.
    riders = [rider.user for rider in builder.participants.riders if rider.user.email not in shown]
    _open_cases(builder, riders)
    _write_notes(builder, riders)
    _add_ranks(builder)
    _plan_trip(shown)
    _draft_tariff(builder)


def _open_cases(builder: Builder, riders: list[User]) -> None:
    admin = builder.participants.admin
    trips = Booking.objects.filter(status__in=SETTLED, customer__in=riders)
    for demo_case in CASES:
        first = builder.now - timedelta(hours=demo_case.messages[0][1])
        trip = trips.filter(trip_end_time__lt=first).order_by("-trip_end_time").first()
        if trip is None:
            continue
        trips = trips.exclude(customer=trip.customer_id)
        by_staff, hours_ago, _text = demo_case.messages[-1]
        last = builder.now - timedelta(hours=hours_ago)
        state = CaseState.WAITING if by_staff else CaseState.OPEN
        if demo_case.outcome is not None:
            state = CaseState.CLOSED
        case = Case.objects.create(
            kind=demo_case.kind,
            state=state,
            person_id=trip.customer_id,
            booking=trip,
            owner=admin,
            due_at=last + ANSWER_WITHIN if state == CaseState.OPEN else None,
            outcome=demo_case.outcome or "",
            closed_at=last if state == CaseState.CLOSED else None,
            created_at=first,
        )
        for from_staff, hours_ago, text in demo_case.messages:
            CaseMessage.objects.create(
                case=case,
                audience=Audience.PERSON,
                by_staff=from_staff,
                author=admin if from_staff else trip.customer,
                author_name=admin.full_name if from_staff else trip.customer_name,
                text=text,
                created_at=builder.now - timedelta(hours=hours_ago),
            )


def _write_notes(builder: Builder, riders: list[User]) -> None:
    admin = builder.participants.admin
    for rider, (flag, text) in zip(riders, NOTES, strict=False):
        Note.objects.create(person=rider, flag=flag, text=text, by=admin, by_name=admin.full_name)


def _add_ranks(builder: Builder) -> None:
    """Add ranks at the best-known places. Without queued drivers they change nothing."""
    # Branches of a shop have one name, but ranks need different ones.
    sights: dict[str, Spot] = {}
    for sight in builder.places.sights:
        sights.setdefault(sight.name.split(",")[0].upper(), sight)
    for sight in list(sights.values())[:RANKS]:
        name = sight.name.split(",")[0]
        Rank.objects.create(name=name, lat=sight.at.lat, lng=sight.at.lng, radius_m=80)


def _plan_trip(shown: set[str]) -> None:
    """Plan a driver for the next scheduled trip; the driver has not confirmed yet."""
    trip = Booking.objects.filter(status=Status.NEW, book_later=True).order_by("trip_date").first()
    if trip is not None:
        able = User.objects.filter(approved=True, driver_profile__car_type=trip.car_type_id)
        able = able.exclude(email__in=shown)
        Booking.objects.filter(pk=trip.pk).update(planned_driver=able.order_by("pk").first())


def _draft_tariff(builder: Builder) -> None:
    document = car_types_document(builder.platform) | {"name": DRAFT_NAME}
    document["rules"] = [*document["rules"], NIGHT]
    Tariff.objects.create(name=DRAFT_NAME, document=document, created_by=builder.participants.admin)
