"""Generates the demo history and inserts it in one transaction."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Model

from apps.accounts.models import DriverProfile, User
from apps.accounts.services.fitness import update_fit_until
from apps.backoffice.demo.history.admin_work import plan_admin_work
from apps.backoffice.demo.history.builder import Builder
from apps.backoffice.demo.history.cancellations import plan_owed_fees
from apps.backoffice.demo.history.clock import Clock
from apps.backoffice.demo.history.current_cases import add_current_cases
from apps.backoffice.demo.history.deliveries import plan_deliveries
from apps.backoffice.demo.history.documents import add_documents
from apps.backoffice.demo.history.fleet import add_fleet
from apps.backoffice.demo.history.geography import Places, RouteCache
from apps.backoffice.demo.history.ledger import Ledger
from apps.backoffice.demo.history.participants import load_participants
from apps.backoffice.demo.history.promos import add_promos
from apps.backoffice.demo.history.quotes import plan_quotes
from apps.backoffice.demo.history.referrals import plan_referrals
from apps.backoffice.demo.history.rides import plan_rides
from apps.backoffice.demo.history.support import create_support_work
from apps.backoffice.scale.rows import copy, count_on, disable_triggers, enable_triggers, run
from apps.backoffice.scale.seed import is_in_use
from apps.bookings.models import Booking
from apps.bookings.register.entry import fill_register
from apps.chat.models import ChatMessage
from apps.core.models import AuditEntry
from apps.core.platform import platform_settings, update_platform_settings
from apps.fares.models import CarType, Promo
from apps.notifications.models import InboxMessage
from apps.payments.models import Attempt
from apps.wallet.models import Account, JournalEntry, Posting

BY_TIME: Final[dict[type[Model], str]] = {
    AuditEntry: "at",
    ChatMessage: "created_at",
    InboxMessage: "created_at",
    Attempt: "created_at",
}
"""Lists show the highest ids first, so later rows get higher ids."""


def is_untouched() -> bool:
    """Return whether there are no bookings, payments or sign-ups yet, and the map has places."""
    used = Booking.objects.exists() or JournalEntry.objects.exists() or is_in_use()
    return not used and bool(Places())


@transaction.atomic
def seed_history(now: datetime) -> int:
    """Seed about two months of history up to `now` for the demo users, who exist and have no money yet.

    Returns the number of bookings. Raises NotPermitted.
    """
    update_platform_settings(tips=True)
    builder = build_history(Places(), now)
    disable_triggers()
    _write(builder)
    run("SELECT bookings_rebuild_earnings()")
    run("SELECT bookings_rebuild_months()")
    run("SELECT accounts_recount()")
    enable_triggers()
    add_fleet(builder)
    for driver in builder.participants.drivers:
        update_fit_until(driver.user.pk)
    fill_register()
    create_support_work(builder)
    return len(builder.rows[Booking])


def build_history(places: Places, now: datetime) -> Builder:
    """Generate the history in memory; nothing is written."""
    platform = platform_settings()
    car_types = CarType.objects.prefetch_related("cancel_slabs", "parceltypes", "parceloptions")
    builder = Builder(
        now=now,
        platform=platform,
        clock=Clock(now),
        ledger=Ledger(),
        participants=load_participants(places, platform, now),
        places=places,
        routes=RouteCache(),
        car_types={car_type.name: car_type for car_type in car_types},
    )
    add_promos(builder)
    plan_admin_work(builder)
    plan_referrals(builder)
    plan_rides(builder)
    plan_deliveries(builder)
    plan_owed_fees(builder)
    builder.clock.run()
    plan_quotes(builder)
    add_documents(builder)
    add_current_cases(builder)
    return builder


def _write(builder: Builder) -> None:
    participants, ledger = builder.participants, builder.ledger
    people = ["created_at", "approved", "bank_name", "bank_code", "bank_account", "signup_via_referral"]
    ratings = ["rider_rating_sum", "rider_rating_count"]
    User.objects.bulk_update(list(participants.all_users()), [*people, *ratings])
    profiles = [driver.profile for driver in participants.drivers]
    DriverProfile.objects.bulk_update(profiles, ["rating_sum", "rating_count", "rating"])
    old = [promo for promo in builder.promos if promo not in builder.rows[Promo]]
    Promo.objects.bulk_update(old, ["user_avail", "created_at"])
    rows: dict[type[Model], list[Model]] = {
        **builder.rows,
        Account: list(ledger.accounts.values()),
        JournalEntry: list(ledger.entries),
        Posting: list(ledger.postings),
    }
    for model, made in rows.items():
        moment = BY_TIME.get(model)
        if moment is not None:
            made.sort(key=lambda row: getattr(row, moment))
            for row, number in zip(made, sorted(row.pk for row in made if row.pk), strict=False):
                row.pk = number
        copy(made)
        if made and made[0].pk is not None and "id" in {field.name for field in model._meta.fields}:
            count_on(model)
        run(f"ANALYZE {model._meta.db_table}")
