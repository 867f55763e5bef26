"""Retention periods of recorded positions, photos and street passengers, from the end of the trip."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from apps.bookings.models import Booking, SosAlert, TrackingPoint
from apps.bookings.street.passenger import passenger_name
from apps.core.files.stored_files import delete_file_after_commit
from apps.core.media import PRIVATE
from apps.core.privacy.retention import BATCH, Retention

TRIPS_PER_BATCH: Final = 200
"""A trip has hundreds of points."""


def _delete_points(before: datetime) -> int:
    # The points have no index of their own by time: that of the trips finds them.
    points = TrackingPoint.objects.filter(booking_id=OuterRef("pk"))
    trips = Booking.objects.filter(Exists(points), ended_at__lt=before).values_list("pk", flat=True)
    found = list(trips[:TRIPS_PER_BATCH])
    TrackingPoint.objects.filter(booking_id__in=found).delete()
    alerts = SosAlert.objects.filter(booking__ended_at__lt=before, lat__isnull=False)
    return len(found) + alerts.update(lat=None, lng=None)


@transaction.atomic
def _delete_photos(before: datetime) -> int:
    has_photo = ~Q(pickup_image="") | ~Q(deliver_image="")
    found = Booking.objects.filter(has_photo, ended_at__lt=before).only("pickup_image", "deliver_image")
    bookings = list(found.select_for_update(skip_locked=True).order_by("pk")[:BATCH])
    for booking in bookings:
        for photo in (booking.pickup_image, booking.deliver_image):
            delete_file_after_commit(PRIVATE, photo.name or "")
    Booking.objects.filter(pk__in=[booking.pk for booking in bookings]).update(
        pickup_image="", deliver_image=""
    )
    return len(bookings)


@transaction.atomic
def _delete_street_passengers(before: datetime) -> int:
    unnamed = passenger_name("")
    is_known = ~Q(customer_contact="") | ~Q(customer_name=unnamed)
    found = Booking.objects.filter(is_known, street_trip=True, ended_at__lt=before).only("pk")
    pks = [booking.pk for booking in found.select_for_update(skip_locked=True).order_by("pk")[:BATCH]]
    Booking.objects.filter(pk__in=pks).update(customer_name=unnamed, customer_contact="")
    return len(pks)


RETENTIONS: Final = (
    Retention(name="photos", setting="photo_days", delete=_delete_photos),
    Retention(name="street_passengers", setting="trip_point_days", delete=_delete_street_passengers),
    Retention(name="trip_points", setting="trip_point_days", delete=_delete_points),
)
