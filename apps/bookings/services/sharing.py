"""A link that lets friends and family follow one live trip."""

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
from apps.bookings.transitions import Actor, actor_role
from apps.core.errors import Conflict, Forbidden, NotFound

LASTS: Final = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Link:
    url: str
    expires_at: datetime


@transaction.atomic
def share_trip(*, booking_id: int, by: User) -> Link:
    """The link of a live trip, for its rider: the same one until it expires or is taken back.

    Raises NotFound, Forbidden, Conflict wrong_status.
    """
    booking = _own(booking_id, by)
    if booking.status not in ON_TRIP:
        raise Conflict("wrong_status", _("Not possible while the booking is %s.") % booking.status)
    for share in _live(booking):
        # Another SECRET_KEY than the link was made with: it still opens, but nobody can say it again.
        if constant_time_compare(_digest(token_of(share)), share.token_hash):
            return _link(share)
    share = TripShare(booking=booking, created_by=by, created_at=timezone.now())
    share.expires_at = share.created_at + LASTS
    share.token_hash = _digest(token_of(share))
    share.save(force_insert=True)
    return _link(share)


@transaction.atomic
def unshare_trip(*, booking_id: int, by: User) -> None:
    """Take every link of the trip back; at any time, and as often as one likes."""
    _live(_own(booking_id, by)).update(revoked_at=timezone.now())


def share_of(token: str) -> TripShare:
    """The share that a token opens, with its booking; NotFound share_not_found for any other word.

    It closes with its time and when it is taken back; of a trip that is over it tells that alone.
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
    """The secret word of the link: made from the platform's key, so that it need not be kept."""
    name = f"{share.booking_id}:{share.created_at.isoformat()}"
    return salted_hmac("bookings.TripShare", name, algorithm="sha256").hexdigest()[:40]


def _own(booking_id: int, by: User) -> Booking:
    # NO KEY: rows that merely point at the booking need not wait for it.
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
