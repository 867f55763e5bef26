"""A waived or written-off trip does not earn a referral bonus.

The trips have no ledger entries: only how they ended matters here.
"""

from decimal import Decimal as D

import pytest

from apps.accounts.models import User
from apps.accounts.services.email_addresses import mark_verified
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.services.referrals import decide_referral_bonuses
from apps.fares.models import CarType
from apps.wallet.choices import ReferralState
from apps.wallet.models import ReferralBonus
from apps.wallet.referrals import pay_referral_bonus
from tests.bookings.builders import make_booking
from tests.personas import make_user

pytestmark = pytest.mark.django_db


def test_unpaid_trip_earns_no_bonus(ada: User, ben: User, economy: CarType) -> None:
    mark_verified(ada)
    pay_referral_bonus(user_id=ada.pk, referrer_id=make_user("Eve").pk, amount=D(10))
    nothing = {"trip_cost": D(0), "driver_share": D(0), "convenience_fees": D(0)}
    make_booking(ada, economy, Status.PAID, driver=ben, cash_payment_amount=D(0), **nothing)
    trip = make_booking(ada, economy, Status.PENDING, driver=ben)
    Booking.objects.filter(pk=trip.pk).update(
        status=Status.PAID, payment_mode="written_off", written_off_amount=trip.payable_amount
    )

    decide_referral_bonuses()

    assert ReferralBonus.objects.get().state == ReferralState.PENDING
    make_booking(ada, economy, Status.PAID, driver=ben)
    decide_referral_bonuses()
    assert ReferralBonus.objects.get().state == ReferralState.EARNED
