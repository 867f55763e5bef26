"""A client that knows only the outbox's events, compared with a fresh read of the database."""

from collections import defaultdict

from apps.accounts.models import DriverProfile
from apps.bookings.choices import OfferState
from apps.bookings.models import Booking, Offer
from apps.core.models import OutboxEntry
from apps.wallet.models import Account
from tests.published import Published, events_of


class Replay:
    """Applies events in the order in which the relay numbers them."""

    def __init__(self) -> None:
        self.last = OutboxEntry.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        self.moved: dict[int, tuple[str, int]] = {}
        """Status and version of each booking, from its own topic."""
        self.listed: dict[int, str] = {}
        """Status of each booking, from the back office's topic."""
        self.own: dict[int, dict[int, str]] = defaultdict(dict)
        """By user, the status of each of their bookings, from the user's topic."""
        self.offers: dict[int, dict[int, int]] = defaultdict(dict)
        """By driver, the booking of each open offer."""
        self.balances: dict[int, str] = {}
        self.active: dict[int, bool] = {}

    def catch_up(self) -> None:
        new = OutboxEntry.objects.exclude(kind=OutboxEntry.Kind.JOB).filter(pk__gt=self.last).order_by("pk")
        for entry in new:
            self.last = entry.pk
            for event in events_of(entry):
                self._take(event)

    def _take(self, event: Published) -> None:
        topic, _, number = event.topic.partition(":")
        data = event.data
        if topic == "booking" and event.name.startswith("booking."):
            _status, before = self.moved.get(data["id"], ("", 0))
            assert data["version"] == before + 1, f"a gap in {event.topic}"
            self.moved[data["id"]] = (data["status"], data["version"])
        elif topic == "bookings" and event.name in ("booking.created", "booking.changed"):
            assert (event.name == "booking.created") == (data["id"] not in self.listed) or number
            self.listed[data["id"]] = data["status"]
        elif topic == "user" and event.name.startswith("booking."):
            self.own[int(number)][data["id"]] = data["status"]
        elif topic == "user" and event.name == "wallet.changed":
            self.balances[int(number)] = data["balance"]
        elif topic == "fleet" and not number:
            self.active[data["driver_id"]] = event.name == "driver.online"
        elif topic == "tasks":
            self._take_task(event, self.offers[int(number)])

    def _take_task(self, event: Published, offers: dict[int, int]) -> None:
        data = event.data
        if event.name == "offer.made":
            offers[data["offer_id"]] = data["booking_id"]
        elif event.name == "offer.closed":
            del offers[data["offer_id"]]
        elif event.name == "booking.accepted":
            # The winning driver gets no offer.closed; the booking's event closes the offer.
            for offer_id in [one for one, booking_id in offers.items() if booking_id == data["id"]]:
                del offers[offer_id]

    def matches(self) -> None:
        """Fail if the state from the events differs from the database."""
        self.catch_up()
        rows = {
            booking.pk: booking for booking in Booking.objects.only("pk", "status", "version", "customer")
        }
        assert self.moved == {pk: (row.status, row.version) for pk, row in rows.items()}
        assert self.listed == {pk: row.status for pk, row in rows.items()}
        for user_id, from_events in self.own.items():
            assert from_events == {pk: row.status for pk, row in rows.items() if row.customer_id == user_id}
        there: dict[int, dict[int, int]] = defaultdict(dict)
        for offer in Offer.objects.filter(state=OfferState.OFFERED):
            there[offer.driver_id][offer.pk] = offer.booking_id
        assert {who: offers for who, offers in self.offers.items() if offers} == there
        held = dict(Account.objects.filter(user__isnull=False).values_list("user_id", "balance"))
        assert {who: f"{held[who]:f}" for who in self.balances} == self.balances
        on = dict(DriverProfile.objects.values_list("pk", "active"))
        assert {who: on[who] for who in self.active} == self.active
