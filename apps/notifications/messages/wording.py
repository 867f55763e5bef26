"""The texts of notifications, in the user's language."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.translation import gettext, override
from django.utils.translation import gettext_noop as _

from apps.core.languages import django_language
from apps.core.money import round_money
from apps.core.platform import Platform, platform_settings
from apps.notifications.choices import Occasion


@dataclass(frozen=True, slots=True)
class Wording:
    """The English texts, with `%(name)s` for parameters."""

    title: str
    msg: str

    @property
    def needs(self) -> frozenset[str]:
        return frozenset(re.findall(r"%\((\w+)\)s", self.title + self.msg))


MONEY: Final = frozenset({"amount", "balance"})
"""Parameters that are plain decimal numbers and shown with the currency."""

DOCUMENTS: Final[Mapping[str, str]] = {
    "license": _("Driving licence"),
    "insurance": _("Insurance"),
    "vehicle": _("Vehicle document"),
    "permit": _("Driver permit"),
    "medical": _("Medical certificate"),
    "background": _("Background check"),
    "inspection": _("Vehicle inspection"),
    "other": _("Document"),
}
"""The parameter `document` is a kind, and `date` an ISO date."""

WORDINGS: Final[Mapping[Occasion, Wording]] = {
    Occasion.NEW_REQUEST: Wording(_("New ride request"), _("Pickup at %(pickup)s.")),
    Occasion.ACCEPTED: Wording(
        _("Your driver is on the way"), _("%(driver_name)s accepted booking %(reference)s.")
    ),
    Occasion.NEAR: Wording(_("Your driver has arrived"), _("%(driver_name)s is at the pickup.")),
    Occasion.STARTED: Wording(_("Your trip has started"), _("Booking: %(reference)s")),
    Occasion.COMPLETED_PLEASE_PAY: Wording(
        _("You have arrived"), _("Amount due: %(amount)s. Booking: %(reference)s")
    ),
    Occasion.PAYMENT_DONE: Wording(_("Payment received"), _("Paid: %(amount)s. Booking: %(reference)s")),
    Occasion.RATING_RECEIVED: Wording(
        _("You got a rating"), _("%(stars)s of 5 stars. Booking: %(reference)s")
    ),
    Occasion.TIP_RECEIVED: Wording(_("You got a tip"), _("Tip: %(amount)s. Booking: %(reference)s")),
    Occasion.CANCELLED: Wording(_("Booking cancelled"), _("Booking %(reference)s was cancelled.")),
    Occasion.NO_SHOW: Wording(
        _("You missed your driver"),
        _("%(driver_name)s waited at %(pickup)s and left. No-show fee: %(amount)s."),
    ),
    Occasion.REDISPATCHED: Wording(
        _("Looking for another driver"),
        _("Your driver cancelled. We're finding you another one. Booking: %(reference)s"),
    ),
    Occasion.UNASSIGNED: Wording(
        _("Booking %(reference)s is no longer yours"),
        _("Support removed you from this trip. Reason: %(reason)s"),
    ),
    Occasion.FARE_CHANGED: Wording(
        _("The fare has changed"), _("New fare: %(amount)s. Booking: %(reference)s. Reason: %(reason)s")
    ),
    Occasion.BOOKING_CHANGED: Wording(
        _("Booking %(reference)s has changed"),
        _("%(pickup)s to %(drop)s, %(date)s, %(time)s. Price: %(amount)s."),
    ),
    Occasion.RELEASED: Wording(
        _("Booking %(reference)s is no longer yours"),
        _("Support changed the booking. It no longer fits your car or schedule."),
    ),
    Occasion.TRIP_PLANNED: Wording(
        _("Trip planned for you: %(date)s, %(time)s"),
        _("Pickup: %(pickup)s. Booking: %(reference)s. Confirm it in the app."),
    ),
    Occasion.PLAN_CANCELLED: Wording(
        _("A planned trip was withdrawn"),
        _("Trip %(reference)s (%(date)s, %(time)s) is no longer planned for you."),
    ),
    Occasion.BACKUP_NAMED: Wording(
        _("You are the back-up: %(date)s, %(time)s"),
        _("If the first driver can't drive trip %(reference)s, you get it. Pickup: %(pickup)s."),
    ),
    Occasion.BACKUP_PLANNED: Wording(
        _("You drive as the back-up: %(date)s, %(time)s"),
        _("The first driver can't drive. Pickup: %(pickup)s. Booking: %(reference)s. Confirm it in the app."),
    ),
    Occasion.BACKUP_CANCELLED: Wording(
        _("You are no longer the back-up"),
        _("Trip %(reference)s (%(date)s, %(time)s) needs no back-up any more."),
    ),
    Occasion.REMINDER: Wording(
        _("Your trip is coming up"), _("Pickup: %(time)s, %(pickup)s. Booking: %(reference)s")
    ),
    Occasion.DOCUMENT_EXPIRES: Wording(
        _("A document expires soon"),
        _("%(document)s: valid until %(date)s. Submit a new one in your profile to keep getting trips."),
    ),
    Occasion.DOCUMENT_EXPIRED: Wording(
        _("A document has expired"),
        _("%(document)s: valid until %(date)s. You won't get trips until a new one is accepted."),
    ),
    Occasion.DOCUMENT_ACCEPTED: Wording(_("Document accepted"), _("Accepted: %(document)s")),
    Occasion.DOCUMENT_REJECTED: Wording(_("Document rejected"), _("%(document)s. Reason: %(reason)s")),
    Occasion.SIGNAL_LOST: Wording(
        _("You're offline: no signal"),
        _("Last location received: %(time)s. Open the app and go online to get trips."),
    ),
    Occasion.SIGNAL_BACK: Wording(
        _("You were offline: no signal"),
        _("No location received: %(time)s to %(until)s. Booking: %(reference)s"),
    ),
    Occasion.WALLET_UPDATED: Wording(_("Wallet updated"), _("New balance: %(balance)s")),
    Occasion.FEE_OWED: Wording(
        _("You owe a fee"),
        _("Owed: %(amount)s. Booking: %(reference)s. Your next top-up pays it first."),
    ),
    Occasion.PAYMENT_CREDITED_TO_WALLET: Wording(
        _("Your payment is in your wallet"),
        _("Booking %(reference)s changed before your payment arrived. We added %(amount)s to your wallet."),
    ),
    Occasion.WITHDRAWAL_PAID: Wording(
        _("Withdrawal paid"), _("Sent to your bank: %(amount)s. Reference: %(reference)s")
    ),
    Occasion.WITHDRAWAL_REJECTED: Wording(
        _("Withdrawal rejected"), _("Returned to your wallet: %(amount)s. Reason: %(reason)s")
    ),
    Occasion.PAYMENT_PROBLEM: Wording(
        _("A payment needs attention"),
        _("%(gateway)s: a payment of %(amount)s for %(reference)s wasn't credited. Open it to see why."),
    ),
    Occasion.PAYMENT_TAKEN_BACK: Wording(
        _("Chargeback"), _("%(gateway)s reversed %(amount)s of %(reference)s.")
    ),
    Occasion.DESK_MESSAGE: Wording(_("Message from dispatch"), "%(text)s"),
    Occasion.TAKEN_OFFLINE: Wording(_("You're offline"), _("Dispatch took you offline. Reason: %(reason)s")),
    Occasion.CASE_REPLY: Wording(_("Reply from support"), _("Case %(number)s: %(text)s")),
    Occasion.CASE_CLOSED: Wording(_("Case closed"), _("Case %(number)s: %(text)s")),
    Occasion.CASE_MESSAGE: Wording(_("Message from support"), _("Booking %(reference)s: %(text)s")),
    Occasion.APPROVAL_WAITING: Wording(
        _("An approval is waiting"), _("%(requester)s requested %(amount)s. Approve or refuse it.")
    ),
    Occasion.APPROVAL_APPROVED: Wording(
        _("Request approved"), _("%(decider)s approved %(amount)s, and the money has moved.")
    ),
    Occasion.APPROVAL_REFUSED: Wording(
        _("Request refused"), _("%(decider)s refused %(amount)s. Reason: %(reason)s")
    ),
    Occasion.APPROVAL_VOID: Wording(
        _("Request no longer possible"), _("No money has moved. Amount: %(amount)s. Reason: %(reason)s")
    ),
    Occasion.APPROVAL_EXPIRED: Wording(
        _("Request expired"), _("No other admin decided in time. No money has moved. Amount: %(amount)s")
    ),
    Occasion.CHAT: Wording(_("New message"), _("%(sender_name)s: %(text)s")),
    Occasion.SOS: Wording(_("SOS"), _("%(sender_name)s needs help. Booking: %(reference)s")),
}


def render(occasion: Occasion, *, params: Mapping[str, Any], language: str) -> tuple[str, str]:
    """Return title and message in the language; English without a translation."""
    wording = WORDINGS[occasion]
    platform = platform_settings()
    with override(django_language(language)):
        values = {
            name: _displayed(name, value, platform) for name, value in params.items() if name in wording.needs
        }
        return gettext(wording.title) % values, gettext(wording.msg) % values


def _displayed(name: str, value: Any, platform: Platform) -> Any:
    """Return a parameter formatted in the active language."""
    if name in MONEY:
        return display_money(Decimal(value), platform)
    if name == "document":
        return gettext(DOCUMENTS[value])
    return date_format(date.fromisoformat(value), "DATE_FORMAT") if name == "date" else value


def display_money(amount: Decimal, platform: Platform) -> str:
    """Return an amount as shown to users: with decimals and currency by the settings."""
    number = f"{round_money(abs(amount), decimals=platform.decimal):,f}"
    text = f"{number} {platform.symbol}" if platform.swipe_symbol else f"{platform.symbol}{number}"
    return f"-{text}" if amount < 0 else text
