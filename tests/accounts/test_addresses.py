"""Saved addresses: a use_address within the match radius is counted, any other adds one."""

import threading

import pytest
from django.db import connection

from apps.accounts.models import SavedAddress, User
from apps.core.platform import update_platform_settings
from tests.accounts.visits import visit
from tests.personas import client_of

NEWPORT = (50.7010, -1.2930)
METRE = 1 / 111_195
"""In degrees of latitude."""


def use_address(
    user: User, metres_north: float = 0, description: str = "Quay Street, Newport"
) -> SavedAddress:
    lat, lng = NEWPORT
    return visit(user, lat + metres_north * METRE, lng, description=description)


def counts(user: User) -> list[int]:
    return sorted(SavedAddress.objects.filter(user=user).values_list("count", flat=True))


def test_first_visit_saves_the_address_with_count_one(ada: User) -> None:
    address = use_address(ada)
    assert (address.description, address.lat, address.lng) == ("Quay Street, Newport", *NEWPORT)
    assert counts(ada) == [1]


def test_match_radius_is_a_hundred_metres(ada: User) -> None:
    use_address(ada)
    use_address(ada, metres_north=99)
    assert counts(ada) == [2]
    use_address(ada, metres_north=-101)
    assert counts(ada) == [1, 2]


def test_match_radius_is_in_miles_by_the_setting(ada: User) -> None:
    update_platform_settings(convert_to_mile=True)
    use_address(ada)
    use_address(ada, metres_north=160)
    assert counts(ada) == [2]
    use_address(ada, metres_north=-162)
    assert counts(ada) == [1, 2]


def test_nearest_of_two_matches_is_counted(ada: User) -> None:
    use_address(ada, description="south")
    use_address(ada, metres_north=150, description="north")
    use_address(ada, metres_north=90)
    assert SavedAddress.objects.get(count=2).description == "north"


def test_addresses_of_other_users_do_not_match(ada: User, cleo: User) -> None:
    use_address(ada)
    use_address(cleo)
    assert counts(ada) == counts(cleo) == [1]


def test_long_description_is_truncated(ada: User) -> None:
    assert len(use_address(ada, description="x" * 400).description) == 300


@pytest.mark.django_db(transaction=True)
def test_concurrent_visits_are_all_counted(ada: User) -> None:
    def arrive() -> None:
        try:
            use_address(ada)
        finally:
            connection.close()

    threads = [threading.Thread(target=arrive) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts(ada) == [6]


def test_own_addresses_are_listed_most_used_first(ada: User, cleo: User) -> None:
    use_address(ada, description="once")
    use_address(ada, metres_north=500, description="twice")
    use_address(ada, metres_north=500)
    use_address(cleo, description="of another user")
    results = client_of(ada).get("/api/v1/me/addresses/").json()["results"]
    assert [(row["description"], row["count"]) for row in results] == [("twice", 2), ("once", 1)]
    assert results[0].keys() == {"id", "description", "lat", "lng", "count"}
