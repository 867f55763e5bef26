"""Card payments of bookings: the right amount, once, and no money lost."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal as D
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.bookings.choices import PaymentMode, Status
from apps.bookings.models import Booking, BookingEvent
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.notifications.models import InboxMessage
from apps.payments.choices import CreditedTo, Purpose, State, Verdict
from apps.payments.models import Attempt
from apps.payments.port import Outcome, Snapshot
from apps.payments.services.settling import settle
from apps.payments.services.starting import begin_top_up
from apps.payments.services.test_gateway import press as press_button
from apps.wallet.models import JournalEntry, Posting
from apps.wallet.selectors import balance_of, platform_balance
from tests.bookings.api import API, look, press
from tests.bookings.builders import credit_wallet, make_booking
from tests.bookings.conftest import roads
from tests.bookings.deliveries import COST, FEE, SHARE, make_delivery, pay
from tests.bookings.promos import apply, uses_of
from tests.fares.promos import make_promo
from tests.payments.bookings import balances, pay_by_card, settle_paid, start_attempt

__all__ = ["roads"]
pytestmark = pytest.mark.usefixtures("offered")
Run = Callable[[], int]
WAITS = [Status.PENDING, Status.PAYMENT_PENDING]


@pytest.fixture
def trip(ada: User, ben: User, economy: CarType) -> Booking:
    """Return Ada's completed, unpaid trip: 48.75 for Ben and 7.31 for the platform."""
    return make_booking(ada, economy, Status.PENDING, driver=ben)


@pytest.fixture
def parcel(ada: User, economy: CarType) -> Booking:
    """Return a delivery to be paid before it is offered."""
    due = timezone.now() + timedelta(minutes=15)
    return make_delivery(ada, economy, Status.PAYMENT_PENDING, payment_due_at=due)


def reloaded(booking: Booking) -> Booking:
    booking.refresh_from_db()
    return booking


def notifications_of(user: User, occasion: str) -> int:
    notices = InboxMessage.objects.filter(user_id=user.pk)
    return notices.filter(occasion=occasion).count()


