"""The reasons for notifications, the screens they open, and their channels."""

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
    TIP_RECEIVED = "tip_received"
    CANCELLED = "cancelled"
    NO_SHOW = "no_show"
    """The driver waited at the pickup, and left."""
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
    """Of a trip that was booked for later."""
    DOCUMENT_EXPIRES = "document_expires"
    """A driver's document does so soon."""
    DOCUMENT_EXPIRED = "document_expired"
    SIGNAL_LOST = "signal_lost"
    """A driver's phone fell silent, and no trips are offered to it."""
    SIGNAL_BACK = "signal_back"
    """The phone of a driver on a trip was silent, and is no longer."""
    WALLET_UPDATED = "wallet_updated"
    FEE_OWED = "fee_owed"
    """The wallet did not hold all of a fee: the rest is paid by the next money that comes in."""
    PAYMENT_KEPT = "payment_kept"
    """A payment by card came when its booking no longer wanted it: the wallet has it."""
    WITHDRAWAL_PAID = "withdrawal_paid"
    WITHDRAWAL_REJECTED = "withdrawal_rejected"
    PAYMENT_PROBLEM = "payment_problem"
    """A gateway reports an amount that was not requested; sent to operators."""
    PAYMENT_TAKEN_BACK = "payment_taken_back"
    """Money of a card went back without us; told to operators."""
    CHAT = "chat"
    SOS = "sos"
    """A user on a live trip raises an SOS; sent to operators."""
    ANNOUNCEMENT = "announcement"
    """The admins' own words to many."""


class Screen(models.TextChoices):
    """The documents' names of the screens that a notice may open."""

    BOOKING_CAB = "BookingCab"
    BOOKED_CAB = "BookedCab"
    ONLINE_CHAT = "onlineChat"
    WALLET = "wallet"
    DRIVER_TRIPS = "DriverTrips"


class Channel(models.TextChoices):
    """The ways out of the platform."""

    MAIL = "mail", "E-mail"
    SMS = "sms", "SMS"
    PUSH = "push", "Push"


class DeviceKind(models.TextChoices):
    """Whose push service reaches a device."""

    WEB_PUSH = "webpush"
    FCM = "fcm"


class DevicePlatform(models.TextChoices):
    """The documents' userPlatform."""

    ANDROID = "ANDROID"
    IOS = "IOS"
    WEB = "WEB"


class DeliveryStatus(models.TextChoices):
    WAITING = "waiting"
    """For its first attempt, or for the next one."""
    SENDING = "sending"
    """Someone is talking to the provider, or was when their process ended."""
    SENT = "sent"
    """The provider has taken it."""
    FAILED = "failed"
    """Refused for good, or tried as often as we try."""
    GONE = "gone"
    """The push service does not know the device any more; it is retired."""
    EXPIRED = "expired"
    """Not tried again, because it would come too late to be of use."""


class AnnouncementDevices(models.TextChoices):
    """The documents' devicetype; browsers are among all."""

    ALL = "All"
    ANDROID = "ANDROID"
    IOS = "IOS"


class AnnouncementPeople(models.TextChoices):
    """The documents' usertype."""

    ALL = "All"
    RIDER = "rider"
    DRIVER = "driver"


class AnnouncementState(models.TextChoices):
    DRAFT = "draft"
    """Kept in demo mode, which sends nothing."""
    SENDING = "sending"
    SENT = "sent"


class AnnouncementStep(models.TextChoices):
    WAITING = "waiting"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
