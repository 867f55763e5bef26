"""Promos: their availability to users, and their use, counted under a lock.

Lock order: the booking, its promo, then wallets.
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import F, QuerySet, Value
from django.db.models.functions import Lower
from django.db.models.lookups import Exact
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.core.errors import BadInput
from apps.core.platform import Platform, platform_settings
from apps.fares.models import Promo, PromoRedemption
from apps.fares.promos.discounts import PromoTerms, discount, reaches_min_order
from apps.notifications.messages.wording import display_money


def terms_of(promo: Promo) -> PromoTerms:
    """Return the promo's current terms."""
    cap = promo.max_promo_discount_value
    return PromoTerms(
        promo_name=promo.promo_name,
        promo_discount_type=promo.promo_discount_type,
        promo_discount_value=Decimal(promo.promo_discount_value),
        max_promo_discount_value=None if cap is None else Decimal(cap),
        min_order=Decimal(promo.min_order),
    )


# -- reading -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UserPromo:
    """A promo for one user; `reason_code` is why it cannot be used, or None."""

    promo: Promo
    reason_code: str | None
    promo_usage_limit: int | None = None
    user_avail: int | None = None
    """Both are visible only to admins."""

    @property
    def usable(self) -> bool:
        return self.reason_code is None


def promos_for(user_id: int) -> list[UserPromo]:
    """Return the promos valid today for a rider, the first to end first."""
    settings = platform_settings()
    promos = Promo.objects.filter(promo_validity__gte=_today(settings)).order_by("promo_validity", "id")
    used = set(PromoRedemption.objects.filter(user_id=user_id).values_list("promo_id", flat=True))
    return [
        UserPromo(promo, _code(_refusal(promo, settings, is_used=promo.pk in used, uses=promo.user_avail)))
        for promo in promos
    ]


def all_promos() -> list[UserPromo]:
    """Return all promos, the newest first."""
    settings = platform_settings()
    return [
        UserPromo(
            promo,
            _code(_refusal(promo, settings, uses=promo.user_avail)),
            promo_usage_limit=promo.promo_usage_limit,
            user_avail=promo.user_avail,
        )
        for promo in Promo.objects.order_by("-id")
    ]


@dataclass(frozen=True, slots=True)
class CheckedPromo:
    promo_name: str
    discount: Decimal
    payable_amount: Decimal


def check_promo(*, promo_name: str, trip_cost: Decimal, user_id: int | None) -> CheckedPromo:
    """Return the discount on a price for this rider, or for any rider if None; reserves nothing.

    Raises BadInput promo_not_found, promo_expired, promo_min_order, promo_already_used, promo_limit_reached.
    """
    settings = platform_settings()
    promo = _named(promo_name).first()
    if promo is None:
        raise _not_found()
    is_used = user_id is not None and promo.redemptions.filter(user_id=user_id).exists()
    refusal = _refusal(promo, settings, trip_cost=trip_cost, is_used=is_used, uses=promo.user_avail)
    if refusal is not None:
        raise refusal
    amount_off = discount(terms_of(promo), trip_cost, decimals=settings.decimal)
    return CheckedPromo(promo.promo_name, amount_off, trip_cost - amount_off)


# -- using -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Held:
    """A usable promo; it and the booking's current one are locked until the transaction ends."""

    promo: Promo
    replaced: PromoRedemption | None
    """The booking's current use of a promo, possibly the same one."""


def hold_promo(
    *, promo_name: str, user_id: int, trip_cost: Decimal, settings: Platform, booking_id: int | None = None
) -> Held:
    """Lock the promo and require that this rider can use it for a trip of this price.

    A use by `booking_id` itself does not count. Raises as `check_promo`.
    """
    replaced = PromoRedemption.objects.filter(booking_id=booking_id).first() if booking_id else None
    promo_id = _named(promo_name).values_list("pk", flat=True).first()
    if promo_id is None:
        raise _not_found()
    # Both in one order, to avoid a deadlock of two bookings that swap their promos.
    both = {promo_id} if replaced is None else {promo_id, replaced.promo_id}
    locked = Promo.objects.filter(pk__in=both).order_by("pk").select_for_update(no_key=True)
    promo = next((promo for promo in locked if promo.pk == promo_id), None)
    if promo is None:
        raise _not_found()
    is_own = replaced is not None and replaced.promo_id == promo.pk
    # Checked after the lock: another booking of this rider may have used it meanwhile.
    is_used = not is_own and promo.redemptions.filter(user_id=user_id).exists()
    refusal = _refusal(
        promo, settings, trip_cost=trip_cost, is_used=is_used, uses=promo.user_avail - int(is_own)
    )
    if refusal is not None:
        raise refusal
    return Held(promo, replaced)


def use_promo(held: Held, *, user_id: int, booking_id: int) -> None:
    """Count the use of a held promo by a booking, in place of its previous one."""
    if held.replaced is not None:
        if held.replaced.promo_id == held.promo.pk:
            return
        _release(held.replaced)
    PromoRedemption.objects.create(promo=held.promo, user_id=user_id, booking_id=booking_id)
    Promo.objects.filter(pk=held.promo.pk).update(user_avail=F("user_avail") + 1)


def release_promo(*, booking_id: int) -> None:
    """Release the promo that a booking uses; the booking is locked."""
    redemption = PromoRedemption.objects.filter(booking_id=booking_id).first()
    if redemption is not None:
        _release(redemption)


def _release(redemption: PromoRedemption) -> None:
    # The promo's row first, as in use_promo: a waiting transaction then finds the use deleted.
    Promo.objects.filter(pk=redemption.promo_id).update(user_avail=F("user_avail") - 1)
    redemption.delete()


# -- refusals ----------------------------------------------------------------------------------


def _refusal(
    promo: Promo,
    settings: Platform,
    *,
    uses: int,
    is_used: bool = False,
    trip_cost: Decimal | None = None,
) -> BadInput | None:
    """Return why the promo cannot be used, or None; without a price the minimum order is not checked."""
    if promo.promo_validity < _today(settings):
        return _refused("promo_expired", _("This promo code has expired."))
    if trip_cost is not None and not reaches_min_order(terms_of(promo), trip_cost):
        least = display_money(Decimal(promo.min_order), settings)
        return _refused("promo_min_order", _("Minimum fare for this promo code: %s") % least)
    if is_used:
        return _refused("promo_already_used", _("You've already used this promo code."))
    if uses >= promo.promo_usage_limit:
        return _refused("promo_limit_reached", _("This promo code has been used up."))
    return None


def _not_found() -> BadInput:
    return _refused("promo_not_found", _("This promo code doesn't exist."))


def _refused(code: str, sentence: str) -> BadInput:
    return BadInput(code, sentence, fields={"promo_name": sentence})


def _code(refusal: BadInput | None) -> str | None:
    return None if refusal is None else refusal.code


def _named(promo_name: str) -> QuerySet[Promo]:
    """Return the promos with this name, ignoring case."""
    return Promo.objects.filter(Exact(Lower("promo_name"), Lower(Value(promo_name.strip()))))


def _today(settings: Platform) -> date:
    """Return the current date in the platform's time zone."""
    return timezone.now().astimezone(settings.tz).date()
