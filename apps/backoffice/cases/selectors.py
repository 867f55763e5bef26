"""Reads of cases."""

from decimal import Decimal

from django.db.models import F, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.backoffice.models import Audience, Case, CaseMessage, CasePhoto
from apps.bookings.models import Booking
from apps.bookings.staff_changes.refunding import refundable_of
from apps.core.errors import NotFound


def bookings_of(person: User) -> QuerySet[Booking]:
    """Return the trips that a rider booked or a driver drove."""
    return Booking.objects.filter(Q(customer=person) | Q(driver=person))


def cases_of(person: User) -> QuerySet[Case]:
    return Case.objects.filter(person=person).select_related("booking").order_by("-id")


def cases_visible_to(user: User) -> QuerySet[Case]:
    """Return all cases for admins; for fleet admins, those about trips that were driven for their fleet.

    A case of an earlier driver of the trip is not among them.
    """
    if user.user_type != UserType.FLEET_ADMIN:
        return Case.objects.all()
    of_trip = Q(person=F("booking__customer")) | Q(person=F("booking__driver"))
    return Case.objects.filter(of_trip, booking__fleet_admin=user)


def is_of_driver(case: Case) -> bool:
    """Return whether the driver of the trip reported it."""
    return case.booking is not None and case.person_id == case.booking.driver_id


def fleet_of(case: Case) -> int | None:
    """Return the fleet admin who reads the case, as `cases_visible_to` selects; None for no one."""
    booking = case.booking
    if booking is None or case.person_id not in (booking.customer_id, booking.driver_id):
        return None
    return booking.fleet_admin_id


def other_person(case: Case) -> User | None:
    """Return the driver of a rider's case and the rider of a driver's; None if there is none left."""
    if case.booking is None:
        return None
    booking = case.booking
    other_id = booking.driver_id if case.person_id == booking.customer_id else booking.customer_id
    if other_id is None:
        return None
    return User.objects.filter(pk=other_id, deleted_at__isnull=True).first()


def refundable_by(case: Case) -> Decimal:
    """Return how much of the rider's payments for the trip can be refunded."""
    return refundable_of(case.booking) if case.booking is not None else Decimal(0)


def case_for_staff(user: User, case_id: int) -> Case:
    """Return a case with the messages that an admin or fleet admin may read. Raises NotFound."""
    found = _with_messages(cases_visible_to(user), _readable_by(user)).filter(pk=case_id).first()
    if found is None:
        raise NotFound("not_found", _("Not found."))
    return found


def _readable_by(user: User) -> QuerySet[CaseMessage]:
    """Return all messages for admins; for fleet admins, no notes of staff and no texts to the rider only."""
    if user.user_type != UserType.FLEET_ADMIN:
        return CaseMessage.objects.all()
    to_driver = Q(audience=Audience.OTHER, case__person=F("case__booking__customer"))
    return CaseMessage.objects.filter(Q(audience__in=(Audience.PERSON, Audience.FLEET)) | to_driver)


def case_for_person(person: User, case_id: int) -> Case:
    """Return a person's own case with the messages that they may read. Raises NotFound."""
    public = CaseMessage.objects.filter(audience=Audience.PERSON)
    found = _with_messages(Case.objects.filter(person=person), public).filter(pk=case_id).first()
    if found is None:
        raise NotFound("not_found", _("Not found."))
    return found


def has_photos(case: Case) -> bool:
    """Return whether one of the loaded messages has photos."""
    return any(message.photos.all() for message in case.messages.all())


def _with_messages(cases: QuerySet[Case], messages: QuerySet[CaseMessage]) -> QuerySet[Case]:
    return cases.select_related("person", "booking", "owner").prefetch_related(
        Prefetch("messages", queryset=messages.order_by("id")),
        Prefetch("messages__photos", queryset=CasePhoto.objects.order_by("id")),
    )