class TestStart:
    def test_amount_comes_from_the_booking(self, trip: Booking, ada: User) -> None:
        reply = pay_by_card(ada, trip.pk, amount="0.01", currency="JPY", user=1)
        body = reply.json()
        assert reply.status_code == 201
        attempt = Attempt.objects.get()
        assert body == body | {
            "ref": attempt.ref,
            "purpose": "booking",
            "booking_id": trip.pk,
            "reference": trip.reference,
            "amount": "56.0600",
            "wallet_amount": "0.0000",
            "currency": "USD",
            "state": "redirected",
            "credited_to": "",
        }
        assert body["action"]["url"] == attempt.action["url"]
        assert (reloaded(trip).status, balance_of(ada.pk)) == (Status.PENDING, D(0))

    def test_repeated_request_is_one_attempt(self, trip: Booking, ada: User) -> None:
        replies = [pay_by_card(ada, trip.pk, key="tap") for _ in range(2)]
        assert replies[0].json() == replies[1].json()
        assert Attempt.objects.count() == 1

    def test_promo_reduces_the_amount(self, trip: Booking, ada: User) -> None:
        apply(trip, make_promo())
        assert pay_by_card(ada, trip.pk).json()["amount"] == "46.0600"

    @pytest.mark.parametrize(
        ("held", "wallet", "card"), [("20", "20.0000", "36.0600"), ("0", "0.0000", "56.0600")]
    )
    def test_wallet_pays_first_and_the_card_the_rest(
        self, trip: Booking, ada: User, held: str, wallet: str, card: str
    ) -> None:
        if D(held):
            credit_wallet(ada, D(held))
        body = pay_by_card(ada, trip.pk, use_wallet=True).json()
        assert (body["wallet_amount"], body["amount"]) == (wallet, card)
        # The wallet is debited only when the card payment arrives.
        assert balance_of(ada.pk) == D(held)

    def test_card_amount_has_the_currencys_decimals(self, trip: Booking, ada: User) -> None:
        update_platform_settings(decimal=3)
        credit_wallet(ada, D("20.005"))
        update_platform_settings(decimal=2)
        body = pay_by_card(ada, trip.pk, use_wallet=True).json()
        assert (body["wallet_amount"], body["amount"]) == ("20.0000", "36.0600")

    def test_sufficient_wallet_needs_no_card(self, trip: Booking, ada: User) -> None:
        credit_wallet(ada, D("56.06"))
        reply = pay_by_card(ada, trip.pk, use_wallet=True)
        assert (reply.status_code, reply.json()["code"]) == (409, "wallet_enough")
        assert not Attempt.objects.exists()
        # Without the wallet, the card pays all.
        assert pay_by_card(ada, trip.pk).json()["amount"] == "56.0600"

    def test_free_trip_needs_no_card(self, trip: Booking, ada: User) -> None:
        apply(trip, make_promo(promo_discount_value=1000))
        reply = pay_by_card(ada, trip.pk)
        assert (reply.status_code, reply.json()["code"]) == (409, "wallet_enough")
        assert not Attempt.objects.exists()

    def test_other_users_get_404(self, trip: Booking, cleo: User, ben: User, dora: User, fay: User) -> None:
        for person in (cleo, ben, dora, fay):
            reply = pay_by_card(person, trip.pk)
            assert (reply.status_code, reply.json()["code"]) == (404, "not_found")
        assert pay_by_card(None, trip.pk).status_code == 401
        assert not Attempt.objects.exists()

    @pytest.mark.parametrize("status", [status for status in Status if status not in WAITS])
    def test_booking_that_is_not_payable_is_refused(
        self, status: Status, ada: User, ben: User, economy: CarType
    ) -> None:
        booking = make_booking(ada, economy, status, driver=ben)
        reply = pay_by_card(ada, booking.pk)
        assert (reply.status_code, reply.json()["code"]) == (409, "wrong_status")
        assert not Attempt.objects.exists()

    def test_expired_delivery_cannot_be_paid(self, parcel: Booking, ada: User) -> None:
        Booking.objects.update(payment_due_at=timezone.now())
        assert pay_by_card(ada, parcel.pk).json()["code"] == "payment_expired"
        assert not Attempt.objects.exists()

    def test_gateway_that_is_not_offered_starts_nothing(self, trip: Booking, ada: User) -> None:
        reply = pay_by_card(ada, trip.pk, provider="stripe")
        assert (reply.status_code, reply.json()["code"]) == (400, "no_provider_found")
        assert not Attempt.objects.exists()

    def test_rider_and_admin_see_the_attempts(
        self, trip: Booking, ada: User, cleo: User, ben: User, dora: User, as_user: Any
    ) -> None:
        refs = [pay_by_card(ada, trip.pk).json()["ref"] for _ in range(2)]
        for person in (ada, dora):
            reply = as_user(person).get(f"{API}/payments/bookings/{trip.pk}/")
            assert [row["ref"] for row in reply.json()["results"]] == refs[::-1]
        for person in (cleo, ben):
            assert as_user(person).get(f"{API}/payments/bookings/{trip.pk}/").status_code == 404


