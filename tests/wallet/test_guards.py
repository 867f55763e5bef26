"""The ledger's database constraints and triggers, tested with plain SQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal as D
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from apps.accounts.models import User
from apps.wallet.models import Account, JournalEntry, Posting
from apps.wallet.selectors import balance_of
from apps.wallet.services import credit_by_admin

pytestmark = pytest.mark.django_db

committing = pytest.mark.django_db(transaction=True)


def sql(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values or None)
        return cursor.fetchall() if cursor.description else []


def everything() -> list[list[tuple[Any, ...]]]:
    return [list(model.objects.order_by("id").values_list()) for model in (Account, JournalEntry, Posting)]


@contextmanager
def as_if_committed() -> Iterator[None]:
    with transaction.atomic():
        yield
        connection.check_constraints()


@contextmanager
def refused(match: str) -> Iterator[None]:
    """Expect an error from the block or its commit, and an unchanged ledger."""
    connection.check_constraints()
    before = everything()
    with pytest.raises(DatabaseError, match=match), as_if_committed():
        yield
    assert everything() == before


@pytest.fixture
def money(ada: User, dora: User) -> Account:
    """ada's wallet with 100."""
    credit_by_admin(user_id=ada.pk, amount=D(100), by=dora, key="money")
    return Account.objects.get(user=ada)


def new_entry(key: str = "k", kind: str = "wallet_payment") -> int:
    rows = sql(
        "INSERT INTO wallet_journalentry (key, kind, memo, reference, created_at)"
        " VALUES (%s, %s, '', '', '2001-01-01') RETURNING id",
        key,
        kind,
    )
    return int(rows[0][0])


def new_posting(entry_id: int, account_id: int, amount: str) -> None:
    sql(
        "INSERT INTO wallet_posting (entry_id, account_id, amount) VALUES (%s, %s, %s)",
        entry_id,
        account_id,
        amount,
    )


def platform(name: str) -> int:
    return int(Account.objects.get_or_create(kind="platform", name=name, balance=None)[0].pk)


@pytest.mark.parametrize("table", ["wallet_posting", "wallet_journalentry"])
@pytest.mark.parametrize("statement", ["UPDATE {} SET created_at = now()", "DELETE FROM {}"])
def test_postings_and_entries_are_append_only(money: Account, table: str, statement: str) -> None:
    with refused("append-only"):
        sql(statement.format(table))


@pytest.mark.parametrize("table", ["wallet_posting", "wallet_journalentry"])
def test_change_without_matching_rows_is_refused_too(money: Account, table: str) -> None:
    with refused("append-only"):
        sql(f"DELETE FROM {table} WHERE id < 0")


@pytest.mark.parametrize("table", ["wallet_posting", "wallet_journalentry", "wallet_account"])
def test_truncate_is_refused(money: Account, table: str) -> None:
    with refused("TRUNCATE of wallet_.* append-only"):
        sql("ALTER TABLE wallet_posting ENABLE TRIGGER wallet_posting_no_truncate")
        sql("ALTER TABLE wallet_journalentry ENABLE TRIGGER wallet_entry_no_truncate")
        sql(f"TRUNCATE {table} CASCADE")


def test_owner_has_no_grant_for_what_triggers_refuse() -> None:
    rows = sql(
        """
        SELECT c.relname, p.privilege_type FROM pg_class c, aclexplode(c.relacl) p
        WHERE c.relname IN ('wallet_posting', 'wallet_journalentry') AND p.privilege_type <> 'TRUNCATE'
        """
    )
    granted = set(rows)
    assert ("wallet_posting", "INSERT") in granted
    assert not granted & {
        ("wallet_posting", "UPDATE"),
        ("wallet_posting", "DELETE"),
        ("wallet_journalentry", "DELETE"),
    }


@pytest.mark.parametrize(
    "change",
    ["balance = balance + 1", "balance = 0", "user_id = user_id", "kind = 'platform', balance = NULL"],
)
def test_balance_changes_by_postings_only(money: Account, change: str) -> None:
    with refused("UPDATE of wallet_account is refused"):
        sql(f"UPDATE wallet_account SET {change} WHERE id = %s", money.pk)


def test_saving_an_account_is_refused(money: Account) -> None:
    money.balance = D(1_000_000)
    with refused("UPDATE of wallet_account is refused"):
        money.save()


def test_account_starts_empty(cleo: User) -> None:
    with refused("begins empty"):
        Account.objects.create(kind="user", user=cleo, balance=D(5))


