"""Default data and demo users. Running it again only adds what is missing.

One exception: simulated drivers get other vehicles after the platform's category has changed.
"""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.accounts.services.availability import sync_driver_position
from apps.backoffice.demo import catalogue, people
from apps.backoffice.demo.people import DemoPerson
from apps.backoffice.demo.places import roadsides
from apps.backoffice.setup.catalogue import create_car_types, create_reasons
from apps.core.platform import platform_settings, update_platform_settings
from apps.fares.models import CarType, Promo
from apps.geo.port import LatLng
from apps.geo.positions.store import PositionReport, record_positions
from apps.payments.gateways.registry import provider_type
from apps.payments.services.accounts import set_account
from apps.wallet.services import credit_by_admin

OPENING_BALANCES: Final = {UserType.RIDER: Decimal(200), UserType.DRIVER: Decimal(100)}
"""Enough for riders to pay from the wallet, and for drivers to accept trips without a negative balance."""


@dataclass(frozen=True, slots=True)
class Seeded:
    """Number of new rows per kind."""

    car_types: int
    reasons: int
    promos: int
    people: int


@transaction.atomic
def seed(
    *,
    with_people: bool,
    drivers: int = 0,
    riders: int = 0,
    others: Iterable[DemoPerson] = (),
    credited: bool = True,
) -> Seeded:
    """Seed an empty platform; users, all with the demo password, only on request.

    `others` are users besides the demo's own. With `credited` off, no one gets the opening balance.
    """
    car_types = create_car_types()
    if car_types:
        # Only the first time; afterwards the admin owns the settings.
        update_platform_settings(**catalogue.SETTINGS)
        if provider_type("test").is_available():
            # A demo has no real gateway account, so riders pay with the test gateway.
            set_account(provider="test", live=False, enabled=True)
    reasons = create_reasons()
    category = platform_settings().app_category
    simulated = people.simulated(drivers=drivers, riders=riders, category=category)
    wanted = itertools.chain(people.all_users(), simulated, others)
    created = _seed_people(wanted) if with_people else []
    if credited:
        _credit(created)
    _change_vehicles(drivers, category)
    return Seeded(car_types, reasons, _seed_promo(), len(created))


def _seed_promo() -> int:
    if Promo.objects.exists():
        return 0
    last_day = timezone.now().astimezone(platform_settings().tz).date() + catalogue.PROMO_LASTS
    Promo.objects.create(promo_validity=last_day, **catalogue.PROMO)
    return 1


def _seed_people(wanted: Iterable[DemoPerson]) -> list[User]:
    persons = list(wanted)
    existing = set(
        User.objects.filter(email__in=[person.email for person in persons]).values_list("email", flat=True)
    )
    missing = [person for person in persons if person.email not in existing]
    if not missing:
        return []
    # Password hashing is slow; the demo password is public, so one hash serves all users.
    password = make_password(people.PASSWORD)
    created = [_create_person(person, password) for person in missing]
    # Verified, so that demo users can log in whatever the settings require.
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=user.email, primary=True, verified=True) for user in created
    )
    _create_drivers(missing)
    return created


def _credit(created: Iterable[User]) -> None:
    for user in created:
        amount = OPENING_BALANCES.get(UserType(user.user_type))
        if amount:
            admin = User.objects.get(email=people.ADMIN.email)
            credit_by_admin(user_id=user.pk, amount=amount, by=admin, key=f"demo:{user.pk}")


def _create_person(person: DemoPerson, password: str) -> User:
    is_admin = person.user_type == UserType.ADMIN
    return User.objects.create(
        email=person.email,
        password=password,
        mobile=person.mobile,
        mobile_verified=True,
        first_name=person.first_name,
        last_name=person.last_name,
        user_type=person.user_type,
        referral_id=f"{person.first_name.lower()}{1000 + int(person.mobile[-4:]) % 9000}",
        created_by_admin=True,
        is_staff=is_admin,
        is_superuser=is_admin,
    )


def _create_drivers(wanted: Iterable[DemoPerson]) -> None:
    car_types = {car_type.name: car_type for car_type in CarType.objects.all()}
    users = {user.email: user for user in User.objects.filter(email__endswith=f"@{people.DOMAIN}")}
    reports = []
    for person, spot in zip(_drivers_of(wanted), itertools.cycle(roadsides() or [None]), strict=False):
        assert person.vehicle
        user = users[person.email]
        DriverProfile.objects.create(
            user=user,
            # An admin may have renamed or deleted the type; the driver then stays offline without one.
            car_type=car_types.get(person.vehicle.car_type),
            fleet_admin=users.get(f"{person.owner}@{people.DOMAIN}"),
            vehicle_make=person.vehicle.make,
            vehicle_model=person.vehicle.model,
            vehicle_number=person.vehicle.number,
        )
        sync_driver_position(driver_id=user.pk)
        if spot is not None:
            reports.append(_report(user, spot))
    record_positions(reports)


def _change_vehicles(drivers: int, category: str) -> None:
    """Change the vehicles of simulated drivers whose car type does not fit the platform's category."""
    car_types = {car_type.name: car_type for car_type in CarType.objects.filter(app_category=category)}
    numbers = {f"sim-driver-{number:03d}@{people.DOMAIN}": number for number in range(1, drivers + 1)}
    unsuitable = DriverProfile.objects.filter(user__email__in=numbers, busy=False).exclude(
        car_type__app_category__in=("", category)
    )
    for profile in unsuitable.select_related("user"):
        vehicle = people.vehicle_of(numbers[profile.user.email or ""], category)
        if vehicle.car_type in car_types:
            profile.car_type = car_types[vehicle.car_type]
            profile.vehicle_make, profile.vehicle_model = vehicle.make, vehicle.model
            profile.save(update_fields=["car_type", "vehicle_make", "vehicle_model"])
            sync_driver_position(driver_id=profile.pk)


def _drivers_of(wanted: Iterable[DemoPerson]) -> Iterator[DemoPerson]:
    return (person for person in wanted if person.vehicle)


def _report(user: User, spot: LatLng) -> PositionReport:
    return PositionReport(driver_id=user.pk, lat=spot.lat, lng=spot.lng, at=timezone.now())
