"""Staff actions on trips, wallets, payouts and gateways are recorded; those of riders and drivers are not."""

from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import SosAlert
from apps.bookings.services.cancelling import cancel_booking
from apps.bookings.services.offers import assign_driver, search_again
from apps.bookings.services.sos import handle_sos_alert
from apps.bookings.services.trip import force_end
from apps.core.errors import BadInput, Conflict
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.payments.services.accounts import set_account
from apps.wallet.models import Withdrawal
from apps.wallet.services import credit_by_admin
from apps.wallet.withdrawals.batches import create_batch, process_batch
from apps.wallet.withdrawals.payouts import process_withdrawal, reject_withdrawal, request_withdrawal
from tests.bookings.builders import credit_wallet, make_booking, put_online
from tests.bookings.roads import driving_on
from tests.bookings.test_dispatch_policies import MeasuredRoads
from tests.personas import make_driver

pytestmark = pytest.mark.django_db


def entries(kind: str) -> list[tuple[str, str]]:
    """Return (action, label) of each entry, in order."""
    return [(entry.action, entry.label) for entry in AuditEntry.objects.filter(kind=kind).order_by("id")]


def last(dora: User) -> AuditEntry:
    entry = AuditEntry.objects.latest("id")
    assert (entry.actor_id, entry.source) == (dora.pk, "office")
    return entry


# -- trips -------------------------------------------------------------------------------------


def test_assigning_a_driver_is_recorded(ada: User, ben: User, dora: User, economy: CarType) -> None:
    update_platform_settings(auto_dispatch=False)
    booking = make_booking(ada, economy)
    credit_wallet(ben)
    put_online(ben)
    with driving_on(MeasuredRoads()):
        assign_driver(booking_id=booking.pk, driver_id=ben.pk, by=dora)
    entry = last(dora)
    assert (entry.action, entry.kind, entry.target_id) == ("assign", "booking", str(booking.pk))
    assert entry.label == booking.reference
    assert entry.after == {"status": "NEW", "offered": [ben.pk]}


def test_cancelling_and_searching_again_are_recorded(ada: User, dora: User, economy: CarType) -> None:
    booking = make_booking(ada, economy)
    search_again(booking_id=booking.pk, widen=True, by=dora)
    cancel_booking(booking_id=booking.pk, reason_value=None, reason="Road closed", by=dora)
    entry = last(dora)
    assert entry.before == {"status": "NEW"}
    assert entry.after == {"status": "CANCELLED", "reason": "Road closed"}
    assert entries("booking") == [("search_again", booking.reference), ("cancel", booking.reference)]


def test_ending_a_trip_is_recorded(ada: User, ben: User, dora: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.STARTED, driver=ben)
    with driving_on(MeasuredRoads()):
        force_end(booking_id=booking.pk, reason="His phone died", by=dora)
    entry = last(dora)
    assert (entry.action, entry.before) == ("force_end", {"status": "STARTED"})
    assert entry.after == {"status": "REACHED", "reason": "His phone died"}


def test_refused_action_is_not_recorded(ada: User, ben: User, dora: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.COMPLETE, driver=ben)
    with pytest.raises(Conflict):
        cancel_booking(booking_id=booking.pk, reason_value=None, reason="Road closed", by=dora)
    assert entries("booking") == []


def test_riders_actions_are_not_recorded(ada: User, economy: CarType) -> None:
    booking = make_booking(ada, economy)
    before = AuditEntry.objects.count()
    with CaptureQueriesContext(connection) as queries:
        cancel_booking(booking_id=booking.pk, reason_value=None, reason="Changed my mind", by=ada)
    assert not [query for query in queries if "auditentry" in query["sql"]]
    assert AuditEntry.objects.count() == before


def test_resolving_an_sos_alert_is_recorded_once(ada: User, ben: User, dora: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.STARTED, driver=ben)
    alert = SosAlert.objects.create(booking=booking, by=ada)
    handle_sos_alert(alert_id=alert.pk, by=dora)
    handle_sos_alert(alert_id=alert.pk, by=dora)
    assert entries("booking") == [("sos_handled", booking.reference)]
    assert last(dora).after["raised_by"] == "Ada Example"


# -- money -------------------------------------------------------------------------------------


def test_credit_by_an_admin_is_recorded_once_per_key(ada: User, dora: User) -> None:
    for _ in range(2):
        credit_by_admin(user_id=ada.pk, amount=Decimal("12.50"), by=dora, key="one")
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.kind, entry.target_id) == ("credited", "wallet", str(ada.pk))
    assert entry.label == "Ada Example"
    assert Decimal(entry.before["balance"]) == 0
    assert Decimal(entry.after["balance"]) == Decimal(entry.after["amount"]) == Decimal("12.5")


def test_credit_of_zero_is_not_recorded(ada: User, dora: User) -> None:
    with pytest.raises(BadInput):
        credit_by_admin(user_id=ada.pk, amount=Decimal(0), by=dora, key="one")
    assert not AuditEntry.objects.exists()


@pytest.fixture
def withdrawals(economy: CarType, dora: User) -> list[Withdrawal]:
    found = []
    for name in ("Bo", "Bill"):
        driver = make_driver(name, economy, bank_name="Bank", bank_code="1", bank_account="2")
        credit_by_admin(user_id=driver.pk, amount=Decimal(50), by=dora, key=name)
        found.append(request_withdrawal(user=driver, amount=Decimal(20)))
    return found


def test_withdrawals_paid_and_rejected_are_recorded(withdrawals: list[Withdrawal], dora: User) -> None:
    process_withdrawal(withdrawal_id=withdrawals[0].pk, by=dora)
    entry = last(dora)
    assert (entry.action, entry.target_id) == ("processed", str(withdrawals[0].pk))
    assert (entry.before["state"], entry.after["state"]) == ("requested", "processed")
    assert entry.after["process_date"]
    reject_withdrawal(withdrawal_id=withdrawals[1].pk, by=dora, reason="Wrong account")
    assert last(dora).after == {"state": "rejected", "reason": "Wrong account"}
    with pytest.raises(Conflict):
        process_withdrawal(withdrawal_id=withdrawals[1].pk, by=dora)
    assert [action for action, _label in entries("withdrawal")] == ["processed", "rejected"]


def test_bank_file_is_one_entry_of_any_length(withdrawals: list[Withdrawal], dora: User) -> None:
    batch = create_batch(by=dora)
    entry = last(dora)
    assert (entry.action, entry.target_id, entry.after["withdrawals"]) == ("batch_created", str(batch.pk), 2)
    assert Decimal(entry.after["total"]) == 40
    process_batch(batch_id=batch.pk, by=dora)
    assert [action for action, _label in entries("withdrawal")] == ["batch_created", "batch_processed"]


def test_gateway_secrets_are_recorded_by_name_only(dora: User) -> None:
    secrets = {"merchant_id": "ABC0001", "transaction_password": "topsecret"}
    set_account(provider="securepay", live=False, enabled=True, credentials=secrets, by=dora)
    entry = last(dora)
    assert (entry.kind, entry.label) == ("payment_account", "securepay (test)")
    assert entry.before == {"enabled": False}
    assert entry.after == {"enabled": True, "reentered": ["merchant_id", "transaction_password"]}
    assert "topsecret" not in str(AuditEntry.objects.values_list())
    # The same data again changes nothing.
    set_account(provider="securepay", live=False, enabled=True, credentials=secrets, by=dora)
    assert AuditEntry.objects.count() == 1
