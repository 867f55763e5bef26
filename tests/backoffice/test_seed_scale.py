"""The large platform seeded in PostgreSQL has the rows that services would have written."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.models import Sum
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.accounts.selectors import headcount
from apps.backoffice.scale.bookings import RARE
from apps.backoffice.scale.seed import Scale, seed_scale
from apps.bookings.choices import ON_TRIP, SETTLED, Status
from apps.bookings.models import Booking, DailyEarnings
from apps.wallet.models import Posting, Withdrawal
from tests.personas import client_of

pytestmark = pytest.mark.django_db(transaction=True)

SIZES: Any = {"bookings": 2_000, "riders": 200, "drivers": 40}


@pytest.fixture
def scale() -> Scale:
    return seed_scale(**SIZES)


def test_all_users_and_bookings_are_inserted(scale: Scale) -> None:
    counted = {kind: User.objects.filter(user_type=kind).count() for kind in UserType}
    assert headcount() == counted
    assert counted[UserType.RIDER] == 200
    assert counted[UserType.DRIVER] == DriverProfile.objects.count() == 40
    assert counted[UserType.FLEET_ADMIN] == scale.people.fleets == 2
    assert Booking.objects.count() == 2_000
    assert {Status.NEW, Status.PAID, Status.COMPLETE, Status.CANCELLED, *ON_TRIP} == set(
        Booking.objects.values_list("status", flat=True).distinct()
    )
    assert Booking.objects.get(pickup_add__contains=RARE).pk == scale.bookings.middle


def test_ledger_is_clean_and_reports_match_it(scale: Scale) -> None:
    out = StringIO()
    call_command("verify_ledger", stdout=out)
    assert "The ledger is consistent." in out.getvalue()
    settled = Booking.objects.filter(status__in=SETTLED)
    assert DailyEarnings.objects.aggregate(Sum("rides"))["rides__sum"] == settled.count()
    assert set(Withdrawal.objects.values_list("state", flat=True)) == {"requested", "processed", "rejected"}
    assert Posting.objects.filter(account__kind="user").exists()


def test_triggers_are_enabled_afterwards(scale: Scale) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW session_replication_role")
        assert cursor.fetchone() == ("origin",)


def test_indexes_are_rebuilt(django_db_blocker: object) -> None:
    def indexes() -> set[tuple[str, ...]]:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT indexdef, '' FROM pg_indexes WHERE schemaname = 'public'"
                " UNION SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint"
            )
            return set(cursor.fetchall())

    before = indexes()
    seed_scale(**SIZES)
    assert indexes() == before


def test_seeded_booking_opens_like_any_other(scale: Scale, dora: User) -> None:
    for booking in Booking.objects.order_by("-pk")[:60:6]:
        reply = client_of(dora).get(f"/api/v1/bookings/{booking.pk}/")
        assert reply.status_code == 200
    assert Booking.objects.filter(trip_date__gt=timezone.now() + timedelta(days=1)).exists()


def test_platform_in_use_is_refused(ada: User) -> None:
    with pytest.raises(CommandError, match="--force"):
        call_command("seed_scale", **SIZES, verbosity=0)
    assert User.objects.filter(user_type=UserType.RIDER).count() == 1
    assert not Booking.objects.exists()


def test_forced_run_adds_to_existing_data(ada: User) -> None:
    for _ in range(2):
        call_command("seed_scale", bookings=100, riders=10, drivers=10, force=True, verbosity=0)
    assert Booking.objects.count() == 200
    assert User.objects.filter(user_type=UserType.RIDER).count() == 21
    call_command("verify_ledger", stdout=StringIO())
