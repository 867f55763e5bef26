"""Users of the demo history and their habits: homes, favourite places, working hours."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta, tzinfo
from random import Random
from typing import Final

from apps.accounts.models import DriverProfile, User
from apps.backoffice.demo import people
from apps.backoffice.demo.history import persons
from apps.backoffice.demo.history.days import DAYS, moment, seeded_random
from apps.backoffice.demo.history.geography import Places, Spot
from apps.bookings.choices import PaymentMode
from apps.core.platform import Platform
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.port import LatLng

HABITS: Final = (PaymentMode.CASH, PaymentMode.WALLET, PaymentMode.CARD)
HABIT_WEIGHTS: Final = (46, 30, 24)
HABIT_SHARE: Final = 0.78
FAVOURITES: Final = 4
FREQUENT_WEIGHT: Final = 1.4
"""Weight of the riders on the login page; others have 0.25 to 1.6."""
LATE_RIDERS: Final = 13
"""Number of riders who signed up during the history."""
LATE_DRIVERS: Final = 3
"""Number of drivers who signed up during it."""
EARLIER_DAYS: Final = (3, 70)
"""Days before the history in which all others signed up."""
SHIFTS: Final = ((5, 11), (7, 11), (8, 11), (12, 12), (16, 11), (18, 12))
"""Shifts: first hour and length in hours."""
MAX_DRIVER_KM: Final = 12
"""Maximum distance of a driver from the pickup."""
BANKS: Final = (("Medina Bank", "40-21-"), ("Solent Mutual", "09-12-"), ("Needles & Co", "20-60-"))


@dataclass(slots=True, eq=False)
class Rider:
    user: User
    home: Spot
    favourites: list[Spot]
    habit: PaymentMode
    weight: float
    free_at: datetime
    promos: set[int] = field(default_factory=set)
    """Promo codes already used."""
    visits: dict[Spot, int] = field(default_factory=dict)

    def draw_payment_mode(self, rng: Random) -> PaymentMode:
        if rng.random() < HABIT_SHARE:
            return self.habit
        return rng.choices(HABITS, HABIT_WEIGHTS)[0]


@dataclass(slots=True, eq=False)
class Driver:
    user: User
    profile: DriverProfile
    at: LatLng
    first_hour: int
    hours: int
    day_off: int
    free_at: datetime
    decline_rate: float
    zone: tzinfo
    until: datetime
    """When the driver's insurance expired, or now."""

    def is_available(self, at: datetime) -> bool:
        """Return whether the driver is on shift and free."""
        local = at.astimezone(self.zone)
        is_on = (local.hour - self.first_hour) % 24 < self.hours
        return is_on and local.weekday() != self.day_off and self.free_at <= at < self.until


@dataclass(slots=True)
class Participants:
    admin: User
    fleet_admin: User
    riders: list[Rider]
    drivers: list[Driver]
    applicants: list[User]

    def rider(self, at: datetime, rng: Random) -> Rider | None:
        free = [rider for rider in self.riders if rider.user.created_at < at and rider.free_at < at]
        return rng.choices(free, [rider.weight for rider in free])[0] if free else None

    def driver(
        self, at: datetime, *, car_type: str, pickup: LatLng, within_km: float = MAX_DRIVER_KM
    ) -> Driver | None:
        """Return the nearest driver who is working and free."""
        able = [
            driver
            for driver in self.drivers
            if driver.profile.car_type is not None
            and driver.profile.car_type.name == car_type
            and driver.user.created_at < at
            and driver.is_available(at)
            and great_circle_km(driver.at, pickup) < within_km
        ]
        return min(able, key=lambda driver: great_circle_km(driver.at, pickup), default=None)

    def all_users(self) -> Iterable[User]:
        yield from (self.admin, self.fleet_admin, *self.applicants)
        yield from (rider.user for rider in self.riders)
        yield from (driver.user for driver in self.drivers)


def load_participants(places: Places, platform: Platform, now: datetime) -> Participants:
    """Load the demo users, with sign-up dates in the past."""
    users = {user.email: user for user in User.objects.filter(email__endswith=f"@{people.DOMAIN}")}
    morning = moment(now.astimezone(platform.tz).date(), time(8), platform.tz)

    def those(wanted: Iterable[people.DemoPerson], late: int) -> list[User]:
        found = [users[person.email] for person in wanted if person.email in users]
        _set_sign_up_dates(found, late, morning)
        return found

    riders = those([*people.RIDERS, *persons.riders()], LATE_RIDERS)
    drivers = those(people.DRIVERS, LATE_DRIVERS)
    admins = those([people.ADMIN, people.FLEET_ADMIN], 0)
    applicants = those(persons.applicants(), 0)
    for number, user in enumerate(applicants):
        user.approved, user.created_at = False, now - timedelta(days=number, hours=5, minutes=12)
    profiles = {
        profile.pk: profile
        for profile in DriverProfile.objects.filter(user__in=drivers).select_related("car_type")
    }
    return Participants(
        admin=admins[0],
        fleet_admin=admins[1],
        riders=[_rider(user, places) for user in riders],
        drivers=[
            _driver(user, profiles[user.pk], number, places, now.astimezone(platform.tz))
            for number, user in enumerate(drivers)
        ],
        applicants=applicants,
    )


def _set_sign_up_dates(users: Sequence[User], late: int, today: datetime) -> None:
    """Date the last `late` sign-ups one after another within the history, and the others before it."""
    earlier = len(users) - late
    for place, user in enumerate(users):
        rng = seeded_random("since", user.email)
        if place < earlier:
            days: float = DAYS + rng.uniform(*EARLIER_DAYS)
        else:
            days = DAYS - (place - earlier + rng.uniform(0.4, 0.9)) * (DAYS - 4) / late
        user.created_at = today - timedelta(days=days, minutes=rng.uniform(-60, 600))


def _rider(user: User, places: Places) -> Rider:
    rng = seeded_random("rider", user.email)
    home = rng.choice(places.homes)
    shown = f"{user.email}".split("@")[0] in people.SHOWN
    return Rider(
        user=user,
        home=home,
        favourites=places.near(home, rng, FAVOURITES),
        habit=rng.choices(HABITS, HABIT_WEIGHTS)[0],
        weight=FREQUENT_WEIGHT if shown else rng.uniform(0.25, 1.6),
        free_at=user.created_at,
    )


def _driver(user: User, profile: DriverProfile, number: int, places: Places, now: datetime) -> Driver:
    rng = seeded_random("driver", user.email)
    first_hour, hours = SHIFTS[number % len(SHIFTS)]
    if user.email and profile.car_type and profile.car_type.app_category == "delivery":
        first_hour, hours = 7, 12
    expired = persons.EXPIRED.get((user.email or "").split("@")[0])
    zone = now.tzinfo
    assert zone is not None
    bank, code = rng.choice(BANKS)
    user.bank_name, user.bank_code = bank, f"{code}{rng.randrange(10, 100)}"
    user.bank_account = f"{rng.randrange(10_000_000, 99_999_999)}"
    return Driver(
        user=user,
        profile=profile,
        at=rng.choice(places.homes).at,
        first_hour=first_hour,
        hours=hours,
        day_off=rng.randrange(7) if number % 5 else 7,
        free_at=user.created_at,
        decline_rate=rng.uniform(0.02, 0.12),
        zone=zone,
        until=now if expired is None else moment(now.date() - timedelta(days=expired), time(23), zone),
    )
