"""Ratings of drivers by riders, and of riders by drivers."""

from decimal import Decimal
from typing import Final

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import DriverProfile, User
from apps.core.errors import BadInput, NotFound
from apps.core.outbox import events
from apps.core.postgres import prepared_cursor
from apps.core.transactions import atomic

STARS: Final = range(1, 6)
# PostgreSQL rounds a numeric half away from zero.
RECORD: Final = f"""
UPDATE {DriverProfile._meta.db_table} SET rating_sum = rating_sum + %s, rating_count = rating_count + 1,
    rating = round((rating_sum + %s)::numeric / (rating_count + 1), 1)
WHERE user_id = %s RETURNING rating
"""  # noqa: S608


def record_rating(*, driver_id: int, stars: int) -> Decimal:
    """Add a rating and return the driver's average, to one decimal, half up."""
    _require_stars(stars)
    with atomic():
        with prepared_cursor() as cursor:
            cursor.execute(RECORD, [stars, stars, driver_id])
            row = cursor.fetchone()
        if row is None:
            raise NotFound("not_found", _("Driver not found."))
        events.publish(f"user:{driver_id}", "profile.changed", {})
    rating: Decimal = row[0]
    return rating


def record_rider_rating(*, rider_id: int, stars: int) -> None:
    """Add a driver's rating to the rider's average. Raises BadInput invalid."""
    _require_stars(stars)
    User.objects.filter(pk=rider_id).update(
        rider_rating_sum=F("rider_rating_sum") + stars, rider_rating_count=F("rider_rating_count") + 1
    )


def _require_stars(stars: int) -> None:
    if stars not in STARS:
        raise BadInput("invalid", _("Choose 1 to 5 stars."), fields={"rating": _("Choose 1 to 5 stars.")})
