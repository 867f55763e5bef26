"""Moves the wallet of a caller to the account of the same person, by new entries; none is rewritten."""

from dataclasses import dataclass
from decimal import Decimal

from apps.accounts.models import User
from apps.core.money import ZERO
from apps.wallet import journal
from apps.wallet.choices import ADJUSTMENTS, FEES_OWED, EntryKind
from apps.wallet.corrections import ADMIN_DEBIT
from apps.wallet.journal import Draft, Party, Receivable
from apps.wallet.models import OwedFee
from apps.wallet.services import ADMIN_CREDIT, notify_of_balances, publish_balances


@dataclass(frozen=True, slots=True)
class MovedWallet:
    balance: Decimal
    owed: Decimal
    """The fees that the caller owed; the account's balance has paid them as far as it covers them."""


def move_wallet(*, caller: User, account: User, by: User) -> MovedWallet:
    """Move a caller's balance and owed fees to an account, in the caller's transaction.

    The entries state the reason. Fees that the account's balance covers are paid at once, as by any credit.
    """
    memo = f"Merge of #{caller.pk} into #{account.pk}"
    fact = f"merge:{caller.pk}"
    parties: set[Party] = {caller.pk, account.pk, Receivable(caller.pk), Receivable(account.pk)}
    accounts, fees = journal.lock_with_fees({*parties, ADJUSTMENTS, FEES_OWED}, [caller.pk, account.pk])
    balance = accounts.balances[caller.pk]
    owed = [fee for fee in fees if fee.user_id == caller.pk]

    def entry(name: str, kind: EntryKind, amounts: dict[Party, Decimal], reference: str) -> Draft:
        return Draft(
            key=f"{fact}:{name}",
            kind=kind,
            amounts=amounts,
            memo=memo,
            created_by_id=by.pk,
            reference=reference,
        )

    posted = journal.post(
        [
            entry(
                "debit",
                EntryKind.ADMIN_DEBIT,
                {caller.pk: -balance, ADJUSTMENTS: balance},
                reference=ADMIN_DEBIT,
            ),
            entry(
                "credit",
                EntryKind.ADMIN_CREDIT,
                {ADJUSTMENTS: -balance, account.pk: balance},
                reference=ADMIN_CREDIT,
            ),
            *(
                entry(
                    f"fee:{fee.pk}",
                    EntryKind.FEE_OWED,
                    {Receivable(caller.pk): fee.left, Receivable(account.pk): -fee.left},
                    reference=fee.reference,
                )
                for fee in owed
            ),
        ]
    )
    OwedFee.objects.filter(user=caller).update(user=account)
    paid = journal.pay_open_fees(account.pk)
    balances = {**posted.balances, **paid.balances}
    publish_balances(balances)
    notify_of_balances({pk: left for pk, left in balances.items() if pk == account.pk}, fact)
    return MovedWallet(balance=balance, owed=sum((fee.left for fee in owed), ZERO))
