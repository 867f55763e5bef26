"""What riders think of their drivers, and drivers of their riders."""

from decimal import Decimal
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import DriverProfile, User
from apps.core import events
from apps.core.errors import BadInput, NotFound
from apps.core.money import round_money

STARS: Final = range(1, 6)
RATING_DECIMALS: Final = 1


@transaction.atomic
def record_rating(*, driver_id: int, stars: int) -> Decimal:
    """Add one rating and return the driver's average over all of them, to one decimal, half up."""
    _require_stars(stars)
    profile = DriverProfile.objects.select_for_update().filter(pk=driver_id).first()
    if profile is None:
        raise NotFound("not_found", _("Driver not found."))
    profile.rating_sum += stars
    profile.rating_count += 1
    average = Decimal(profile.rating_sum) / profile.rating_count
    profile.rating = round_money(average, decimals=RATING_DECIMALS)
    profile.save(update_fields=["rating_sum", "rating_count", "rating"])
    events.publish(f"user:{driver_id}", "profile.changed", {})
    return profile.rating


def record_rider_rating(*, rider_id: int, stars: int) -> None:
    """Add one rating by a driver to the rider's average. Raises BadInput invalid."""
    _require_stars(stars)
    User.objects.filter(pk=rider_id).update(
        rider_rating_sum=F("rider_rating_sum") + stars, rider_rating_count=F("rider_rating_count") + 1
    )


def _require_stars(stars: int) -> None:
    if stars not in STARS:
        raise BadInput("invalid", _("Choose 1 to 5 stars."), fields={"rating": _("Choose 1 to 5 stars.")})
