from django.db import models

from apps.bookings.choices import Status


class TrackingPoint(models.Model):
    """A position of a booking's car; the points of a started trip determine its fare.

    The time of the driver's phone is part of the key, so a point sent twice is stored once.
    """

    pk = models.CompositePrimaryKey("booking", "at")
    booking = models.ForeignKey(
        "bookings.Booking", on_delete=models.CASCADE, related_name="tracking_points", db_index=False
    )
    at = models.DateTimeField()
    status = models.CharField(max_length=15, choices=Status.choices)
    lat = models.FloatField()
    lng = models.FloatField()

    def __str__(self) -> str:
        return f"{self.booking_id} {self.at:%H:%M:%S} {self.lat:.5f},{self.lng:.5f}"
