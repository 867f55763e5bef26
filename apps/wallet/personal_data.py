"""Personal data of the wallet: its history, withdrawals, owed fees and referral bonuses."""

from collections.abc import Iterable
from typing import Final

from django.db.models import CharField, F, Q, Value
from django.db.models.functions import Concat, Right

from apps.accounts.models import User
from apps.accounts.privacy.registry import PersonalData, Row, all_columns
from apps.core.audit import erase_values
from apps.wallet.models import OwedFee, Posting, ReferralBonus, Withdrawal

SHOWN_DIGITS: Final = 4
ERASED_NAME: Final = "—"


def _erase_audit_log(user: User) -> None:
    label = f"#{user.pk}"
    erase_values(kind="wallet", target_ids=[user.pk], label=label)
    fees = OwedFee.objects.filter(user=user).values_list("pk", flat=True)
    erase_values(kind="owed_fee", target_ids=fees, label=label)


def _history(user: User) -> Iterable[Row]:
    postings = Posting.objects.filter(Q(account__user=user) | Q(account__debtor=user)).order_by("pk")
    yield from postings.values(
        "created_at",
        "amount",
        "balance_after",
        kind=F("entry__kind"),
        memo=F("entry__memo"),
        reference=F("entry__reference"),
        booking_id=F("entry__booking_id"),
    ).iterator(chunk_size=1_000)


def _erase_withdrawals(user: User) -> None:
    rows = Withdrawal.objects.filter(user=user)
    ids = rows.values_list("pk", flat=True)
    erase_values(kind="withdrawal", target_ids=ids, label=f"#{user.pk}")
    rows.update(name=ERASED_NAME, bank_code="")
    shortened = Concat(
        Value("***"), Right("bank_account", SHOWN_DIGITS), output_field=CharField(max_length=60)
    )
    rows.exclude(bank_account="").update(bank_account=shortened)


def _erase_address_hash(user: User) -> None:
    ReferralBonus.objects.filter(guest=user).update(address_hash="")


PERSONAL_DATA: Final = (
    PersonalData(
        name="wallet",
        contents="the wallet's history",
        rows=_history,
        erase=_erase_audit_log,
        after_erasure="the ledger, for accounting, under the number of the row",
    ),
    PersonalData(
        name="withdrawals",
        contents="withdrawals with the bank account at the time",
        rows=lambda user: all_columns(Withdrawal.objects.filter(user=user), exclude=("decided_by_id",)),
        erase=_erase_withdrawals,
        after_erasure="amount, dates, bank and the last four digits of the account, for accounting",
    ),
    PersonalData(
        name="owed_fees",
        contents="fees owed from trips",
        rows=lambda user: all_columns(
            OwedFee.objects.filter(user=user), exclude=("payee_id", "written_off_by_id")
        ),
        after_erasure="amounts and dates, for accounting",
    ),
    PersonalData(
        name="referral_bonuses",
        contents="bonuses for inviting others",
        rows=lambda user: all_columns(
            ReferralBonus.objects.filter(Q(guest=user) | Q(referrer=user)), exclude=("address_hash",)
        ),
        erase=_erase_address_hash,
        after_erasure="amounts and dates, for accounting",
    ),
)
