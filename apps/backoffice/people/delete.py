"""Deletes users (deleteUser): personal data is erased, trips and payments stay.

docs/decisions/0026-deleted-users.md explains why the row itself stays.
"""

from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import DriverDocument, DriverProfile, PhoneCode, SavedAddress, User
from apps.accounts.profile.bank import BANK_FIELDS
from apps.accounts.services.availability import set_driver_active, sync_driver_position
from apps.accounts.services.sessions import end_all_sessions
from apps.backoffice.people.lists import person_for
from apps.backoffice.people.rules import locked_person, require_expendable, require_off_trip
from apps.backoffice.people.validation import VEHICLE_FIELDS
from apps.bookings.choices import ACTIVE, SETTLED
from apps.bookings.models import Booking
from apps.core.audit import record
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import Conflict
from apps.core.files.stored_files import forget_file
from apps.core.media import PRIVATE, PUBLIC
from apps.core.platform import platform_settings
from apps.fleet.vehicles.assignments import lock_vehicles, release_vehicles
from apps.geo.models import DriverPosition
from apps.notifications.models import InboxMessage, PushDevice
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
    # No new row can reference the user from here on.
    user = User.objects.select_for_update().get(pk=person_id)
    profile = DriverProfile.objects.select_for_update(no_key=True).filter(pk=person_id).first()
    require_expendable(user, by=by)
    _require_nothing_open(user, profile)
    # The audit log stores only the name; its readers do not need other personal data.
    record(
        by=by,
        action="deleted",
        kind="user",
        target_id=user.pk,
        label=str(user),
        before={"user_type": user.user_type, "first_name": user.first_name, "last_name": user.last_name},
    )
    if profile is not None:
        _erase_driver(profile)
    _release_fleet(user)
    _erase(user)


def _require_nothing_open(user: User, profile: DriverProfile | None) -> None:
    if profile is not None:
        require_off_trip(profile)
    if Booking.objects.filter(Q(customer=user) | Q(driver=user), status__in=UNDER_WAY).exists():
        raise Conflict("trip_open", _("This user has an open or unpaid trip. End it first."))
    if balance_of(user.pk) != 0:
        raise Conflict("wallet_not_empty", _("The wallet isn't empty. Settle the balance first."))
    if OwedFee.objects.filter(user=user, settled_at__isnull=True).exists():
        raise Conflict("fees_owed", _("This rider owes a fee. Write it off first."))
    if Withdrawal.objects.filter(user=user, state=WithdrawalState.REQUESTED).exists():
        raise Conflict(
            "withdrawal_open", _("This user has a pending withdrawal. Process or reject it first.")
        )
    if Attempt.objects.filter(user=user, state__in=WAITING).exists():
        raise Conflict("payment_open", _("This user has a payment in progress. Try again later."))
    if Refund.objects.filter(attempt__user=user, state__in=OPEN).exists():
        raise Conflict("refund_open", _("This user has a refund in progress. Try again when it's done."))


def _erase_driver(profile: DriverProfile) -> None:
    set_driver_active(driver_id=profile.pk, active=False)
    release_vehicles(driver_id=profile.pk)
    profile.refresh_from_db()
    documents = DriverDocument.objects.filter(driver_id=profile.pk)
    files = [document.file.name or "" for document in documents] + [profile.license_image.name or ""]
    documents.delete()
    profile.license_image, profile.fleet_admin, profile.car_type = "", None, None
    for name in VEHICLE_FIELDS:
        setattr(profile, name, "")
    profile.save()
    for name in files:
        forget_file(PRIVATE, name)
    DriverPosition.objects.filter(driver_id=profile.pk).delete()


def _release_fleet(user: User) -> None:
    """The drivers stay and belong to the admins."""
    if user.user_type != UserType.FLEET_ADMIN:
        return
    drivers = list(DriverProfile.objects.filter(fleet_admin=user).order_by("pk").values_list("pk", flat=True))
    DriverProfile.objects.filter(pk__in=drivers).update(fleet_admin=None)
    for driver_id in drivers:
        sync_driver_position(driver_id=driver_id)


def _erase(user: User) -> None:
    end_all_sessions(user_id=user.pk)
    photo = user.profile_image.name or ""
    for rows in (
        EmailAddress,
        SocialAccount,
        Authenticator,
        SavedAddress,
        PhoneCode,
        PushDevice,
        InboxMessage,
    ):
        rows._default_manager.filter(user=user).delete()
    user.email = user.mobile = user.referral_id = None
    user.first_name = user.last_name = user.profile_image = ""
    user.sign_up_address_hash = ""
    for name in BANK_FIELDS:
        setattr(user, name, "")
    user.is_active = user.approved = user.is_staff = user.is_superuser = user.mobile_verified = False
    user.deleted_at = timezone.now()
    user.set_unusable_password()
    user.save()
    forget_file(PUBLIC, photo)
