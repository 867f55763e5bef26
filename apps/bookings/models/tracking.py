from django.db import models

from apps.bookings.choices import Status


class TrackingPoint(models.Model):
    """Where the car of a booking was; the points of a started trip make its fare.

    The driver's clock names a point: sent twice, it is stored once.
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