class TestPaid:
    def test_trip_is_paid_and_distributed(self, trip: Booking, ada: User, ben: User, run_jobs: Run) -> None:
        attempt = start_attempt(ada, trip)
        press_button(attempt=attempt, button="duplicate")
        run_jobs()

        attempt.refresh_from_db()
        assert (attempt.state, attempt.credited_to) == (State.PAID, CreditedTo.BOOKING)
        shown = look(ada, trip.pk)
        assert shown == shown | {
            "status": "PAID",
            "payment_mode": "card",
            "gateway": "test",
            "card_payment_amount": "56.0600",
            "used_wallet_money": "0.0000",
            "cash_payment_amount": "0.0000",
            "customer_paid": "56.0600",
            "prepaid": False,
        }
        assert balances(ada, ben) == {"Ben": SHARE, "revenue": FEE, "gateway:test": -COST}
        assert (notifications_of(ada, "payment_done"), notifications_of(ben, "payment_done")) == (1, 1)
        assert (notifications_of(ada, "payment_kept"), notifications_of(ada, "wallet_updated")) == (0, 0)

    def test_wallet_and_card_together(self, trip: Booking, ada: User, ben: User) -> None:
        credit_wallet(ada, D("20.50"))
        assert settle_paid(start_attempt(ada, trip, use_wallet=True)) == Verdict.HANDLED

        shown = look(ada, trip.pk)
        assert shown == shown | {
            "status": "PAID",
            "payment_mode": "card",
            "card_payment_amount": "35.5600",
            "used_wallet_money": "20.5000",
        }
        assert balances(ada, ben) == {"Ben": SHARE, "revenue": FEE, "gateway:test": D("-35.56")}

    def test_later_credit_stays_in_the_wallet(self, trip: Booking, ada: User) -> None:
        credit_wallet(ada, D(20))
        attempt = start_attempt(ada, trip, use_wallet=True)
        credit_wallet(ada, D(5))
        settle_paid(attempt)
        assert (reloaded(trip).used_wallet_money, balance_of(ada.pk)) == (D(20), D(5))

    def test_platform_pays_the_promos_part(self, trip: Booking, ada: User, ben: User) -> None:
        promo = make_promo()
        apply(trip, promo)
        settle_paid(start_attempt(ada, trip))
        assert (reloaded(trip).status, trip.card_payment_amount) == (Status.PAID, D("46.06"))
        assert balances(ada, ben) == {
            "Ben": SHARE,
            "revenue": FEE,
            "promotions": D(-10),
            "gateway:test": D("-46.06"),
        }
        assert uses_of(promo) == 1

    def test_paid_delivery_is_offered_to_drivers(self, parcel: Booking, ada: User) -> None:
        credit_wallet(ada, D(6))
        settle_paid(start_attempt(ada, parcel, use_wallet=True))

        assert (reloaded(parcel).status, parcel.prepaid, parcel.payment_due_at) == (Status.NEW, True, None)
        assert (parcel.payment_mode, parcel.gateway) == (PaymentMode.CARD, "test")
        assert (parcel.card_payment_amount, parcel.used_wallet_money) == (COST - 6, D(6))
        assert balances(ada) == {"trips": COST, "gateway:test": 6 - COST}
        assert OutboxEntry.objects.filter(name="bookings.dispatch").count() == 1

    def test_prepaid_delivery_settles_at_its_end(
        self, parcel: Booking, ada: User, ben: User, dora: User, roads: Any
    ) -> None:
        settle_paid(start_attempt(ada, parcel))
        now = timezone.now()
        times = dict.fromkeys(("accepted_at", "driver_arrive_time", "trip_start_time"), now)
        Booking.objects.update(status=Status.STARTED, driver=ben, **times)
        assert press(dora, parcel.pk, "force-end", reason="Stuck").json()["status"] == "PAID"
        assert balances(ada, ben) == {"Ben": SHARE, "revenue": FEE, "gateway:test": -COST}
        assert reloaded(parcel).card_payment_amount == COST

    def test_payment_is_a_platform_transition_in_the_audit_log(self, trip: Booking, ada: User) -> None:
        settle_paid(start_attempt(ada, trip))
        event = BookingEvent.objects.get(booking=trip)
        assert (event.name, event.role, event.actor_id) == ("pay_by_card", "system", None)
        assert event.data["amount"] == "56.0600"

    def test_users_cannot_make_platform_transitions(self, trip: Booking, ada: User) -> None:
        assert press(ada, trip.pk, "pay", method="card").status_code == 400
        assert reloaded(trip).status == Status.PENDING

    @pytest.mark.parametrize(
        "wrong", [{"amount": D("56.05")}, {"amount": D("56.07")}, {"currency": "EUR"}, {"ref": "another"}]
    )
    def test_mismatched_payment_pays_nothing(self, trip: Booking, ada: User, wrong: dict[str, Any]) -> None:
        attempt = start_attempt(ada, trip)
        fields: dict[str, Any] = {
            "ref": attempt.ref,
            "amount": attempt.amount,
            "currency": "USD",
            "payment_id": "p",
        }
        snapshot = Snapshot(outcome=Outcome.PAID, **(fields | wrong))
        assert settle(attempt_id=attempt.pk, snapshot=snapshot) == Verdict.REFUSED
        assert reloaded(trip).status == Status.PENDING
        assert not Posting.objects.exists()


