"""Actions of the demo admin: first credits, withdrawals in bank files, approvals, announcements."""

from datetime import datetime, time, timedelta
from decimal import Decimal
from functools import partial
from typing import Final

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.backoffice.demo import people
from apps.backoffice.demo.history.builder import Builder
from apps.backoffice.demo.history.days import calendar, moment, seeded_random
from apps.backoffice.demo.history.participants import Driver
from apps.backoffice.demo.seed import OPENING_BALANCES
from apps.notifications.choices import AnnouncementPeople, AnnouncementState, Occasion, Screen
from apps.notifications.models import Announcement
from apps.notifications.services import announcements
from apps.wallet.choices import ADJUSTMENTS, BANK, WITHDRAWALS_PENDING, EntryKind, WithdrawalState
from apps.wallet.journal import Draft
from apps.wallet.models import PayoutBatch, Withdrawal
from apps.wallet.services import ADMIN_CREDIT

MIN_BALANCE: Final = 100
"""The amount that a driver leaves in the wallet for the fees of cash trips."""
MIN_WITHDRAWAL: Final = 150
STEP: Final = 10
BANK_DAYS: Final = (1, 4)
"""Weekdays on which the admin creates a bank file: Tuesday and Friday."""
REJECTED_DAYS_AGO: Final = 23
"""Days since one withdrawal was rejected."""
REJECTION_REASON: Final = (
    "The account number does not belong to this name. Please correct it in your profile."
)
ANNOUNCEMENTS: Final = (
    (41, AnnouncementPeople.ALL, "Cowes Week road closures",
     "The Parade and Castle Road are closed from Friday 18:00. Allow ten more minutes.", 57, 55),
    (19, AnnouncementPeople.DRIVER, "Winter tyres",
     "Show your winter tyres at the depot and get 20 back.", 19, 19),
    (5, AnnouncementPeople.RIDER, "15% off on Sundays", "Use SUNDAY15 once, on any ride from 25.", 44, 42),
)  # fmt: skip


