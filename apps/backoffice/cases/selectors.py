"""Reads of cases."""

from decimal import Decimal

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

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


def case_for_staff(case_id: int) -> Case:
    """Return a case with all messages. Raises NotFound."""
    found = _with_messages(Case.objects.all(), CaseMessage.objects.all()).filter(pk=case_id).first()
    if found is None:
        raise NotFound("not_found", _("Not found."))
    return found


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
