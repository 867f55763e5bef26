"""Promos as the office changes them; what riders have used stays counted."""

from typing import Any, Final

from django.db import connection, transaction
from django.db.models import ProtectedError
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core import audit, events
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict, NotFound
from apps.core.platform import platform_settings
from apps.fares.choices import DiscountType
from apps.fares.models import Promo

KIND: Final = "promo"
COLUMNS: Final = (
    "promo_name",
    "promo_description",
    "promo_discount_type",
    "promo_discount_value",
    "max_promo_discount_value",
    "min_order",
    "promo_validity",
    "promo_usage_limit",
)
NAMES_LOCK: Final = 5_270_006
"""The advisory lock of the names: two saved at once would both find theirs free."""


@transaction.atomic
def add_promo(*, by: User, **fields: Any) -> Promo:
    """A new promo, also in demo mode. Raises BadInput promo_exists, invalid."""
    promo = Promo(**fields)
    today = timezone.now().astimezone(platform_settings().tz).date()
    if promo.promo_validity < today:
        raise _invalid("promo_validity", _("This day is in the past."))
    _check(promo)
    promo.save()
    after = audit.values_of(promo, COLUMNS)
    audit.record(by=by, action="added", kind=KIND, target_id=promo.pk, label=str(promo), after=after)
    _tell()
    return promo


@transaction.atomic
def change_promo(*, by: User, promo_id: int, **changes: Any) -> Promo:
    """Change a promo for who uses it from now on; bookings keep the terms that they were given.

    Raises Forbidden demo_mode, NotFound, BadInput promo_exists, invalid.
    """
    require_critical_edits(platform_settings())
    promo = _locked(promo_id)
    with audit.audited(promo, by=by, kind=KIND, names=COLUMNS):
        for name, value in changes.items():
            if name not in COLUMNS:
                raise TypeError(f"no such column: {name}")
            setattr(promo, name, value)
        _check(promo)
        # Not user_avail, which is counted elsewhere.
        promo.save(update_fields=COLUMNS)
    _tell()
    return promo


@transaction.atomic
def delete_promo(*, by: User, promo_id: int) -> None:
    """Raises Forbidden demo_mode, NotFound, Conflict promo_in_use where bookings have its discount."""
    require_critical_edits(platform_settings())
    promo = _locked(promo_id)
    before = audit.values_of(promo, COLUMNS)
    try:
        promo.delete()
    except ProtectedError as error:
        raise Conflict("promo_in_use", _("Bookings use this promo code. Let it expire instead.")) from error
    audit.record(by=by, action="deleted", kind=KIND, target_id=promo_id, label=str(promo), before=before)
    _tell()


def _check(promo: Promo) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [NAMES_LOCK])
    if promo.promo_discount_type == DiscountType.PERCENTAGE and promo.promo_discount_value > 100:
        raise _invalid("promo_discount_value", _("Enter a percentage up to 100."))
    if promo.promo_usage_limit < promo.user_avail:
        raise _invalid("promo_usage_limit", _("It has already been used more often than this."))
    same = Promo.objects.annotate(lower=Lower("promo_name")).filter(lower=promo.promo_name.lower())
    if same.exclude(pk=promo.pk).exists():
        sentence = _("A promo code with this name already exists.")
        raise BadInput("promo_exists", sentence, fields={"promo_name": sentence})


def _locked(promo_id: int) -> Promo:
    # As strong as deleting asks for: whoever uses it waits, and counts against the new limit.
    promo = Promo.objects.select_for_update().filter(pk=promo_id).first()
    if promo is None:
        raise NotFound("not_found", _("This promo code doesn't exist."))
    return promo


def _tell() -> None:
    events.publish("settings", "settings.changed", {"changed": ["promos"]})


def _invalid(field: str, sentence: Any) -> BadInput:
    return BadInput("invalid", _("Some values aren't allowed."), fields={field: sentence})
