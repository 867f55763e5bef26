"""What makes requests cheap gives the same as the way it replaces."""

from itertools import product
from typing import Any

import pytest

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.selectors import (
    Visibility,
    bookings_answerable_by,
    bookings_listed_for,
    bookings_visible_to,
    find_booking,
    read_open_offers,
)
from apps.bookings.serializers.booking import BookingSerializer, Viewer
from apps.core.platform import platform_settings
from apps.core.reused_serializers import representation
from apps.fares.models import CarType
from tests.bookings.builders import make_booking

pytestmark = pytest.mark.django_db


def test_reply_equals_the_published_serializer_for_every_viewer_and_status(
    ada: User, ben: User, dora: User, fay: User, economy: CarType
) -> None:
    bookings = [
        make_booking(ada, economy, Status.NEW),
        make_booking(ada, economy, Status.ACCEPTED, driver=ben),
    ]
    read_open_offers(bookings)
    # In turns, so that anything kept from one reply would show in the next.
    for status, booking, user in product(Status, bookings, (ada, dora, ben, fay)):
        booking.status = status
        viewer = Viewer(user=user, settings=platform_settings())
        published = BookingSerializer(booking, context={"viewer": viewer}).data
        reply = representation(BookingSerializer, booking, viewer=viewer)
        assert reply == published
        assert list(reply) == list(published)


def values(booking: Booking | None) -> dict[str, Any] | None:
    if booking is None:
        return None
    return {field.attname: getattr(booking, field.attname) for field in booking._meta.concrete_fields}


@pytest.mark.parametrize("within", [bookings_visible_to, bookings_answerable_by, bookings_listed_for])
@pytest.mark.parametrize("lock", [False, True])
def test_compiled_query_finds_the_same_booking_for_every_user(
    within: Visibility,
    lock: bool,
    ada: User,
    ben: User,
    cleo: User,
    dora: User,
    fay: User,
    economy: CarType,
) -> None:
    bookings = [make_booking(ada, economy, Status.NEW), make_booking(ada, economy, Status.PAID, driver=ben)]
    for booking, user in product(bookings, (ada, ben, cleo, dora, fay)):
        expected = within(user).filter(pk=booking.pk).first()
        assert values(find_booking(booking.pk, user, within=within, lock=lock)) == values(expected)
    assert values(find_booking(bookings[0].pk, None, within=within, lock=lock)) is not None