def test_account_with_postings_is_not_deleted(money: Account) -> None:
    with refused("foreign key|violates"):
        sql("DELETE FROM wallet_account WHERE id = %s", money.pk)


def test_entry_must_sum_to_zero(money: Account) -> None:
    revenue = platform("revenue")
    with refused("2 postings that sum to 0.0001"):
        entry = new_entry()
        new_posting(entry, money.pk, "-10")
        new_posting(entry, revenue, "10.0001")


def test_entry_needs_postings(money: Account) -> None:
    with refused("0 postings"):
        new_entry()


def test_entry_with_one_posting_is_refused(money: Account) -> None:
    with refused("1 postings"):
        new_posting(new_entry(), money.pk, "10")


def test_posting_of_zero_is_refused(money: Account) -> None:
    with refused("posting_moves_something"):
        new_posting(new_entry(), money.pk, "0")


def test_sum_is_checked_again_after_an_early_check(money: Account) -> None:
    revenue = platform("revenue")
    with refused("3 postings that sum to 5"):
        entry = new_entry()
        new_posting(entry, money.pk, "-10")
        new_posting(entry, revenue, "10")
        connection.check_constraints()
        new_posting(entry, money.pk, "5")


@committing
def test_unbalanced_entry_fails_the_commit(money: Account) -> None:
    before = everything()
    with pytest.raises(IntegrityError, match="1 postings that sum to 10"), transaction.atomic():
        new_posting(new_entry(), money.pk, "10")
    assert everything() == before


@committing
def test_entry_takes_no_postings_after_its_commit(money: Account) -> None:
    old = JournalEntry.objects.get()
    revenue = platform("revenue")
    with refused("takes no more postings"):
        new_posting(old.pk, money.pk, "-10")
        new_posting(old.pk, revenue, "10")


def test_posting_needs_an_entry(money: Account) -> None:
    with refused("takes no more postings"):
        new_posting(999_999, money.pk, "10")


def test_wallet_cannot_be_overdrawn(money: Account) -> None:
    revenue = platform("revenue")
    with refused("would fall to -0.0001"):
        entry = new_entry()
        new_posting(entry, money.pk, "-100.0001")
        new_posting(entry, revenue, "100.0001")


def test_cash_settlement_may_overdraw_a_wallet(money: Account, ada: User) -> None:
    cash = platform("cash_with_drivers")
    with transaction.atomic():
        entry = new_entry(kind="cash_settlement")
        new_posting(entry, money.pk, "-150")
        new_posting(entry, cash, "150")
    assert balance_of(ada.pk) == D(-50)


def test_credit_may_leave_a_wallet_overdrawn(money: Account, ada: User, dora: User) -> None:
    cash = platform("cash_with_drivers")
    with transaction.atomic():
        entry = new_entry(kind="cash_settlement")
        new_posting(entry, money.pk, "-150")
        new_posting(entry, cash, "150")
    credit_by_admin(user_id=ada.pk, amount=D(20), by=dora, key="more")
    assert balance_of(ada.pk) == D(-30)


def test_database_sets_time_and_balance_of_postings(money: Account) -> None:
    revenue = platform("revenue")
    with transaction.atomic():
        (now,) = sql("SELECT now()")[0]
        entry = new_entry()
        for account_id, amount in ((money.pk, "-30"), (revenue, "30")):
            sql(
                "INSERT INTO wallet_posting (entry_id, account_id, amount, balance_after, created_at)"
                " VALUES (%s, %s, %s, 12345, '2001-01-01')",
                entry,
                account_id,
                amount,
            )
    assert JournalEntry.objects.get(pk=entry).created_at == now
    postings = Posting.objects.filter(entry_id=entry).order_by("id")
    assert [(p.balance_after, p.created_at) for p in postings] == [(D(70), now), (None, now)]


def test_entry_key_is_unique(money: Account) -> None:
    revenue = platform("revenue")
    with refused("unique"):
        entry = new_entry("admin_credit:money")
        new_posting(entry, money.pk, "-1")
        new_posting(entry, revenue, "1")


@pytest.mark.parametrize("name", ["", "petty_cash", "gateway:", "gateway:Stripe!", "revenue2"])
def test_platform_accounts_have_known_names(name: str) -> None:
    with refused("wallet_account_of_a_user_or_the_platform"):
        Account.objects.create(kind="platform", name=name)


def test_accounts_are_unique(money: Account, ada: User) -> None:
    platform("revenue")
    with refused("wallet_account_name_once"):
        Account.objects.create(kind="platform", name="revenue")
    with refused("user_id"):
        Account.objects.create(kind="user", user=ada, balance=D(0))
