"""Seeds a large platform in minutes, for benchmarks and for testing screens with much data."""

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
"""Age of the first booking in days."""

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Scale:
    people: People
    bookings: Bookings


def is_in_use() -> bool:
    """Return whether there are bookings, or users other than admins and demo users."""
    strangers = User.objects.exclude(user_type=UserType.ADMIN).exclude(email__endswith=f"@{demo.DOMAIN}")
    return Booking.objects.exists() or strangers.exists()


def seed_scale(*, bookings: int, riders: int, drivers: int, report: Report = lambda line: None) -> Scale:
    """Add users and bookings with their money, all or nothing; existing rows stay.

    The rows are those of a used platform, and `verify_ledger` passes. Nothing else may write meanwhile.
    Raises NotPermitted.
    """
    with transaction.atomic():
        seed(with_people=False)
        # Foreign keys, the ledger's constraints and the daily totals.
        disable_triggers()
        run("SET LOCAL maintenance_work_mem = '256MB'")
        report(f"{riders:,} riders and {drivers:,} drivers ...")
        people = make_people(riders=riders, drivers=drivers, days=DAYS)
        for done in make_bookings(people, count=bookings, days=DAYS):
            report(f"{done:,} of {bookings:,} bookings")
        made = made_bookings(bookings)
        report("ledger ...")
        for step in Books(people, made).write():
            report(step)
        report("audit log, notices, chats ...")
        make_admin_data(people, made, days=DAYS)
        run("SELECT accounts_recount()")
        enable_triggers()
    report("statistics ...")
    run("VACUUM ANALYZE")
    return Scale(people, made)