class TestBookingChanged:
    """The whole payment is credited to the wallet, and the rider is notified."""

    def kept(self, attempt: Attempt, ada: User) -> None:
        held = balance_of(ada.pk)
        assert settle_paid(attempt) == Verdict.HANDLED
        assert settle_paid(attempt) == Verdict.REPEATED
        attempt.refresh_from_db()
        assert (attempt.state, attempt.credited_to) == (State.PAID, CreditedTo.WALLET)
        assert "the booking did not accept it" in attempt.problem
        assert balance_of(ada.pk) == held + attempt.amount
        entry = JournalEntry.objects.get(key=f"payment:{attempt.ref}")
        assert (entry.kind, entry.reference) == ("top_up", attempt.reference)
        assert notifications_of(ada, "payment_kept") == 1

    def test_booking_was_cancelled(self, parcel: Booking, ada: User) -> None:
        attempt = start_attempt(ada, parcel)
        assert press(ada, parcel.pk, "cancel").status_code == 200
        self.kept(attempt, ada)
        assert reloaded(parcel).status == Status.CANCELLED
        assert balances(ada) == {"Ada": COST, "gateway:test": -COST}

    def test_booking_was_paid_from_the_wallet(self, trip: Booking, ada: User) -> None:
        attempt = start_attempt(ada, trip)
        credit_wallet(ada)
        assert pay(ada, trip.pk).status_code == 200
        self.kept(attempt, ada)
        assert (reloaded(trip).payment_mode, trip.card_payment_amount) == (PaymentMode.WALLET, D(0))

    def test_booking_was_paid_by_another_card(self, trip: Booking, ada: User, ben: User) -> None:
        first, second = start_attempt(ada, trip), start_attempt(ada, trip)
        settle_paid(second)
        self.kept(first, ada)
        assert balances(ada, ben) == {
            "Ada": COST,
            "Ben": SHARE,
            "revenue": FEE,
            "gateway:test": -2 * COST,
        }

    def test_promo_was_added(self, trip: Booking, ada: User) -> None:
        attempt = start_attempt(ada, trip)
        make_promo()
        assert press(ada, trip.pk, "promo", promo_name="TEN").status_code == 200
        self.kept(attempt, ada)
        assert (reloaded(trip).status, trip.card_payment_amount, trip.gateway) == (Status.PENDING, D(0), "")
        # The promo remains on the trip.
        assert pay(ada, trip.pk).status_code == 200
        assert balance_of(ada.pk) == D(10)

    def test_promo_was_removed(self, trip: Booking, ada: User, as_user: Any) -> None:
        apply(trip, make_promo())
        attempt = start_attempt(ada, trip)
        assert as_user(ada).delete(f"{API}/bookings/{trip.pk}/promo/").status_code == 200
        self.kept(attempt, ada)
        assert reloaded(trip).status == Status.PENDING

    def test_wallets_part_was_spent(self, parcel: Booking, ada: User, economy: CarType) -> None:
        credit_wallet(ada, D(20))
        attempt = start_attempt(ada, parcel, use_wallet=True)
        other = make_delivery(
            ada, economy, Status.PAYMENT_PENDING, trip_cost=D(1), driver_share=D(1), convenience_fees=D(0)
        )
        assert pay(ada, other.pk).status_code == 200
        self.kept(attempt, ada)
        assert (reloaded(parcel).status, parcel.prepaid) == (Status.PAYMENT_PENDING, False)
        assert balance_of(ada.pk) == D(19) + COST - 20

    def test_delivery_has_expired(self, parcel: Booking, ada: User) -> None:
        attempt = start_attempt(ada, parcel)
        Booking.objects.update(payment_due_at=timezone.now())
        self.kept(attempt, ada)
        assert reloaded(parcel).status == Status.PAYMENT_PENDING

    def test_top_up_sends_no_such_notification(self, ada: User) -> None:
        attempt = begin_top_up(user=ada, provider="test", amount=D(5))
        settle_paid(attempt)
        attempt.refresh_from_db()
        assert (attempt.credited_to, attempt.problem) == (CreditedTo.WALLET, "")
        assert notifications_of(ada, "payment_kept") == 0


