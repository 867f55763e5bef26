"""The occasions of notifications, the screens that they open, and their channels."""

from django.db import models


class Occasion(models.TextChoices):
    """The occasions of notifications; `wording` has their texts."""

    NEW_REQUEST = "new_request"
    ACCEPTED = "accepted"
    NEAR = "near"
    STARTED = "started"
    COMPLETED_PLEASE_PAY = "completed_please_pay"
    PAYMENT_DONE = "payment_done"
    RATING_RECEIVED = "rating_received"
    TIP_RECEIVED = "tip_received"
    CANCELLED = "cancelled"
    NO_SHOW = "no_show"
    """The driver waited at the pickup and left."""
    REDISPATCHED = "redispatched"
    UNASSIGNED = "unassigned"
    """Staff removed the driver from a booking."""
    FARE_CHANGED = "fare_changed"
    """Staff changed the fare of a booking, with a reason."""
    BOOKING_CHANGED = "booking_changed"
    """Staff edited a booking before its start."""
    RELEASED = "released"
    """A booking that staff edited no longer fits its driver."""
    REMINDER = "reminder"
    """A scheduled trip is soon."""
    DOCUMENT_EXPIRES = "document_expires"
    """A driver's document expires soon."""
    DOCUMENT_EXPIRED = "document_expired"
    SIGNAL_LOST = "signal_lost"
    """A driver's phone went silent, so the driver gets no offers."""
    SIGNAL_BACK = "signal_back"
    """The phone of a driver on a trip sends positions again."""
    WALLET_UPDATED = "wallet_updated"
    FEE_OWED = "fee_owed"
    """The wallet did not cover a fee: the next credit pays the rest."""
    PAYMENT_CREDITED_TO_WALLET = "payment_kept", "Payment Kept"
    """A card payment arrived after its booking had changed, and was credited to the wallet."""
    WITHDRAWAL_PAID = "withdrawal_paid"
    WITHDRAWAL_REJECTED = "withdrawal_rejected"
    PAYMENT_PROBLEM = "payment_problem"
    """A gateway reports an amount that was not requested; sent to operators."""
    PAYMENT_TAKEN_BACK = "payment_taken_back"
    """A card payment was reversed by the gateway; sent to operators."""
    CHAT = "chat"
    SOS = "sos"
    """A user on a live trip raises an SOS; sent to operators."""
    ANNOUNCEMENT = "announcement"
    """A message from the admins to many users."""


class Screen(models.TextChoices):
    """The specification's names of the screens that a notification opens."""

    BOOKING_CAB = "BookingCab"
    BOOKED_CAB = "BookedCab"
    ONLINE_CHAT = "onlineChat"
    WALLET = "wallet"
    DRIVER_TRIPS = "DriverTrips"


class Channel(models.TextChoices):
    """External channels."""

    MAIL = "mail", "E-mail"
    SMS = "sms", "SMS"
    PUSH = "push", "Push"


class DeviceKind(models.TextChoices):
    """The push service of a device."""

    WEB_PUSH = "webpush"
    FCM = "fcm"


class DevicePlatform(models.TextChoices):
    """The specification's userPlatform."""

    ANDROID = "ANDROID"
    IOS = "IOS"
    WEB = "WEB"


class DeliveryStatus(models.TextChoices):
    WAITING = "waiting"
    """For the first or the next attempt."""
    SENDING = "sending"
    """A worker is sending it, or died while sending."""
    SENT = "sent"
    """The provider has accepted it."""
    FAILED = "failed"
    """Rejected, or all attempts failed."""
    GONE = "gone"
    """The push service does not know the device, which is retired."""
    EXPIRED = "expired"
    """Not retried, because it would arrive too late."""


class AnnouncementDevices(models.TextChoices):
    """The specification's devicetype; `All` includes browsers."""

    ALL = "All"
    ANDROID = "ANDROID"
    IOS = "IOS"


class AnnouncementPeople(models.TextChoices):
    """The specification's usertype."""

    ALL = "All"
    RIDER = "rider"
    DRIVER = "driver"


class AnnouncementState(models.TextChoices):
    DRAFT = "draft"
    """Stored only, because demo mode sends nothing."""
    SENDING = "sending"
    SENT = "sent"


class AnnouncementStep(models.TextChoices):
    WAITING = "waiting"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
