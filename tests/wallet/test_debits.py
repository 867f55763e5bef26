"""Debits by admins to correct a credit, and the notes of credits."""

from decimal import Decimal as D

import pytest

from apps.accounts.models import User
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.wallet.models import JournalEntry
from apps.wallet.selectors import balance_of
from tests.personas import client_of
from tests.wallet.stories import give, holdings, written

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("balanced_books")]


def debit(
    by: User, whose: User, amount: str, note: str = "Credited twice", *, key: str = "k"
) -> tuple[int, str]:
    reply = client_of(by).post(
        f"/api/v1/users/{whose.pk}/wallet/debit/",
        {"amount": amount, "note": note},
        headers={"Idempotency-Key": key},
    )
    body = reply.json()
    return reply.status_code, body.get("code", body.get("balance"))


def test_admin_debits_a_wallet_with_a_note(ada: User, dora: User) -> None:
    give(ada, "50", dora)

    assert debit(dora, ada, "20") == (201, "30.0000")
    # The same request again is not applied twice.
    assert debit(dora, ada, "20") == (201, "30.0000")

    assert holdings(ada)["Ada"] == D(30)
    entry = JournalEntry.objects.get(kind="admin_debit")
    assert (entry.reference, entry.memo, entry.created_by) == ("AdminDebit", "Credited twice", dora)
    logged = AuditEntry.objects.latest("id")
    assert (logged.action, logged.kind, logged.target_id) == ("debited", "wallet", str(ada.pk))
    assert (D(logged.before["balance"]), D(logged.after["balance"])) == (D(50), D(30))
    assert logged.after["note"] == "Credited twice"


@pytest.mark.parametrize(
    ("amount", "note", "refusal"),
    [
        ("50.01", "Credited twice", (409, "low_balance")),
        ("10", "  ", (400, "note_required")),
        ("0", "Credited twice", (400, "no_details_error")),
        ("1.001", "Credited twice", (400, "no_details_error")),
    ],
)
def test_refused_debit_changes_nothing(
    ada: User, dora: User, amount: str, note: str, refusal: tuple[int, str]
) -> None:
    give(ada, "50", dora)
    before = written()

    assert debit(dora, ada, amount, note) == refusal

    assert written() == before
    assert balance_of(ada.pk) == D(50)


def test_demo_mode_refuses_debits(ada: User, dora: User) -> None:
    give(ada, "50", dora)
    update_platform_settings(allow_critical_edits_admin=False)
    before = written()

    assert debit(dora, ada, "20") == (403, "demo_mode")

    assert written() == before


def test_credit_stores_its_note(ada: User, dora: User) -> None:
    body = {"amount": "5", "note": "Sorry for the wait"}
    reply = client_of(dora).post(f"/api/v1/users/{ada.pk}/wallet/credit/", body)

    assert (reply.status_code, reply.json()["reference"]) == (201, "AdminCredit")
    assert JournalEntry.objects.get(kind="admin_credit").memo == "Sorry for the wait"
    assert AuditEntry.objects.latest("id").after["note"] == "Sorry for the wait"
