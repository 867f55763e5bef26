"""The names of this app's tables and columns in the Django admin."""

from django.utils.translation import gettext_lazy as _

from apps.core.django_admin.labels import name_model
from apps.wallet.models import (
    Account,
    JournalEntry,
    OwedFee,
    PayoutBatch,
    Posting,
    ReferralBonus,
    Withdrawal,
)

name_model(
    Account,
    _("account"),
    _("accounts"),
    kind=_("Type"),
    user=_("User"),
    debtor=_("Debtor"),
    name=_("Name"),
    balance=_("Balance"),
    created_at=_("Created"),
)

name_model(
    JournalEntry,
    _("journal entry"),
    _("journal entries"),
    key=_("Key"),
    kind=_("Type"),
    memo=_("Note"),
    booking_id=_("Booking ID"),
    reference=_("Booking number"),
    created_at=_("Created"),
    created_by=_("Created by"),
)

name_model(
    OwedFee,
    _("owed fee"),
    _("owed fees"),
    user=_("Rider"),
    payee=_("Driver to be paid"),
    booking_id=_("Booking ID"),
    reference=_("Booking number"),
    amount=_("Amount"),
    paid=_("Paid"),
    written_off=_("Written off"),
    created_at=_("Created"),
    settled_at=_("Settled"),
    written_off_at=_("Written off on"),
    written_off_by=_("Written off by"),
    reason=_("Reason"),
)

name_model(
    PayoutBatch,
    _("bank file"),
    _("bank files"),
    created_at=_("Created"),
    created_by=_("Created by"),
)

name_model(
    Posting,
    _("posting"),
    _("postings"),
    entry=_("Journal entry"),
    account=_("Account"),
    amount=_("Amount"),
    balance_after=_("Balance after"),
    created_at=_("Created"),
)

name_model(
    ReferralBonus,
    _("referral bonus"),
    _("referral bonuses"),
    guest=_("New user"),
    referrer=_("Referred by"),
    amount=_("Amount"),
    state=_("Status"),
    address_hash=_("Sign-up address (hash)"),
    created_at=_("Created"),
    decided_at=_("Decided"),
)

name_model(
    Withdrawal,
    _("withdrawal"),
    _("withdrawals"),
    user=_("User"),
    amount=_("Amount"),
    reference=_("Withdrawal number"),
    name=_("Name"),
    bank_name=_("Bank name"),
    bank_code=_("Bank code"),
    bank_account=_("Account number"),
    state=_("Status"),
    requested_at=_("Requested"),
    process_date=_("Paid out on"),
    decided_at=_("Decided"),
    decided_by=_("Decided by"),
    reason=_("Reason"),
    batch=_("Bank file"),
)
