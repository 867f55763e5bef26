"""Data of a run, in any database: users with access tokens, and unpaid bookings.

`python -m tests.payments.stress.fixtures` creates it in the platform of its environment and prints it.
"""

import copy
import itertools
import json
import sys
from dataclasses import asdict, dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any, Final

OPENING: Final = Decimal(80)
"""The opening balance of riders and drivers, credited by an admin."""


@dataclass(frozen=True)
class StressData:
    """User ids by role, access tokens by user id, and (booking, rider, driver) ids by next operation."""

    admin: int
    riders: list[int]
    drivers: list[int]
    tokens: dict[int, str]
    unpaid: list[tuple[int, int, int]]
    """PENDING, driven."""
    orders: list[tuple[int, int, int]]
    """Deliveries for another day, not paid yet."""
    on_the_way: list[tuple[int, int, int]]
    """ACCEPTED long enough for a cancellation fee."""
    reached: list[tuple[int, int, int]]
    """To be paid in cash."""

    @classmethod
    def read(cls, text: str) -> "StressData":
        values = json.loads(text)
        values["tokens"] = {int(user): token for user, token in values["tokens"].items()}
        return cls(**values)


def make_stress_data(*, riders: int, trips: int, orders: int, drivers: int) -> StressData:
    """Create users with money; half of the drivers are on their way, half have arrived."""
    from django.db.models import F
    from django.utils import timezone
    from rest_framework_simplejwt.tokens import AccessToken

    from apps.accounts.choices import UserType
    from apps.accounts.models import User
    from apps.accounts.services.sessions import start_session
    from apps.bookings.choices import Status
    from apps.bookings.models import Booking
    from apps.core.platform import update_platform_settings
    from apps.fares.models import CancelSlab, CarType
    from apps.geo.models import DriverPosition
    from apps.payments.services.accounts import set_account
    from apps.wallet.services import credit_by_admin
    from tests.bookings.builders import make_booking, put_online
    from tests.personas import make_driver, make_user

    update_platform_settings(rider_withdraw=True, negative_balance=True, bank_fields=False)
    set_account(provider="test", live=False, enabled=True)
    car = CarType.objects.create(
        name="Play", base_fare=10, min_fare=10, rate_per_hour=5, rate_per_unit_distance=2, convenience_fees=15
    )
    CancelSlab.objects.create(car_type=car, mins_delayed=1, amount=7)
    tag = f"{timezone.now():%H%M%S%f}"
    numbers = itertools.count(1)

    def person(kind: UserType) -> dict[str, Any]:
        number = next(numbers)
        return {
            "user_type": kind,
            "email": f"p{number}.{tag}@example.org",
            "mobile": f"+39{tag}{number:04}"[:20],
        }

    admin = make_user("Dora", **person(UserType.ADMIN))
    passengers = [make_user(f"R{number}", **person(UserType.RIDER)) for number in range(riders)]
    chauffeurs = []
    for number in range(drivers):
        fields = person(UserType.DRIVER)
        fields.pop("user_type")
        chauffeurs.append(make_driver(f"D{number}", car, **fields))
    for user in (*passengers, *chauffeurs):
        credit_by_admin(user_id=user.pk, amount=OPENING, by=admin, key=f"opening-{user.pk}")

    references = (f"{number:06}" for number in itertools.count(500_000))

    def token_of(user: User) -> str:
        """Return an access token that outlasts the run."""
        token = AccessToken(start_session(user_id=user.pk).access)  # type: ignore[arg-type]  # a token in text form
        token.set_exp(lifetime=timedelta(hours=2))
        return str(token)

    def many(status: Status, count: int, **fields: Any) -> list[tuple[int, int, int]]:
        """Create copies of one booking, for alternating riders and drivers."""
        first = make_booking(
            passengers[0], car, status, driver=chauffeurs[0], reference=next(references), **fields
        )
        rows = []
        for number in range(count):
            row = copy.copy(first)
            row.pk, row.reference = None, next(references)
            row._state = copy.copy(first._state)
            row.customer = passengers[number % riders]
            row.driver = chauffeurs[number % drivers] if status == Status.PENDING else None
            rows.append(row)
        first.delete()
        made = Booking.objects.bulk_create(rows)
        return [(row.pk, row.customer_id, row.driver_id or 0) for row in made]

    def each(status: Status, some: list[User]) -> list[tuple[int, int, int]]:
        """Create one booking for each of these drivers."""
        made = []
        for number, driver in enumerate(some):
            put_online(driver)
            past = timezone.now() - timedelta(minutes=30)
            rider = passengers[number % riders]
            booking = make_booking(
                rider, car, status, driver=driver, reference=next(references), accepted_at=past
            )
            made.append((booking.pk, rider.pk, driver.pk))
        return made

    later = timezone.now() + timedelta(days=2)
    data = StressData(
        admin=admin.pk,
        riders=[user.pk for user in passengers],
        drivers=[user.pk for user in chauffeurs],
        tokens={user.pk: token_of(user) for user in (admin, *passengers, *chauffeurs)},
        unpaid=many(Status.PENDING, trips),
        # Deliveries and prepaid rides.
        orders=[
            order
            for category, number in (("delivery", orders - orders // 2), ("taxi", orders // 2))
            for order in many(
                Status.PAYMENT_PENDING,
                number,
                app_category=category,
                book_later=True,
                trip_date=later,
                payment_due_at=later,
            )
        ],
        on_the_way=each(Status.ACCEPTED, chauffeurs[::2]),
        reached=each(Status.REACHED, chauffeurs[1::2]),
    )
    # No positions are sent here, so the driver timeout must not apply.
    DriverPosition.objects.filter(driver_id__in=data.drivers).update(at=F("at") + timedelta(hours=2))
    return data


if __name__ == "__main__":
    import django

    django.setup()
    from django.db import transaction

    wanted = json.loads(sys.argv[1])
    with transaction.atomic():
        made = make_stress_data(**wanted)
    print(json.dumps(asdict(made)))
