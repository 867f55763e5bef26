"""The labels of exported bookings."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from apps.bookings.choices import Status

STATUSES: Final = {
    Status.PAYMENT_PENDING: _("Payment due"),
    Status.NEW: _("Looking for a driver"),
    Status.ACCEPTED: _("Driver on the way"),
    Status.ARRIVED: _("Driver has arrived"),
    Status.STARTED: _("On trip"),
    Status.REACHED: _("At drop-off"),
    Status.PENDING: _("Awaiting payment"),
    Status.PAID: _("Paid"),
    Status.COMPLETE: _("Complete"),
    Status.CANCELLED: _("Cancelled"),
}
MODES: Final = {
    "cash": _("Cash"),
    "wallet": _("Wallet"),
    "card": _("Card"),
    "other": _("Other"),
    "written_off": _("Written off"),
}
CANCELLED_BY: Final = {
    "rider": _("Rider"),
    "driver": _("Driver"),
    "fleetadmin": _("Fleet admin"),
    "admin": _("Admin"),
}
"""The labels of the screens; tests/bookings/test_export_texts.py compares them."""
