"""Build a row of any table, for the Django admin."""

import itertools
from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.db import models
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import DriverDocument, User
from apps.backoffice.models import Note
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.core.models import PlatformSettings
from apps.core.platform import platform_settings
from apps.fares.models import CarType
from apps.wallet.models import Account, JournalEntry, Posting
from apps.wallet.services import credit_by_admin
from tests.bookings.builders import make_booking
from tests.personas import make_driver, make_user

_numbers = itertools.count(1)
CHOSEN: dict[str, dict[str, Any]] = {
    "core.OutboxEntry": {"kind": "job", "topic": "", "name": "nothing"},
    "accounts.TermsVersion": {"document": "terms", "label": "2026-11", "texts": {"en": "Be kind."}},
    "accounts.StaffRole": {"name": "Night desk", "built_in": "", "permissions": {"bookings": "view"}},
    "accounts.Consent": {"source": "sign_up", "language": "en"},
    "exports.Export": {"state": "queued", "file": "", "error": ""},
    "notifications.PushDevice": {"kind": "fcm", "platform": "android", "p256dh": "", "auth": ""},
    "notifications.DeskMessage": {"recipients": [1]},
    "notifications.Delivery": {"status": "waiting"},
    "payments.Attempt": {"purpose": "top_up", "booking": None, "wallet_amount": 0},
    "wallet.OwedFee": {"amount": 10, "reason": "", "written_off": 0},
    "wallet.Withdrawal": {"state": "requested", "reason": ""},
    "backoffice.Approval": {
        "kind": "credit",
        "state": "waiting",
        "target_id": 1,
        "amount": 10,
        "decided_by": None,
        "decided_at": None,
    },
    "backoffice.Case": {"kind": "other", "state": "open", "due_at": timezone.now(), "outcome": ""},
    "backoffice.CaseMessage": {"audience": "person", "by_staff": True},
    "backoffice.SavedView": {"columns": []},
    "chat.ChatMessage": {"source": "rider", "message": "Hello"},
    "fares.Promo": {"promo_discount_type": "flat", "promo_discount_value": 5, "max_promo_discount_value": 5},
    "fleet.PastDemand": {"weekday": 4, "hour": 18, "weeks": 8},
    "geo.DriverPosition": {"lat": 50.7, "lng": -1.29, "at": timezone.now()},
    "recording.QuoteRecord": {
        "requester": "visitor",
        "pickup_cell": "1:1",
        "drop_cell": "1:2",
        "options": [],
    },
    "recording.PresenceSpan": {"state": "free", "ended_at": None},
    "mfa.Authenticator": {"type": "recovery_codes", "data": {"seed": "x", "used_mask": 0}},
}


def row_of(model: type[models.Model]) -> models.Model:
    """Return a row of this table, with the rows that it needs."""
    if model is PlatformSettings:
        platform_settings()
        return PlatformSettings.objects.get()
    if model is User:
        return make_user("Anna")
    if model is CarType:
        return CarType.objects.create(name=f"Saloon {next(_numbers)}")
    if model is apps.get_model("accounts.DriverProfile"):
        return make_driver("Ben", _make(CarType)).driver_profile
    if model is DriverDocument:
        # The owner's column can be NULL, but one of two owners is required.
        return DriverDocument.objects.create(driver=make_driver("Ben", _make(CarType)), kind="other")
    if model is Note:
        # Both subjects can be NULL, but one is required.
        return Note.objects.create(person=make_user("Anna"), text="Calls on Mondays")
    if model is Booking:
        return make_booking(make_user("Anna"), _make(CarType), Status.NEW)
    if model in (Account, JournalEntry, Posting):
        owner = make_user("Anna")
        credit_by_admin(
            user_id=owner.pk, amount=Decimal(5), by=make_user("Zed", UserType.ADMIN), key=uuid4().hex
        )
        rows: dict[Any, Any] = {
            Account: Account.objects.filter(user=owner),
            JournalEntry: JournalEntry.objects.order_by("-pk"),
            Posting: Posting.objects.filter(account__user=owner),
        }
        found: models.Model = rows[model][0]
        return found
    made: models.Model = _make(model)
    return made


def _make(model: type[models.Model]) -> Any:
    if model is CarType:
        return row_of(CarType)
    chosen = CHOSEN.get(model._meta.label, {})
    values = dict(chosen)
    for field in model._meta.concrete_fields:
        if field.name in values or isinstance(field, models.GeneratedField):
            continue
        if isinstance(field, models.ForeignKey):
            if not field.null and not field.has_default():
                values[field.name] = row_of(field.related_model)
        elif not (field.has_default() or field.null or field.db_default is not models.NOT_PROVIDED):
            filler = _value(field)
            if filler is not None:
                values[field.name] = filler
    return model._base_manager.create(**values)


def _value(field: Any) -> Any:
    number = next(_numbers)
    if field.primary_key and isinstance(field, models.AutoField | models.BigAutoField):
        return None
    if field.choices:
        return field.choices[0][0]
    if getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False):
        return None
    match field:
        case models.GenericIPAddressField():
            return "127.0.0.1"
        case models.FileField():
            return ""
        case models.DateTimeField():
            return timezone.now() + timedelta(hours=1)
        case models.DateField():
            return timezone.now().date()
        case models.BooleanField():
            return False
        case models.BinaryField():
            return b"{}"
        case models.EmailField():
            return f"user{number}@example.org"
        case models.URLField():
            return "https://example.org/"
        case models.CharField() | models.TextField():
            return f"x{number}"[: field.max_length or 40]
        case models.JSONField():
            return {}
        case models.IntegerField() | models.FloatField() | models.DecimalField():
            return number % 30 + 1
        case _:
            return None