def plan_admin_work(builder: Builder) -> None:
    today, zone = builder.now.astimezone(builder.platform.tz).date(), builder.platform.tz
    for user in builder.participants.all_users():
        amount = OPENING_BALANCES.get(UserType(user.user_type))
        login = (user.email or "").split("@")[0]
        if amount and (login in _KNOWN or user.user_type == UserType.DRIVER) and user.approved:
            builder.clock.at(user.created_at + timedelta(minutes=8), partial(_credit, builder, user, amount))
    for days_ago, day in calendar(today):
        for number, driver in enumerate(builder.participants.drivers):
            if (day.toordinal() + number) % 7 == 0:
                minute = seeded_random("withdrawal", days_ago, number).choice(range(6 * 60, 21 * 60))
                at = moment(day, time(minute // 60, minute % 60, number), zone)
                builder.clock.at(at, partial(_withdraw, builder, driver))
        if day.weekday() in BANK_DAYS:
            builder.clock.at(moment(day, time(10, 20), zone), partial(_create_bank_file, builder))
        if days_ago == REJECTED_DAYS_AGO:
            builder.clock.at(moment(day, time(9, 45), zone), partial(_reject_one, builder))
    for days_ago, to, title, body, total, sent in ANNOUNCEMENTS:
        at = moment(today - timedelta(days=days_ago), time(9, 5), zone)
        builder.clock.at(at, partial(_announce, builder, to, title, body, total, sent))


_KNOWN: Final = {person.login for person in people.all_users()}


def _credit(builder: Builder, user: User, amount: Decimal, at: datetime) -> None:
    """Use the same key as every demo, so that the credit is made once."""
    builder.ledger.post(
        at,
        Draft(
            key=f"admin_credit:demo:{user.pk}",
            kind=EntryKind.ADMIN_CREDIT,
            amounts={ADJUSTMENTS: -amount, user.pk: amount},
            reference=ADMIN_CREDIT,
            created_by_id=builder.participants.admin.pk,
        ),
    )
    label, balance = str(user), f"{builder.ledger.balance(user.pk):f}"
    builder.audit(at, "credited", "wallet", user.pk, label, balance=balance, amount=f"{amount:f}")


def _withdraw(builder: Builder, driver: Driver, at: datetime) -> None:
    user, held = driver.user, builder.ledger.balance(driver.user.pk)
    if held < MIN_BALANCE + MIN_WITHDRAWAL or user.created_at > at:
        return
    amount = Decimal(int(held - MIN_BALANCE) // STEP * STEP)
    withdrawal = Withdrawal(
        id=builder.next_id(Withdrawal),
        user=user,
        amount=amount,
        reference=str(round(at.timestamp() * 1000) + user.pk % 1000),
        name=user.full_name,
        bank_name=user.bank_name,
        bank_code=user.bank_code,
        bank_account=user.bank_account,
        state=WithdrawalState.REQUESTED,
        requested_at=at,
    )
    builder.add(withdrawal)
    _post(builder, at, withdrawal, "", EntryKind.WITHDRAWAL, user.pk, WITHDRAWALS_PENDING, user.pk)


def _waiting(builder: Builder) -> list[Withdrawal]:
    rows = [row for row in builder.rows[Withdrawal] if isinstance(row, Withdrawal)]
    return [row for row in rows if row.state == WithdrawalState.REQUESTED]


def _create_bank_file(builder: Builder, at: datetime) -> None:
    """Put all requests up to yesterday into one file and pay it."""
    rows = [row for row in _waiting(builder) if row.requested_at < at - timedelta(hours=14)]
    if not rows:
        return
    admin = builder.participants.admin
    batch = PayoutBatch(id=builder.next_id(PayoutBatch), created_at=at, created_by_id=admin.pk)
    builder.add(batch)
    for row in rows:
        row.batch_id = batch.pk
    _audit_bank_file(builder, at, "batch_created", batch, rows)
    builder.clock.at(at + timedelta(minutes=34), partial(_process_bank_file, builder, batch, rows))


def _process_bank_file(builder: Builder, batch: PayoutBatch, rows: list[Withdrawal], at: datetime) -> None:
    admin = builder.participants.admin
    for row in rows:
        row.state = WithdrawalState.PROCESSED
        row.process_date, row.decided_at, row.decided_by_id = at.date(), at, admin.pk
        _post(builder, at, row, ":paid", EntryKind.WITHDRAWAL_PAID, WITHDRAWALS_PENDING, BANK, admin.pk)
        params = {"amount": f"{row.amount:f}", "reference": row.reference, "withdrawal_id": row.pk}
        key = f"withdrawal:{row.pk}:paid"
        builder.notify(row.user, Occasion.WITHDRAWAL_PAID, Screen.WALLET, at, key, **params)
    _audit_bank_file(builder, at, "batch_processed", batch, rows)


def _audit_bank_file(
    builder: Builder, at: datetime, action: str, batch: PayoutBatch, rows: list[Withdrawal]
) -> None:
    total = f"{sum((row.amount for row in rows), Decimal(0)):f}"
    builder.audit(at, action, "withdrawal", batch.pk, str(batch), withdrawals=len(rows), total=total)


def _reject_one(builder: Builder, at: datetime) -> None:
    rows, admin = _waiting(builder), builder.participants.admin
    if not rows:
        return
    row = seeded_random("refused").choice(rows)
    row.state, row.reason = WithdrawalState.REJECTED, REJECTION_REASON
    row.decided_at, row.decided_by_id = at, admin.pk
    kind = EntryKind.WITHDRAWAL_REJECTED
    _post(
        builder, at, row, ":rejected", kind, WITHDRAWALS_PENDING, row.user_id, admin.pk, memo=REJECTION_REASON
    )
    label = f"{row.reference} {row.name}"
    builder.audit(at, "rejected", "withdrawal", row.pk, label, state=row.state, reason=REJECTION_REASON)


def _post(
    builder: Builder,
    at: datetime,
    row: Withdrawal,
    suffix: str,
    kind: EntryKind,
    giver: int | str,
    taker: int | str,
    by_id: int,
    memo: str = "",
) -> None:
    draft = Draft(
        key=f"withdrawal:{row.pk}{suffix}",
        kind=kind,
        amounts={giver: -row.amount, taker: row.amount},
        reference=row.reference,
        memo=memo,
        created_by_id=by_id,
    )
    builder.ledger.post(at, draft)


def _announce(
    builder: Builder,
    to: AnnouncementPeople,
    title: str,
    body: str,
    total: int,
    sent: int,
    at: datetime,
) -> None:
    row = Announcement(
        user_type=to,
        title=title,
        body=body,
        created_at=at,
        created_by_id=builder.participants.admin.pk,
        state=AnnouncementState.SENT,
        round=1,
        total=total,
        sent=sent,
        failed=total - sent,
        started_at=at,
        finished_at=at + timedelta(seconds=9),
    )
    builder.add(row)
    builder.audit(at, "sent", announcements.KIND, row.pk, title, title=title, user_type=to)
