"""Links for riders of bookings that staff made: each opens one booking, without an account."""

import hashlib
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.choices import ENDED
from apps.bookings.models import Booking, GuestLink
from apps.core.audit import record
from apps.core.errors import Conflict, Forbidden, NotFound

OPEN_AFTER_END: Final = timedelta(hours=24)
"""How long a link opens after the booking has ended, so that its last state can be read."""


@transaction.atomic
def open_guest_link(*, booking_id: int, by: User | None) -> str:
    """Return the URL of the booking's link; the same one until it is revoked.

    `by` is None for the platform, which does not replace a revoked link. Raises NotFound, Forbidden, Conflict
    wrong_status for an ended booking.
    """
    booking = _locked(booking_id, by)
    if booking.status in ENDED:
        raise _wrong_status(booking)
    return _open(booking, by)


@transaction.atomic
def open_passenger_link(*, booking_id: int, driver: User) -> str:
    """Return the URL of the link of a street trip, which its driver shows to the passenger.

    Raises NotFound for another driver's trip, Conflict wrong_status for a trip that is not from the street or
    that ended a day ago, or whose link staff revoked.
    """
    booking = _locked(booking_id, None)
    if booking.driver_id != driver.pk:
        raise _not_found()
    closed = booking.ended_at is not None and booking.ended_at <= timezone.now() - OPEN_AFTER_END
    if not booking.street_trip or closed:
        raise _wrong_status(booking)
    return _open(booking, None)


def _open(booking: Booking, by: User | None) -> str:
    link = GuestLink.objects.filter(booking=booking).first() or GuestLink(booking=booking)
    if by is None and link.revoked_at is not None:
        raise Conflict("wrong_status", _("Staff revoked this link."))
    # If SECRET_KEY has changed, the old link still opens but can no longer be computed.
    is_known = constant_time_compare(_digest(token_of(link)), link.token_hash)
    if is_known and link.revoked_at is None:
        return url_of(link)
    link.created_by, link.created_at, link.revoked_at = by, timezone.now(), None
    link.token_hash = _digest(token_of(link))
    link.save()
    if by is not None:
        _record(link, by, "guest_link_created")
    return url_of(link)


@transaction.atomic
def revoke_guest_link(*, booking_id: int, by: User) -> None:
    """Revoke the booking's link, if there is one. Raises NotFound, Forbidden."""
    booking = _locked(booking_id, by)
    link = GuestLink.objects.filter(booking=booking, revoked_at__isnull=True).first()
    if link is not None:
        link.revoked_at = timezone.now()
        link.save(update_fields=["revoked_at"])
        _record(link, by, "guest_link_revoked")


def booking_of_guest(token: str) -> Booking:
    """Return the booking of a link, with its rider.

    Raises NotFound share_not_found for an unknown or revoked token, and a day after the booking ended.
    """
    is_open = ~Q(booking__status__in=ENDED) | Q(booking__ended_at__gt=timezone.now() - OPEN_AFTER_END)
    link = (
        GuestLink.objects.select_related("booking", "booking__customer", "booking__driver")
        .filter(is_open, token_hash=_digest(token), revoked_at__isnull=True)
        .first()
    )
    if link is None:
        raise NotFound("share_not_found", _("This link has expired."))
    booking: Booking = link.booking
    return booking


def token_of(link: GuestLink) -> str:
    """Return the link's token, derived from SECRET_KEY so that it is not stored."""
    name = f"{link.booking_id}:{link.created_at.isoformat()}"
    return salted_hmac("bookings.GuestLink", name, algorithm="sha256").hexdigest()[:32]


def url_of(link: GuestLink) -> str:
    return f"{settings.PUBLIC_URL.rstrip('/')}/trip/g-{token_of(link)}"


def _locked(booking_id: int, by: User | None) -> Booking:
    if by is not None and by.user_type != UserType.ADMIN:
        raise Forbidden("forbidden", _("You don't have permission."))
    # NO KEY: inserts of rows that reference the booking do not wait for this lock.
    booking = Booking.objects.select_for_update(no_key=True).filter(pk=booking_id).first()
    if booking is None:
        raise _not_found()
    return booking


def _not_found() -> NotFound:
    return NotFound("not_found", _("Booking not found."))


def _wrong_status(booking: Booking) -> Conflict:
    return Conflict("wrong_status", _("Not possible while the booking is %s.") % booking.status)


def _record(link: GuestLink, by: User, action: str) -> None:
    record(by=by, action=action, kind="booking", target_id=link.booking_id, label=link.booking.reference)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
