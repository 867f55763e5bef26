"""verify_ledger finds every kind of corruption; each test forges one with the guards disabled."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal as D
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from apps.accounts.models import User
from apps.wallet.models import JournalEntry, Posting
from apps.wallet.services import credit_by_admin
from apps.wallet.verification import CHECKS
from apps.wallet.withdrawals.payouts import process_withdrawal, request_withdrawal
from apps.wallet.withdrawals.withdrawal_verification import PENDING_IS_REQUESTED
from tests.ledger import ledger_faults
from tests.wallet.test_selectors import trip

pytestmark = pytest.mark.django_db


@contextmanager
def guards_off() -> Iterator[Callable[..., None]]:
    """Disable triggers and foreign keys, as only a superuser can."""
    connection.check_constraints()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        yield cursor.execute
        cursor.execute("SET LOCAL session_replication_role = origin")


def verified(*args: str) -> str:
    out = StringIO()
    call_command("verify_ledger", *args, stdout=out, no_color=True)
    return out.getvalue()


def broken(*args: str) -> str:
    """Return the report on a broken ledger."""
    out = StringIO()
    with pytest.raises(CommandError) as error:
        call_command("verify_ledger", *args, stdout=out, no_color=True)
    assert error.value.returncode == 1
    # What every test of the wallet ends with finds the same.
    assert promises_broken(out.getvalue()) <= {invariant for invariant, _ in ledger_faults()}
    return out.getvalue()


def promises_broken(report: str) -> set[str]:
    return {
        check.invariant
        for check in (*CHECKS, PENDING_IS_REQUESTED)
        if any(line.startswith(f"BROKEN {check.invariant}") for line in report.splitlines())
    }


@pytest.fixture
def story(ada: User, ben: User, dora: User) -> int:
    """A credit and a cash trip; returns the id of the posting that credited ada."""
    credit_by_admin(user_id=ada.pk, amount=D(100), by=dora, key="k")
    trip(81, rider=ada, driver=ben)
    return Posting.objects.get(account__user=ada).pk


def test_empty_ledger_is_clean() -> None:
    assert "The ledger is consistent." in verified()


def test_totals_are_printed_by_account(story: int) -> None:
    lines = {line.split()[0]: line.split()[1:] for line in verified().splitlines() if line}
    # ada 100 and ben 62.50 - 71.88 = -9.38
    assert lines["wallets"] == ["2", "3", "90.6200"]
    assert lines["revenue"] == ["1", "1", "9.3800"]
    assert lines["adjustments"] == ["1", "1", "-100.0000"]
    assert lines["trips"] == ["1", "2", "0.0000"]
    assert lines["cash_with_drivers"] == ["1", "2", "0.0000"]


def test_changed_amount_is_found(story: int) -> None:
    with guards_off() as execute:
        execute("UPDATE wallet_posting SET amount = 101 WHERE id = %s", [story])
    report = broken()
    assert promises_broken(report) == {
        "every entry has two postings or more, and they sum to zero",
        "every wallet holds the sum of its postings",
        "every posting of a wallet leads from the last balance to its own",
    }
    assert "(admin_credit:k) has 2 postings that sum to 1.0000" in report


def test_changed_balance_is_found(story: int, ada: User) -> None:
    with guards_off() as execute:
        execute("UPDATE wallet_account SET balance = balance + 1 WHERE user_id = %s", [ada.pk])
    report = broken()
    assert promises_broken(report) == {"every wallet holds the sum of its postings"}
    assert f"(user {ada.pk}) holds 101.0000, its postings sum to 100.0000" in report


def test_forged_balance_after_is_found(story: int) -> None:
    with guards_off() as execute:
        execute("UPDATE wallet_posting SET balance_after = 7 WHERE id = %s", [story])
    report = broken()
    assert promises_broken(report) == {"every posting of a wallet leads from the last balance to its own"}
    assert f"posting {story} moves account" in report


def test_missing_posting_is_found(story: int) -> None:
    with guards_off() as execute:
        execute("DELETE FROM wallet_posting WHERE id = %s", [story])
    assert promises_broken(broken()) == {
        "every entry has two postings or more, and they sum to zero",
        "every wallet holds the sum of its postings",
    }


def test_entry_without_postings_is_found() -> None:
    with guards_off() as execute:
        execute(
            "INSERT INTO wallet_journalentry (key, kind, memo, reference) VALUES ('x', 'discount', '', '')"
        )
    assert "(x) has 0 postings that sum to 0" in broken()


def test_orphaned_postings_are_found(story: int) -> None:
    with guards_off() as execute:
        execute("DELETE FROM wallet_journalentry WHERE key = 'admin_credit:k'")
    report = broken()
    assert "every posting has its entry and its account" in promises_broken(report)
    assert "the entry is not there" in report


def test_postings_added_later_are_found(story: int) -> None:
    with guards_off() as execute:
        execute("UPDATE wallet_posting SET created_at = created_at + interval '1 s' WHERE id = %s", [story])
    assert promises_broken(broken()) == {"no posting was added to an entry later"}


def test_overdraft_by_another_kind_of_entry_is_found(story: int) -> None:
    with guards_off() as execute:
        execute("UPDATE wallet_journalentry SET kind = 'cancellation_fee' WHERE key = 'booking:81:cash'")
    report = broken()
    assert promises_broken(report) == {"only cash settlements take a wallet below zero"}
    assert "(booking:81:cash) takes account" in report


def test_money_left_over_from_a_trip_is_found(story: int) -> None:
    entry = JournalEntry.objects.get(key="booking:81:cash_payment")
    with guards_off() as execute:
        execute("UPDATE wallet_posting SET amount = amount * 2 WHERE entry_id = %s", [entry.pk])
    report = broken()
    assert promises_broken(report) == {"the payment of a settled or refunded trip is fully distributed"}
    assert "booking 81 has 71.8800 left over" in report


def test_withdrawal_that_differs_from_its_entries_is_found(ben: User, dora: User) -> None:
    credit_by_admin(user_id=ben.pk, amount=D(100), by=dora, key="k")
    rows = [request_withdrawal(user=ben, amount=D(amount)) for amount in (10, 20, 30)]
    process_withdrawal(withdrawal_id=rows[1].pk, by=dora)
    assert "The ledger is consistent." in verified()
    # Marked as paid without an entry; with an entry but marked as requested; deleted.
    with guards_off() as execute:
        execute(
            "UPDATE wallet_withdrawal SET state = 'processed', process_date = now(), decided_at = now(),"
            " decided_by_id = %s WHERE id = %s",
            [dora.pk, rows[0].pk],
        )
        execute(
            "UPDATE wallet_withdrawal SET state = 'requested', process_date = NULL, decided_at = NULL,"
            " decided_by_id = NULL WHERE id = %s",
            [rows[1].pk],
        )
        execute("DELETE FROM wallet_withdrawal WHERE id = %s", [rows[2].pk])
    report = broken()
    assert promises_broken(report) == {PENDING_IS_REQUESTED.invariant}
    assert f"withdrawal {rows[0].reference} (processed of 10.0000) has 10.0000 waiting" in report
    assert f"withdrawal {rows[1].reference} (requested of 20.0000) has 0.0000 waiting and 20.0000" in report
    assert f"withdrawal {rows[2].reference} (not there of 0) has 30.0000 waiting" in report


def test_disabled_trigger_is_found(story: int) -> None:
    connection.check_constraints()
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE wallet_posting DISABLE TRIGGER wallet_posting_append_only")
        cursor.execute("DROP TRIGGER wallet_entry_append_only ON wallet_journalentry")
    report = broken()
    assert promises_broken(report) == {"the triggers of the ledger are enabled"}
    assert "trigger wallet_posting_append_only is off" in report
    assert "trigger wallet_entry_append_only is not there" in report


def test_long_list_is_truncated_and_counted() -> None:
    with guards_off() as execute:
        execute(
            "INSERT INTO wallet_journalentry (key, kind, memo, reference)"
            " SELECT 'x' || n, 'discount', '', '' FROM generate_series(1, 1000) n"
        )
    report = broken("--show", "3")
    assert report.count("has 0 postings") == 3
    assert "(1000 places)" in report


@pytest.mark.django_db(transaction=True)
def test_ledger_can_be_written_after_verification(ada: User, dora: User) -> None:
    credit_by_admin(user_id=ada.pk, amount=D(100), by=dora, key="k")
    assert "The ledger is consistent." in verified()
    credit_by_admin(user_id=ada.pk, amount=D(1), by=dora, key="k2")
