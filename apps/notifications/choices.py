"""The occasions of notifications, the screens that they open, and their channels."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Occasion(models.TextChoices):
    """The occasions of notifications; `wording` has their texts."""

    NEW_REQUEST = "new_request", _("New Request")
    ACCEPTED = "accepted", _("Accepted")
    NEAR = "near", _("Near")
    STARTED = "started", _("Started")
    COMPLETED_PLEASE_PAY = "completed_please_pay", _("Completed Please Pay")
    PAYMENT_DONE = "payment_done", _("Payment Done")
    RATING_RECEIVED = "rating_received", _("Rating Received")
    TIP_RECEIVED = "tip_received", _("Tip Received")
    CANCELLED = "cancelled", _("Cancelled")
    NO_SHOW = "no_show", _("No Show")
    """The driver waited at the pickup and left."""
    REDISPATCHED = "redispatched", _("Redispatched")
    UNASSIGNED = "unassigned", _("Unassigned")
    """Staff removed the driver from a booking."""
    FARE_CHANGED = "fare_changed", _("Fare Changed")
    """Staff changed the fare of a booking, with a reason."""
    BOOKING_CHANGED = "booking_changed", _("Booking Changed")
    """Staff edited a booking before its start."""
    RELEASED = "released", _("Released")
    TRIP_PLANNED = "trip_planned", _("Trip planned")
    PLAN_CANCELLED = "plan_cancelled", _("Plan cancelled")
    BACKUP_NAMED = "backup_named", _("Back-up for a trip")
    BACKUP_PLANNED = "backup_planned", _("Back-up planned")
    BACKUP_CANCELLED = "backup_cancelled", _("Back-up cancelled")
    """A booking that staff edited no longer fits its driver."""
    REMINDER = "reminder", _("Reminder")
    """A scheduled trip is soon."""
    DOCUMENT_EXPIRES = "document_expires", _("Document Expires")
    """A driver's document expires soon."""
    DOCUMENT_EXPIRED = "document_expired", _("Document Expired")
    DOCUMENT_ACCEPTED = "document_accepted", _("Document Accepted")
    """Staff accepted a document that the driver submitted."""
    DOCUMENT_REJECTED = "document_rejected", _("Document Rejected")
    """Staff rejected a document, with a reason."""
    SIGNAL_LOST = "signal_lost", _("Signal Lost")
    """A driver's phone went silent, so the driver gets no offers."""
    SIGNAL_BACK = "signal_back", _("Signal Back")
    """The phone of a driver on a trip sends positions again."""
    WALLET_UPDATED = "wallet_updated", _("Wallet Updated")
    FEE_OWED = "fee_owed", _("Fee Owed")
    """The wallet did not cover a fee: the next credit pays the rest."""
    PAYMENT_CREDITED_TO_WALLET = "payment_kept", _("Payment Kept")
    """A card payment arrived after its booking had changed, and was credited to the wallet."""
    WITHDRAWAL_PAID = "withdrawal_paid", _("Withdrawal Paid")
    WITHDRAWAL_REJECTED = "withdrawal_rejected", _("Withdrawal Rejected")
    PAYMENT_PROBLEM = "payment_problem", _("Payment Problem")
    """A gateway reports an amount that was not requested; sent to operators."""
    PAYMENT_TAKEN_BACK = "payment_taken_back", _("Payment Taken Back")
    """A card payment was reversed by the gateway; sent to operators."""
    CHAT = "chat", _("Chat")
    SOS = "sos", _("Sos")
    """A user on a live trip raises an SOS; sent to operators."""
    DESK_MESSAGE = "desk_message", _("Desk Message")
    """A dispatcher writes to a driver."""
    TAKEN_OFFLINE = "taken_offline", _("Taken Offline")
    """A dispatcher took the driver offline, with a reason."""
    CASE_REPLY = "case_reply", _("Case Reply")
    """Staff write to a person in the person's case."""
    CASE_CLOSED = "case_closed", _("Case Closed")
    """Staff close a person's case with an answer."""
    CASE_MESSAGE = "case_message", _("Case Message")
    """Staff write to the other person of the trip that a case is about."""
    APPROVAL_WAITING = "approval_waiting", _("Approval Waiting")
    """An action with money waits for another admin; sent to operators."""
    APPROVAL_APPROVED = "approval_approved", _("Approval Approved")
    """Another admin approved what the admin requested."""
    APPROVAL_REFUSED = "approval_refused", _("Approval Refused")
    """Another admin refused it, with a reason."""
    APPROVAL_VOID = "approval_void", _("Approval Void")
    """It was no longer possible when another admin approved it."""
    APPROVAL_EXPIRED = "approval_expired", _("Approval Expired")
    """No one decided it in time."""
    ANNOUNCEMENT = "announcement", _("Announcement")
    """A message from the admins to many users."""


class Screen(models.TextChoices):
    """The specification's names of the screens that a notification opens."""

    BOOKING_CAB = "BookingCab", _("Booking Cab")
    BOOKED_CAB = "BookedCab", _("Booked Cab")
    ONLINE_CHAT = "onlineChat", _("Online Chat")
    WALLET = "wallet", _("Wallet")
    DRIVER_TRIPS = "DriverTrips", _("Driver Trips")
    DOCUMENTS = "documents", _("Documents")
    """Ours: the driver's documents in the profile."""
    CASES = "cases", _("Cases")
    """Ours: a case of the person."""
    APPROVALS = "approvals", _("Approvals")
    """Ours: what waits for a second admin."""


class Channel(models.TextChoices):
    """External channels."""

    MAIL = "mail", _("E-mail")
    SMS = "sms", _("SMS")
    PUSH = "push", _("Push")


class DeviceKind(models.TextChoices):
    """The push service of a device."""

    WEB_PUSH = "webpush", _("Web Push")
    FCM = "fcm", _("Fcm")


class DevicePlatform(models.TextChoices):
    """The specification's userPlatform."""

    ANDROID = "ANDROID", _("Android")
    IOS = "IOS", _("Ios")
    WEB = "WEB", _("Web")


class DeliveryStatus(models.TextChoices):
    WAITING = "waiting", _("Waiting")
    """For the first or the next attempt."""
    SENDING = "sending", _("Sending")
    """A worker is sending it, or died while sending."""
    SENT = "sent", _("Sent")
    """The provider has accepted it."""
    FAILED = "failed", _("Failed")
    """Rejected, or all attempts failed."""
    GONE = "gone", _("Gone")
    """The push service does not know the device, which is retired."""
    EXPIRED = "expired", _("Expired")
    """Not retried, because it would arrive too late."""


class AnnouncementDevices(models.TextChoices):
    """The specification's devicetype; `All` includes browsers."""

    ALL = "All", _("All")
    ANDROID = "ANDROID", _("Android")
    IOS = "IOS", _("Ios")


class AnnouncementPeople(models.TextChoices):
    """The specification's usertype."""

    ALL = "All", _("All")
    RIDER = "rider", _("Rider")
    DRIVER = "driver", _("Driver")


class AnnouncementState(models.TextChoices):
    DRAFT = "draft", _("Draft")
    """Stored only, because demo mode sends nothing."""
    SENDING = "sending", _("Sending")
    SENT = "sent", _("Sent")


class AnnouncementStep(models.TextChoices):
    WAITING = "waiting", _("Waiting")
    SENDING = "sending", _("Sending")
    SENT = "sent", _("Sent")
    FAILED = "failed", _("Failed")
