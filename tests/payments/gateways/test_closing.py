"""At every sandbox gateway: a cancelled booking leaves no attempt open."""

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.fares.models import CarType
from apps.payments.choices import State
from apps.payments.services.starting import begin_booking_payment
from tests.bookings.api import press
from tests.bookings.deliveries import make_delivery
from tests.payments.gateways.shop import Shop


def test_cancelled_booking_leaves_no_attempt_open(shop: Shop, ada: User, economy: CarType) -> None:
    booking = make_delivery(ada, economy, Status.PAYMENT_PENDING)
    attempt = begin_booking_payment(user=ada, booking_id=booking.pk, provider=shop.gateway.name)

    assert press(ada, booking.pk, "cancel").json()["status"] == "CANCELLED"
    shop.run_jobs()

    attempt.refresh_from_db()
    assert attempt.state in (State.EXPIRED, State.FAILED)
    if shop.gateway.closes_checkouts:
        assert shop.gateway.payments[attempt.ref].state == "expired"
