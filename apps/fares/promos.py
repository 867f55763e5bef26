"""Promos: which there are for whom, and their use, counted under a lock.

A booking is locked before its promo, and a promo before any wallet.
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
from apps.fares.discounts import PromoTerms, discount, is_enough
from apps.fares.models import Promo, PromoRedemption
from apps.notifications.wording import display_money


def terms_of(promo: Promo) -> PromoTerms:
    """What the promo promises today."""
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
class Shown:
    """A promo as one rider sees it; `reason_code` is why it cannot be used, None where it can."""

    promo: Promo
    reason_code: str | None
    promo_usage_limit: int | None = None
    user_avail: int | None = None
    """Both are the operator's business alone."""

    @property
    def usable(self) -> bool:
        return self.reason_code is None


def promos_for(user_id: int) -> list[Shown]:
    """Those valid today, the first to end first, with what this rider hears of each."""
    settings = platform_settings()
    promos = Promo.objects.filter(promo_validity__gte=_today(settings)).order_by("promo_validity", "id")
    used = set(PromoRedemption.objects.filter(user_id=user_id).values_list("promo_id", flat=True))
    return [
        Shown(promo, _code(_refusal(promo, settings, is_used=promo.pk in used, uses=promo.user_avail)))
        for promo in promos
    ]


def all_promos() -> list[Shown]:
    """The operator's list, the latest first."""
    settings = platform_settings()
    return [
        Shown(
            promo,
            _code(_refusal(promo, settings, uses=promo.user_avail)),
            promo_usage_limit=promo.promo_usage_limit,
            user_avail=promo.user_avail,
        )
        for promo in Promo.objects.order_by("-id")
    ]


@dataclass(frozen=True, slots=True)
class Checked:
    promo_name: str
    discount: Decimal
    payable_amount: Decimal


def check_promo(*, promo_name: str, trip_cost: Decimal, user_id: int | None) -> Checked:
    """What the promo would take off a price now, for this rider (None: for anybody); reserves nothing.

    Raises BadInput promo_not_found, promo_expired, promo_min_order, promo_already_used,
    promo_limit_reached.
    """
    settings = platform_settings()
    promo = _named(promo_name).first()
    if promo is None:
        raise _not_found()
    is_used = user_id is not None and promo.redemptions.filter(user_id=user_id).exists()
    refusal = _refusal(promo, settings, trip_cost=trip_cost, is_used=is_used, uses=promo.user_avail)
    if refusal is not None:
        raise refusal
    off = discount(terms_of(promo), trip_cost, decimals=settings.decimal)
    return Checked(promo.promo_name, off, trip_cost - off)


# -- using -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Held:
    """A promo that may be used; it and the booking's present one stay locked until the transaction ends."""

    promo: Promo
    replaced: PromoRedemption | None
    """The booking's present use of a promo, perhaps of this very one."""


def hold_promo(
    *, promo_name: str, user_id: int, trip_cost: Decimal, settings: Platform, booking_id: int | None = None
) -> Held:
    """Lock the promo and see that this rider may use it for a trip of this price.

    What `booking_id` uses already does not count against it. Raises as `check_promo`.
    """
    replaced = PromoRedemption.objects.filter(booking_id=booking_id).first() if booking_id else None
    promo_id = _named(promo_name).values_list("pk", flat=True).first()
    if promo_id is None:
        raise _not_found()
    # Both in one order: of two bookings that swap their promos neither waits for ever.
    both = {promo_id} if replaced is None else {promo_id, replaced.promo_id}
    locked = Promo.objects.filter(pk__in=both).order_by("pk").select_for_update(no_key=True)
    promo = next((promo for promo in locked if promo.pk == promo_id), None)
    if promo is None:
        raise _not_found()
    is_own = replaced is not None and replaced.promo_id == promo.pk
    # Asked after the lock: whoever held it may have been this rider, on another booking.
    is_used = not is_own and promo.redemptions.filter(user_id=user_id).exists()
    refusal = _refusal(
        promo, settings, trip_cost=trip_cost, is_used=is_used, uses=promo.user_avail - int(is_own)
    )
    if refusal is not None:
        raise refusal
    return Held(promo, replaced)


def use_promo(held: Held, *, user_id: int, booking_id: int) -> None:
    """Count the use of a held promo for a booking, in the place of the one it used before."""
    if held.replaced is not None:
        if held.replaced.promo_id == held.promo.pk:
            return
        _release(held.replaced)
    PromoRedemption.objects.create(promo=held.promo, user_id=user_id, booking_id=booking_id)
    Promo.objects.filter(pk=held.promo.pk).update(user_avail=F("user_avail") + 1)


def release_promo(*, booking_id: int) -> None:
    """Give back what a booking uses, to its rider and to the others; the booking is locked."""
    redemption = PromoRedemption.objects.filter(booking_id=booking_id).first()
    if redemption is not None:
        _release(redemption)


def _release(redemption: PromoRedemption) -> None:
    # The promo's row first, as in using it: whoever waits for it then finds the use gone.
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
    """Why the promo cannot be used; without a price, the least order is not asked about."""
    if promo.promo_validity < _today(settings):
        return _refused("promo_expired", _("This promo code has expired."))
    if trip_cost is not None and not is_enough(terms_of(promo), trip_cost):
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
    """The promo of a name, in whatever letters it is typed."""
    return Promo.objects.filter(Exact(Lower("promo_name"), Lower(Value(promo_name.strip()))))


def _today(settings: Platform) -> date:
    """The day that it is where the platform is."""
    return timezone.now().astimezone(settings.tz).date()