class TestRefunds:
    def refund(self, client: APIClient, attempt: Attempt, amount: str) -> tuple[int, str]:
        reply = client.post(f"{API}/payments/checkouts/{attempt.ref}/refund/", {"amount": amount})
        return reply.status_code, reply.json().get("code", "")

    @pytest.fixture
    def staff(self, as_user: Callable[[User | None], APIClient], dora: User) -> APIClient:
        return as_user(dora)

    def test_cancelled_booking_is_refunded_to_the_wallet_then_to_the_card(
        self, parcel: Booking, ada: User, staff: APIClient, run_jobs: Run
    ) -> None:
        credit_wallet(ada, D(6))
        attempt = start_attempt(ada, parcel, use_wallet=True)
        press_button(attempt=attempt, button="approve")
        run_jobs()
        assert self.refund(staff, attempt, "1") == (409, "not_refundable")

        assert press(ada, parcel.pk, "cancel", reason="Not needed").status_code == 200
        assert (reloaded(parcel).refunded_amount, balance_of(ada.pk)) == (COST, COST)

        assert self.refund(staff, attempt, "50.07") == (409, "not_refundable")
        assert self.refund(staff, attempt, "50.06") == (201, "")
        run_jobs()
        attempt.refresh_from_db()
        assert attempt.state == State.REFUNDED
        assert balances(ada) == {"Ada": D(6)}

    def test_late_cancellation_fee_is_not_refundable(
        self, ada: User, ben: User, economy: CarType, staff: APIClient
    ) -> None:
        booking = make_delivery(ada, economy, Status.PAYMENT_PENDING)
        booking.rates["cancel_slabs"] = [[2, "10"]]
        booking.save()
        attempt = start_attempt(ada, booking)
        settle_paid(attempt)
        accepted_at = timezone.now() - timedelta(minutes=3)
        Booking.objects.update(status=Status.ACCEPTED, driver=ben, accepted_at=accepted_at)
        body = press(ada, booking.pk, "cancel", reason="Too long").json()
        assert (body["cancellation_fee"], body["refunded_amount"]) == ("10.0000", "56.0600")
        assert balances(ada, ben) == {"Ada": COST - 10, "Ben": D(10), "gateway:test": -COST}
        # Only the rest in the wallet is refundable.
        assert self.refund(staff, attempt, "56.06") == (409, "low_balance")
        assert self.refund(staff, attempt, "46.06") == (201, "")

    def test_payment_of_a_trip_is_not_refunded_from_the_wallet(
        self, trip: Booking, ada: User, staff: APIClient
    ) -> None:
        attempt = start_attempt(ada, trip)
        settle_paid(attempt)
        credit_wallet(ada)
        before = balance_of(ada.pk)
        assert self.refund(staff, attempt, "10") == (409, "not_refundable")
        assert balance_of(ada.pk) == before

    def test_payment_that_the_trip_refused_is_refundable(
        self, trip: Booking, ada: User, staff: APIClient
    ) -> None:
        attempt = start_attempt(ada, trip)
        credit_wallet(ada)
        assert pay(ada, trip.pk).status_code == 200
        before = balance_of(ada.pk)
        settle_paid(attempt)
        assert balance_of(ada.pk) == before + attempt.amount

        assert self.refund(staff, attempt, "56.06") == (201, "")
        assert (reloaded(trip).status, balance_of(ada.pk)) == (Status.PAID, before)

    def test_payment_credited_to_the_wallet_is_refundable(
        self, parcel: Booking, ada: User, staff: APIClient
    ) -> None:
        attempt = start_attempt(ada, parcel)
        press(ada, parcel.pk, "cancel")
        settle_paid(attempt)
        assert self.refund(staff, attempt, "56.06") == (201, "")
        assert balance_of(ada.pk) == 0

    @pytest.mark.parametrize("held", ["100", "10", "0"])
    def test_dispute_of_a_paid_trip_debits_the_wallets_balance(
        self, trip: Booking, ada: User, ben: User, held: str
    ) -> None:
        attempt = start_attempt(ada, trip)
        settle_paid(attempt)
        if D(held):
            credit_wallet(ada, D(held))
        disputed = Snapshot(outcome=Outcome.DISPUTED, reason="chargeback")
        assert settle(attempt_id=attempt.pk, snapshot=disputed) == Verdict.HANDLED
        assert settle(attempt_id=attempt.pk, snapshot=disputed) == Verdict.REPEATED
        attempt.refresh_from_db()
        assert (attempt.state, reloaded(trip).status) == (State.DISPUTED, Status.PAID)
        assert balance_of(ada.pk) == max(D(held) - COST, D(0))
        assert (balance_of(ben.pk), platform_balance("gateway:test")) == (SHARE, D(0))

    def test_dispute_of_a_prepaid_delivery_does_not_stop_it(self, parcel: Booking, ada: User) -> None:
        attempt = start_attempt(ada, parcel)
        settle_paid(attempt)
        settle(attempt_id=attempt.pk, snapshot=Snapshot(outcome=Outcome.DISPUTED))
        assert (reloaded(parcel).status, parcel.prepaid) == (Status.NEW, True)
        assert balances(ada) == {"trips": COST}
        assert platform_balance("adjustments") == -COST


