"""Deletes users (deleteUser): personal data is erased, trips and payments stay.

docs/decisions/0026-deleted-users.md explains why the row itself stays.
"""

from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.accounts.privacy.registry import erase_personal_data
from apps.accounts.services.availability import set_driver_active, sync_driver_position
from apps.accounts.services.confirmation import confirm_owner
from apps.backoffice.people.lists import person_for
from apps.backoffice.people.rules import (
    locked_person,
    require_expendable,
    require_off_trip,
    require_other_admin,
)
from apps.bookings.choices import ACTIVE, SETTLED
from apps.bookings.models import Booking
from apps.core.audit import record
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import Conflict
from apps.core.platform import platform_settings
from apps.fleet.vehicles.assignments import lock_vehicles, release_vehicles
from apps.fleet.vehicles.records import release_fleet
from apps.payments.choices import WAITING
from apps.payments.models import Attempt, Refund
from apps.payments.services.refunding import OPEN
from apps.wallet.choices import WithdrawalState
from apps.wallet.models import OwedFee, Withdrawal
from apps.wallet.selectors import balance_of

UNDER_WAY: Final = tuple(status for status in ACTIVE if status not in SETTLED)
"""A paid trip without a rating is closed for both."""


@transaction.atomic
def delete_person(*, by: User, person_id: int) -> None:
    """Delete a user. Raises NotFound for a user whom `by` does not manage.

    Raises Forbidden demo_mode; Conflict not_oneself, last_admin, driver_on_trip, trip_open,
    wallet_not_empty, fees_owed, withdrawal_open, payment_open, refund_open.
    """
    person_for(by, person_id)
    require_critical_edits(platform_settings())
    # Before the locks of users and profiles, as when a vehicle is handed over.
    lock_vehicles()
    locked_person(by, person_id)
    user, profile = _locked(person_id)
    require_expendable(user, by=by)
    _delete(user, profile, by=by)


@transaction.atomic
def delete_own_account(*, user_id: int, family: str, password: str) -> None:
    """Delete the account of the user, who confirms it by the password or a recent login.

    Raises what `delete_person` raises except not_oneself; BadInput wrong_password, Conflict login_too_old.
    """
    require_critical_edits(platform_settings())
    lock_vehicles()
    require_other_admin(user_id)
    user, profile = _locked(user_id)
    confirm_owner(user=user, family=family, password=password)
    _delete(user, profile, by=user)


def _locked(person_id: int) -> tuple[User, DriverProfile | None]:
    # No new row can reference the user from here on.
    user = User.objects.select_for_update().get(pk=person_id)
    return user, DriverProfile.objects.select_for_update(no_key=True).filter(pk=person_id).first()


def _delete(user: User, profile: DriverProfile | None, *, by: User) -> None:
    _require_nothing_open(user, profile)
    if profile is not None:
        set_driver_active(driver_id=profile.pk, active=False)
        release_vehicles(driver_id=profile.pk)
    _release_fleet(user)
    erase_personal_data(user)
    # The audit log stores neither the name nor the contacts of a deleted user.
    record(
        by=by,
        action="deleted",
        kind="user",
        target_id=user.pk,
        label=f"#{user.pk}",
        before={"user_type": user.user_type},
    )


def _require_nothing_open(user: User, profile: DriverProfile | None) -> None:
    if profile is not None:
        require_off_trip(profile)
    require_nothing_under_way(user)
    if balance_of(user.pk) != 0:
        raise Conflict("wallet_not_empty", _("The wallet isn't empty. Settle the balance first."))
    if OwedFee.objects.filter(user=user, settled_at__isnull=True).exists():
        raise Conflict("fees_owed", _("This rider owes a fee. Write it off first."))


def require_nothing_under_way(user: User) -> None:
    """Raise Conflict trip_open, withdrawal_open, payment_open or refund_open."""
    if Booking.objects.filter(Q(customer=user) | Q(driver=user), status__in=UNDER_WAY).exists():
        raise Conflict("trip_open", _("This user has an open or unpaid trip. End it first."))
    if Withdrawal.objects.filter(user=user, state=WithdrawalState.REQUESTED).exists():
        raise Conflict(
            "withdrawal_open", _("This user has a pending withdrawal. Process or reject it first.")
        )
    if Attempt.objects.filter(user=user, state__in=WAITING).exists():
        raise Conflict("payment_open", _("This user has a payment in progress. Try again later."))
    if Refund.objects.filter(attempt__user=user, state__in=OPEN).exists():
        raise Conflict("refund_open", _("This user has a refund in progress. Try again when it's done."))


def _release_fleet(user: User) -> None:
    """The drivers and vehicles stay and belong to the admins; the fleet's requirements end."""
    if user.user_type != UserType.FLEET_ADMIN:
        return
    drivers = list(DriverProfile.objects.filter(fleet_admin=user).order_by("pk").values_list("pk", flat=True))
    DriverProfile.objects.filter(pk__in=drivers).update(fleet_admin=None)
    release_fleet(fleet_admin_id=user.pk)
    for driver_id in drivers:
        sync_driver_position(driver_id=driver_id)
