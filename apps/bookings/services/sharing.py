"""Links that let friends and family follow a live trip."""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.bookings.choices import ON_TRIP
from apps.bookings.models import Booking, TripShare
from apps.bookings.selectors import bookings_listed_for
from apps.bookings.state_machine.transitions import Actor, actor_role
from apps.core.errors import Conflict, Forbidden, NotFound

LIFETIME: Final = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Link:
    url: str
    expires_at: datetime


@transaction.atomic
def share_trip(*, booking_id: int, by: User) -> Link:
    """Return the rider's link to a live trip; the same one until it expires or is revoked.

    Raises NotFound, Forbidden, Conflict wrong_status.
    """
    booking = _own(booking_id, by)
    if booking.status not in ON_TRIP:
        raise Conflict("wrong_status", _("Not possible while the booking is %s.") % booking.status)
    for share in _live(booking):
        # If SECRET_KEY has changed, the old link still opens but can no longer be computed.
        if constant_time_compare(_digest(token_of(share)), share.token_hash):
            return _link(share)
    share = TripShare(booking=booking, created_by=by, created_at=timezone.now())
    share.expires_at = share.created_at + LIFETIME
    share.token_hash = _digest(token_of(share))
    share.save(force_insert=True)
    return _link(share)


@transaction.atomic
def unshare_trip(*, booking_id: int, by: User) -> None:
    """Revoke all links of the trip."""
    _live(_own(booking_id, by)).update(revoked_at=timezone.now())


def share_of(token: str) -> TripShare:
    """Return the share of a token with its booking.

    Raises NotFound share_not_found for an unknown, expired or revoked token.
    """
    share = (
        TripShare.objects.select_related("booking", "booking__driver")
        .filter(token_hash=_digest(token), revoked_at__isnull=True, expires_at__gt=timezone.now())
        .first()
    )
    if share is None:
        raise NotFound("share_not_found", _("This link has expired."))
    return share


def token_of(share: TripShare) -> str:
    """Return the link's token, derived from SECRET_KEY so that it is not stored."""
    name = f"{share.booking_id}:{share.created_at.isoformat()}"
    return salted_hmac("bookings.TripShare", name, algorithm="sha256").hexdigest()[:40]


def _own(booking_id: int, by: User) -> Booking:
    # NO KEY: inserts of rows that reference the booking do not wait for this lock.
    bookings = bookings_listed_for(by).select_for_update(of=("self",), no_key=True)
    booking = bookings.filter(pk=booking_id).first()
    if booking is None:
        raise NotFound("not_found", _("Booking not found."))
    if actor_role(by, booking) is not Actor.RIDER:
        raise Forbidden("forbidden", _("You don't have permission."))
    return booking


def _live(booking: Booking) -> QuerySet[TripShare]:
    shares = TripShare.objects.filter(booking=booking, revoked_at__isnull=True)
    return shares.filter(expires_at__gt=timezone.now()).order_by("pk")


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _link(share: TripShare) -> Link:
    return Link(f"{settings.PUBLIC_URL.rstrip('/')}/trip/{token_of(share)}", share.expires_at)
