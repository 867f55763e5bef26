"""A driver's average rating: one decimal, rounded half up, over all ratings."""

import threading
from decimal import Decimal

import pytest
from django.db import connection

from apps.accounts.models import DriverProfile, User
from apps.accounts.services.ratings import record_rating
from apps.core.errors import BadInput, NotFound


@pytest.mark.parametrize(
    ("stars", "average"),
    [
        ([5], "5.0"),
        ([5, 4], "4.5"),
        ([5, 4, 4], "4.3"),
        ([5, 5, 4], "4.7"),
        # 4.25 and 4.75 are ties.
        ([4, 4, 4, 5], "4.3"),
        ([5, 5, 5, 4], "4.8"),
        ([1, 2], "1.5"),
    ],
)
def test_average_is_over_all_ratings_and_rounded_half_up(ben: User, stars: list[int], average: str) -> None:
    for star in stars:
        result = record_rating(driver_id=ben.pk, stars=star)
    assert result == Decimal(average)
    assert DriverProfile.objects.get(pk=ben.pk).rating == Decimal(average)


@pytest.mark.parametrize("stars", [0, 6, -1])
def test_rating_outside_one_to_five_is_refused(ben: User, stars: int) -> None:
    with pytest.raises(BadInput) as refusal:
        record_rating(driver_id=ben.pk, stars=stars)
    assert refusal.value.code == "invalid"
    profile = DriverProfile.objects.get(pk=ben.pk)
    assert (profile.rating_sum, profile.rating_count, profile.rating) == (0, 0, None)


def test_rating_of_a_user_who_is_not_a_driver_is_not_found(ada: User) -> None:
    with pytest.raises(NotFound):
        record_rating(driver_id=ada.pk, stars=5)


@pytest.mark.django_db(transaction=True)
def test_concurrent_ratings_are_all_counted(ben: User) -> None:
    def rate(stars: int) -> None:
        try:
            record_rating(driver_id=ben.pk, stars=stars)
        finally:
            connection.close()

    threads = [threading.Thread(target=rate, args=(stars,)) for stars in (5, 4, 3, 5, 5, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    profile = DriverProfile.objects.get(pk=ben.pk)
    assert (profile.rating_sum, profile.rating_count, profile.rating) == (27, 6, Decimal("4.5"))
