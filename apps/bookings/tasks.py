"""Periodic Celery tasks of bookings."""

from celery import shared_task

from apps.bookings.day_totals import close_days as sum_up_days
from apps.bookings.demand.past import update_past_demand as count_past_weeks
from apps.bookings.services import dispatching, housekeeping, planning, referrals
from apps.bookings.surge.updating import update_surge as update_factors


@shared_task
def expire_offers() -> None:
    # Holds first: their bookings are dispatched in the same run.
    housekeeping.release_holds()
    housekeeping.renew_searches()


@shared_task
def retire_stale_drivers() -> None:
    # Trips first: a driver who loses one is free, and goes offline in the same run.
    housekeeping.replace_silent_drivers()
    housekeeping.retire_stale_drivers()


@shared_task
def remind_of_trips() -> None:
    housekeeping.remind_of_trips()


@shared_task
def start_early() -> None:
    # Back-ups first: they may have to start now.
    planning.replace_unfit_drivers()
    dispatching.start_early()


@shared_task
def expire_unpaid() -> None:
    housekeeping.expire_unpaid()


@shared_task
def close_paid() -> None:
    housekeeping.close_paid()


@shared_task
def cancel_unanswered() -> None:
    housekeeping.cancel_unanswered()


@shared_task
def close_days() -> None:
    sum_up_days()


@shared_task
def decide_referral_bonuses() -> None:
    referrals.decide_referral_bonuses()


@shared_task
def update_surge() -> None:
    update_factors()


@shared_task
def update_past_demand() -> None:
    count_past_weeks()
