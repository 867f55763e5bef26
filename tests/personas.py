"""Test users: ada and cleo ride, ben and bob drive, fay runs a fleet, dora is an admin."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient
from rest_framework_simplejwt.tokens import AccessToken

from apps.accounts.authentication import FAMILY_CLAIM
from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.accounts.services.sessions import start_session
from apps.fares.models import CarType

PASSWORD = "hansom123"
_numbers = itertools.count(1)


def make_user(first_name: str, user_type: UserType = UserType.RIDER, **fields: Any) -> User:
    number = next(_numbers)
    fields.setdefault("email", f"{first_name.lower()}{number}@example.org")
    fields.setdefault("mobile", f"+4479{number:08d}")
    fields.setdefault("last_name", "Example")
    user = User(first_name=first_name, user_type=user_type, **fields)
    # An unusable password avoids the cost of argon2 in tests that do not log in.
    user.set_password(fields.pop("password", None))
    user.save()
    return user


def make_driver(
    first_name: str, car_type: CarType, *, fleet_admin: User | None = None, **fields: Any
) -> User:
    user = make_user(first_name, UserType.DRIVER, **fields)
    DriverProfile.objects.create(
        user=user,
        car_type=car_type,
        fleet_admin=fleet_admin,
        vehicle_make="Toyota",
        vehicle_model="Prius",
        vehicle_number=f"HX{user.pk:02d} CAB",
    )
    return user


def client_of(user: User | None) -> APIClient:
    """Return an API client of a user who has just logged in, or of a visitor."""
    client = APIClient()
    if user is not None:
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {start_session(user_id=user.pk).access}")
    return client


def family_of(user: User) -> str:
    """Return a new device session of a user."""
    return AccessToken(start_session(user_id=user.pk).access)[FAMILY_CLAIM]  # type: ignore[arg-type, no-any-return]


@pytest.fixture
def economy(db: None) -> CarType:
    """Document 3's Economy: base 10, minimum 10, 5 an hour, 5 a unit, 15 percent."""
    car_type, _ = CarType.objects.get_or_create(
        name="Economy",
        defaults={
            "base_fare": 10,
            "min_fare": 10,
            "rate_per_hour": 5,
            "rate_per_unit_distance": 5,
            "convenience_fees": 15,
            "convenience_fee_type": "percentage",
            "extra_info": "Capacity: 3, Type: Taxi",
        },
    )
    return car_type


@pytest.fixture
def ada(db: None) -> User:
    return make_user("Ada")


@pytest.fixture
def cleo(db: None) -> User:
    """A rider without any part in ada's trips."""
    return make_user("Cleo")


@pytest.fixture
def dora(db: None) -> User:
    return make_user("Dora", UserType.ADMIN, is_staff=True)


@pytest.fixture
def fay(db: None) -> User:
    return make_user("Fay", UserType.FLEET_ADMIN)


@pytest.fixture
def ben(economy: CarType) -> User:
    return make_driver("Ben", economy)


@pytest.fixture
def bob(economy: CarType, fay: User) -> User:
    """A driver of fay's fleet."""
    return make_driver("Bob", economy, fleet_admin=fay)


@pytest.fixture
def as_user() -> Callable[[User | None], APIClient]:
    """Return an API client of a logged-in user, or of a visitor."""
    return client_of