class TestSpecifiedForm:
    """Document 1 section 7: hidden fields, posted to the provider's link."""

    LINK = "/api/v1/payments/test/start/"

    def form(self, rider: User, order_id: object, **others: str) -> dict[str, str]:
        return {
            "order_id": str(order_id),
            "amount": "0.01",
            "currency": "XXX",
            "product_name": "Ride",
            "first_name": rider.first_name,
            "last_name": rider.last_name,
            "quantity": "1",
            "cust_id": str(rider.pk),
            "mobile_no": rider.mobile or "",
            "email": rider.email or "",
        } | others

    def goes_to(self, form: dict[str, str]) -> str:
        reply = APIClient().post(self.LINK, form, format="multipart")
        assert reply.status_code == 303
        return str(reply["Location"])

    def test_redirects_to_the_gateway_by_booking_id_or_reference(self, trip: Booking, ada: User) -> None:
        attempt = start_attempt(ada, trip)
        for order_id in (trip.pk, trip.reference, attempt.ref):
            assert self.goes_to(self.form(ada, order_id)) == attempt.action["url"]
        assert Attempt.objects.get().amount == D("56.06")

    def test_newest_attempt_is_used(self, trip: Booking, ada: User) -> None:
        start_attempt(ada, trip)
        newest = start_attempt(ada, trip)
        assert self.goes_to(self.form(ada, trip.reference)) == newest.action["url"]

    @pytest.mark.parametrize(
        "others",
        [
            {"cust_id": ""},
            {"cust_id": "999999"},
            {"cust_id": "x"},
            {"email": "", "mobile_no": ""},
            {"email": "cleo@example.org", "mobile_no": "+441"},
        ],
    )
    def test_guessed_booking_ids_redirect_nowhere(
        self, trip: Booking, ada: User, others: dict[str, str]
    ) -> None:
        start_attempt(ada, trip)
        for order_id in (trip.pk, trip.reference):
            assert self.goes_to(self.form(ada, order_id, **others)) == "/payments/unknown"

    def test_booking_without_an_attempt_redirects_nowhere(self, trip: Booking, ada: User) -> None:
        assert self.goes_to(self.form(ada, trip.pk)) == "/payments/unknown"
        assert not Attempt.objects.exists()

    def test_finished_payment_redirects_nowhere(self, trip: Booking, ada: User) -> None:
        settle_paid(start_attempt(ada, trip))
        assert self.goes_to(self.form(ada, trip.reference)) == "/payments/unknown"


def test_verify_ledger_reports_an_unbooked_payment(trip: Booking, ada: User, capsys: Any) -> None:
    from apps.payments.verification import PAYMENTS_ARE_BOOKED
    from apps.wallet.verification import faults

    attempt = start_attempt(ada, trip)
    Attempt.objects.update(state=State.PAID, credited_to=CreditedTo.BOOKING)
    assert list(faults(PAYMENTS_ARE_BOOKED)) == [f"payment {attempt.ref}: 56.0600 received, 0 in the ledger"]
    Attempt.objects.update(state=State.REDIRECTED, credited_to="")
    assert not list(faults(PAYMENTS_ARE_BOOKED))
    assert attempt.purpose == Purpose.BOOKING
