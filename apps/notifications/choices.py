"""Why somebody is told something, and which screen the notice opens."""

from django.db import models


class Occasion(models.TextChoices):
    """The notification occasions of the platform; each has its sentences in `wording`."""

    NEW_REQUEST = "new_request"
    ACCEPTED = "accepted"
    NEAR = "near"
    STARTED = "started"
    COMPLETED_PLEASE_PAY = "completed_please_pay"
    PAYMENT_DONE = "payment_done"
    RATING_RECEIVED = "rating_received"
    CANCELLED = "cancelled"
    REDISPATCHED = "redispatched"
    WALLET_UPDATED = "wallet_updated"


class Screen(models.TextChoices):
    """The documents' names of the screens that a notice may open."""

    BOOKING_CAB = "BookingCab"
    BOOKED_CAB = "BookedCab"
    ONLINE_CHAT = "onlineChat"
    WALLET = "wallet"
    DRIVER_TRIPS = "DriverTrips"
