"""The invariants that hold after every step."""

from collections import defaultdict
from decimal import Decimal as D

from django.db import connection
from django.db.models import F, Model, Q, QuerySet, Sum

from apps.accounts.models import DriverProfile
from apps.bookings.choices import ON_TRIP, SETTLED, OfferState, Role, Status
from apps.bookings.models import Booking, BookingEvent, Offer
from apps.bookings.state_machine.lifecycle import TRANSITIONS
from apps.bookings.state_machine.transitions import Actor
from apps.fares.models import Promo, PromoRedemption
from apps.wallet.choices import CASH_WITH_DRIVERS, PROMOTIONS, REVENUE, TRIPS
from apps.wallet.models import Account, JournalEntry, Posting
from tests.bookings.conftest import WATCHED

ROLES = {
    Actor.RIDER: Role.RIDER,
    Actor.OFFERED_DRIVER: Role.DRIVER,
    Actor.DRIVER: Role.DRIVER,
    Actor.FLEET_ADMIN: Role.FLEET_ADMIN,
    Actor.ADMIN: Role.ADMIN,
    Actor.SYSTEM: Role.SYSTEM,
}

_ONE_TABLE = "SELECT '{0}', md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) FROM {0} t"
_TABLES: tuple[type[Model], ...] = (*WATCHED, Account, JournalEntry)
FINGERPRINT = " UNION ALL ".join(_ONE_TABLE.format(model._meta.db_table) for model in _TABLES)


def fingerprint() -> dict[str, str]:
    """Return a hash of each watched table; equal hashes mean that no row changed."""
    with connection.cursor() as cursor:
        cursor.execute(FINGERPRINT)
        return dict(cursor.fetchall())


class EventLog:
    """Reads each booking event once and checks it against the transition table."""

    def __init__(self) -> None:
        self.last = 0
        self.at: dict[int, tuple[str, int]] = {}
        self.transitions: set[str] = set()
        self.statuses: set[str] = set()

    def follow(self) -> list[BookingEvent]:
        """Return the new events; fail on one that the transition table does not allow."""
        new = list(BookingEvent.objects.filter(pk__gt=self.last).order_by("pk"))
        for event in new:
            transition = TRANSITIONS[event.name]
            status, version = self.at.get(event.booking_id, ("", 0))
            assert (event.from_status, event.version) == (status, version + 1), event
            assert status in transition.sources if transition.sources else status == "", event
            assert event.to_status == (transition.to or status), event
            assert event.role in {ROLES[actor] for actor in transition.by}, event
            self.at[event.booking_id] = (event.to_status, event.version)
            self.transitions.add(event.name)
            self.statuses.add(event.to_status)
            self.last = event.pk
        there = {pk: (status, version) for pk, status, version in self._current()}
        assert there == self.at, "a status without a transition"
        return new

    def _current(self) -> list[tuple[int, str, int]]:
        return list(Booking.objects.values_list("pk", "status", "version"))


def drivers_have_one_trip_and_trips_one_driver() -> None:
    trips = list(Booking.objects.filter(status__in=ON_TRIP).values_list("driver_id", flat=True))
    busy = DriverProfile.objects.filter(busy=True).values_list("pk", flat=True)
    assert sorted(trips) == sorted(set(trips)) == sorted(busy)
    # At most one offered driver has the booking, and it is the driver on the booking.
    taken = Offer.objects.filter(state=OfferState.ACCEPTED)
    drivers = dict(Booking.objects.filter(driver__isnull=False).values_list("pk", "driver_id"))
    assert sorted(taken.values_list("booking_id", "driver_id")) == sorted(drivers.items())
    assert not Offer.objects.filter(state="offered").exclude(booking__status=Status.NEW).exists()


def money_is_conserved() -> None:
    entries: dict[int, D] = defaultdict(D)
    accounts: dict[int, D] = defaultdict(D)
    for entry_id, account_id, amount in Posting.objects.values_list("entry_id", "account_id", "amount"):
        entries[entry_id] += amount
        accounts[account_id] += amount
    assert not any(entries.values()), "entry does not sum to zero"
    platform: dict[str, D] = defaultdict(D)
    for account in Account.objects.all():
        platform[account.name] += accounts[account.pk]
        if account.user_id is not None:
            assert account.balance == accounts[account.pk]
    assert platform[TRIPS] == _total(_waiting_for_the_trip(), "used_wallet_money")
    assert platform[CASH_WITH_DRIVERS] == 0
    settled = Booking.objects.filter(status__in=SETTLED)
    assert platform[REVENUE] == _total(settled, "convenience_fees") + _fees_without_a_driver()
    assert platform[PROMOTIONS] == -_total(settled, "discount")
    shares = Posting.objects.filter(
        Q(entry__kind="driver_share") | Q(entry__kind="fare_adjustment"),
        account__user__user_type="driver",
    )
    assert _total(settled, "driver_share") == (shares.aggregate(sum=Sum("amount"))["sum"] or 0)


def _waiting_for_the_trip() -> QuerySet[Booking]:
    return Booking.objects.filter(prepaid=True).exclude(status__in=(*SETTLED, Status.CANCELLED))


def _fees_without_a_driver() -> D:
    return _total(Booking.objects.filter(status=Status.CANCELLED, driver__isnull=True), "cancellation_fee")


def _total(bookings: QuerySet[Booking], column: str) -> D:
    total: D | None = bookings.aggregate(sum=Sum(column))["sum"]
    return total or D(0)


def amounts_add_up() -> None:
    for booking in Booking.objects.annotate(used=F("promo_redemption__promo_id")):
        amounts = [D(line["amount"]) for line in booking.breakdown]
        assert sum(amounts) == booking.trip_cost
        assert 0 <= booking.discount <= booking.trip_cost
        assert booking.used == booking.promo_id, "a promo is counted where it is on the booking"
        if booking.status in SETTLED:
            settled = booking.customer_paid + booking.written_off_amount
            assert settled + booking.adjustment_amount == booking.payable_amount
        if booking.status == Status.CANCELLED:
            assert booking.customer_paid <= booking.refunded_amount
            assert booking.refunded_amount <= booking.customer_paid + booking.cancellation_fee


def promos_are_counted() -> None:
    for promo in Promo.objects.all():
        uses = PromoRedemption.objects.filter(promo=promo).count()
        assert promo.user_avail == uses <= promo.promo_usage_limit
