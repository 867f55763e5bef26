"""Merges a caller, whom staff created for a phone booking, into the account of the same person.

docs/decisions/0091-merging-callers.md explains what moves and what stays.
"""

from dataclasses import dataclass
from decimal import Decimal

from allauth.socialaccount.models import SocialAccount
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import DeviceSession, MergedCaller, SavedAddress, User
from apps.accounts.privacy.registry import erase_personal_data
from apps.backoffice.models import Approval, ApprovalState, Case, Note
from apps.backoffice.people.delete import require_nothing_under_way
from apps.backoffice.people.lists import person_for
from apps.bookings.models import Booking
from apps.calls.models import Call
from apps.core import approvals
from apps.core.audit import record
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import Conflict
from apps.core.platform import platform_settings
from apps.fares.models import PromoRedemption
from apps.payments.models import Attempt
from apps.wallet.merging import move_wallet
from apps.wallet.selectors import balance_of
from apps.wallet.trips.owed import owed_by


@dataclass(frozen=True, slots=True)
class MergePreview:
    caller: User
    account: User
    bookings: int
    addresses: int
    notes: int
    cases: int
    balance: Decimal
    owed: Decimal
    takes_number: bool
    """The account has no phone number and gets the caller's."""


def is_caller(person: User) -> bool:
    """Return whether the user is a rider whom staff created, and who cannot have logged in."""
    return (
        person.user_type == UserType.RIDER
        and person.created_by_admin
        and person.last_login is None
        and not (person.email or person.mobile_verified or person.has_usable_password())
        and not DeviceSession.objects.filter(user=person).exists()
        and not SocialAccount.objects.filter(user=person).exists()
    )


def preview_merge(*, by: User, caller_id: int, account_id: int) -> MergePreview:
    """Return what a merge would move. Raises what `merge_caller` raises."""
    caller, account = person_for(by, caller_id), person_for(by, account_id)
    _require_mergeable(caller, account)
    return MergePreview(
        caller=caller,
        account=account,
        bookings=Booking.objects.filter(customer=caller).count(),
        addresses=SavedAddress.objects.filter(user=caller).count(),
        notes=Note.objects.filter(person=caller).count(),
        cases=Case.objects.filter(person=caller).count(),
        balance=balance_of(caller.pk),
        owed=owed_by(caller.pk),
        takes_number=bool(caller.mobile and not account.mobile),
    )


@transaction.atomic
def merge_caller(*, by: User, caller_id: int, account_id: int) -> User:
    """Move all of a caller to the account and delete the caller, who refers to the account from then on.

    Raises NotFound for users whom `by` does not manage; Forbidden demo_mode; Conflict not_a_caller for one
    who can log in, not_mergeable for an account of another role or the caller itself, trip_open,
    withdrawal_open, payment_open, refund_open, approval_open, approval_needed for a balance above the limit.
    """
    person_for(by, caller_id), person_for(by, account_id)
    require_critical_edits(platform_settings())
    caller, account = _locked(caller_id, account_id)
    person_for(by, caller_id), person_for(by, account_id)
    _require_mergeable(caller, account)
    moved = {
        "bookings": Booking.objects.filter(customer=caller).update(customer=account),
        "addresses": _move_addresses(caller, account),
        "notes": _move_notes(caller, account),
        "cases": Case.objects.filter(person=caller).update(person=account),
    }
    Attempt.objects.filter(user=caller).update(user=account)
    Call.objects.filter(caller=caller).update(caller=account)
    used = PromoRedemption.objects.filter(user=account).values("promo_id")
    PromoRedemption.objects.filter(user=caller).exclude(promo_id__in=used).update(user=account)
    wallet = move_wallet(caller=caller, account=account, by=by)
    MergedCaller.objects.filter(account=caller).update(account=account)
    number = caller.mobile or ""
    ratings = (caller.rider_rating_sum, caller.rider_rating_count)
    erase_personal_data(caller)
    _add_to(account, number=number, ratings=ratings)
    MergedCaller.objects.create(caller=caller, account=account, mobile=number, merged_by=by)
    amounts = {"balance": wallet.balance, "owed": wallet.owed}
    record(
        by=by,
        action="merged",
        kind="user",
        target_id=account.pk,
        label=str(account),
        after={"caller": f"#{caller.pk}"}
        | {name: value for name, value in (moved | amounts).items() if value},
    )
    return account


def _locked(caller_id: int, account_id: int) -> tuple[User, User]:
    """Lock the attempts, bookings and users in the order of payments (docs/decisions/0023).

    From here on no new row can refer to the caller, and no other merge moves the two.
    """
    list(Attempt.objects.select_for_update(no_key=True).filter(user_id=caller_id).order_by("pk"))
    list(
        Booking.objects.select_for_update(no_key=True)
        .filter(customer_id=caller_id)
        .order_by("pk")
        .values_list("pk")
    )
    pks = (caller_id, account_id)
    users = {user.pk: user for user in User.objects.select_for_update().filter(pk__in=pks).order_by("pk")}
    return users[caller_id], users[account_id]


def _require_mergeable(caller: User, account: User) -> None:
    if not is_caller(caller):
        raise Conflict(
            "not_a_caller", _("This person can log in. Only callers without a login can be merged.")
        )
    if account.user_type != UserType.RIDER or account.pk == caller.pk:
        raise Conflict("not_mergeable", _("Choose another rider."))
    require_nothing_under_way(caller)
    if Approval.objects.filter(person=caller, state=ApprovalState.WAITING).exists():
        raise Conflict(
            "approval_open", _("A change of this user's wallet waits for approval. Decide it first.")
        )
    limit = platform_settings().approval_wallet_limit
    approvals.require_within(limit, balance_of(caller.pk), approved=None)


def _move_addresses(caller: User, account: User) -> int:
    """Move the saved places; trips to a place that both have are added up."""
    known = {address.description: address.pk for address in SavedAddress.objects.filter(user=account)}
    places = list(SavedAddress.objects.filter(user=caller).order_by("pk"))
    for place in places:
        if place.description in known:
            SavedAddress.objects.filter(pk=known[place.description]).update(count=F("count") + place.count)
            place.delete()
        else:
            SavedAddress.objects.filter(pk=place.pk).update(user=account)
    return len(places)


def _move_notes(caller: User, account: User) -> int:
    """Move notes and flags. A flag that the account has as well becomes a plain note, or is dropped."""
    notes = Note.objects.filter(person=caller)
    flags = Note.objects.filter(person=account).exclude(flag="").values_list("flag", flat=True)
    repeated = notes.filter(flag__in=list(flags))
    repeated.filter(text="").delete()
    repeated.update(flag="")
    return notes.update(person=account)


def _add_to(account: User, *, number: str, ratings: tuple[int, int]) -> None:
    account.rider_rating_sum += ratings[0]
    account.rider_rating_count += ratings[1]
    if number and not account.mobile:
        account.mobile = number
    account.save(update_fields=["rider_rating_sum", "rider_rating_count", "mobile"])
