"""A platform of the wanted size, in minutes: to measure, and to see how screens feel when it is full."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.backoffice.demo import people as demo
from apps.backoffice.demo.seed import seed
from apps.backoffice.scale.admin_data import make_admin_data
from apps.backoffice.scale.bookings import Bookings, made_bookings, make_bookings
from apps.backoffice.scale.money import Books
from apps.backoffice.scale.people import People, make_people
from apps.backoffice.scale.rows import disable_triggers, enable_triggers, run
from apps.bookings.models import Booking

DAYS = 730
"""How long ago the first of them was booked."""

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Scale:
    people: People
    bookings: Bookings


def is_in_use() -> bool:
    """Whether someone's data is here: a booking, or people beside admins and those of the demo."""
    strangers = User.objects.exclude(user_type=UserType.ADMIN).exclude(email__endswith=f"@{demo.DOMAIN}")
    return Booking.objects.exists() or strangers.exists()


def seed_scale(*, bookings: int, riders: int, drivers: int, tell: Tell = lambda line: None) -> Scale:
    """Add so many, with their money, all or nothing; what is there stays as it is.

    The rows are those that a used platform would have, and `verify_ledger` finds nothing wrong with them.
    No one else should be writing meanwhile. Raises NotPermitted.
    """
    with transaction.atomic():
        seed(with_people=False)
        # Foreign keys, the ledger's guards and the daily totals.
        disable_triggers()
        run("SET LOCAL maintenance_work_mem = '256MB'")
        tell(f"{riders:,} riders and {drivers:,} drivers ...")
        people = make_people(riders=riders, drivers=drivers, days=DAYS)
        for done in make_bookings(people, count=bookings, days=DAYS):
            tell(f"{done:,} of {bookings:,} bookings")
        made = made_bookings(bookings)
        tell("ledger ...")
        for step in Books(people, made).write():
            tell(step)
        tell("audit trail, notices, chats ...")
        make_admin_data(people, made, days=DAYS)
        run("SELECT accounts_recount()")
        enable_triggers()
    tell("statistics ...")
    run("VACUUM ANALYZE")
    return Scale(people, made)
