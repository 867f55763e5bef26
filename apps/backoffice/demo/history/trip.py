"""One booking of the history: its row and its transitions."""

from datetime import datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any, Final

from apps.accounts.models import User
from apps.backoffice.demo.history.builder import Builder
from apps.backoffice.demo.history.geography import QuotedRoute
from apps.backoffice.demo.history.participants import Driver, Rider
from apps.bookings.choices import OfferState, Role
from apps.bookings.models import Booking, BookingEvent, Offer
from apps.bookings.pricing.fare import apply_price, price, terms_of
from apps.bookings.state_machine.lifecycle import TRANSITIONS
from apps.core.money import round_money
from apps.fares.models import CarType
from apps.geo.geometry.sphere import great_circle_km
from apps.notifications.choices import Occasion, Screen

OFFER_LASTS: Final = timedelta(seconds=60)
MAX_OFFERS: Final = 3


class Trip:
    def __init__(
        self,
        builder: Builder,
        rng: Random,
        rider: Rider,
        route: QuotedRoute,
        *,
        car_type: CarType,
        at: datetime,
        parcel: dict[str, Any] | None = None,
    ) -> None:
        self.builder, self.rng, self.rider, self.route = builder, rng, rider, route
        self.driver: Driver | None = None
        self.booking = _booking(builder, rng, rider.user, route, car_type, at, parcel or {})
        builder.add(self.booking)

    def book_for_later(self, at: datetime) -> None:
        """Set the booking time some hours earlier, but after the rider's sign-up."""
        made = at - timedelta(hours=self.rng.uniform(2, 40))
        self.booking.created_at = max(made, self.rider.user.created_at + timedelta(minutes=9))
        self.booking.book_later = True

    def transition(self, name: str, at: datetime, by: User | None, **data: Any) -> None:
        """Apply a transition as the state machine does. Raises ValueError if the table does not allow it."""
        booking, step = self.booking, TRANSITIONS[name]
        before = booking.status
        if step.sources and before not in step.sources:
            raise ValueError(f"{booking.reference}: no {name} from {before}")
        booking.status = step.to or before
        booking.version += 1
        self.builder.add(
            BookingEvent(
                booking_id=booking.pk,
                version=booking.version,
                name=name,
                from_status=before,
                to_status=booking.status,
                actor_id=None if by is None else by.pk,
                role=Role.SYSTEM if by is None else Role(by.user_type),
                data=data,
                at=at,
            )
        )

    def offer(self, at: datetime, driver: Driver, others: list[Driver], accepted_at: datetime) -> None:
        """Offer the trip to the nearest drivers; one accepts, and the other offers close."""
        offered = [driver, *others][:MAX_OFFERS]
        self.transition(
            "dispatch",
            at,
            None,
            drivers=[each.user.pk for each in offered],
            round=1,
            policy=self.builder.platform.dispatch_policy,
        )
        self.booking.dispatch_round = 1
        for rank, each in enumerate(offered, 1):
            state, answered = OfferState.WITHDRAWN, accepted_at
            if each is driver:
                state = OfferState.ACCEPTED
            elif self.rng.random() < each.decline_rate * 3:
                state, answered = OfferState.DECLINED, at + (accepted_at - at) / 2
            km = great_circle_km(each.at, self.route.pickup.at)
            self.builder.add(
                Offer(
                    booking_id=self.booking.pk,
                    driver_id=each.user.pk,
                    state=state,
                    round=1,
                    rank=rank,
                    distance_km=km,
                    road_distance_km=km * 1.3,
                    eta_seconds=round(self.seconds_to_pickup(each)),
                    offered_at=at,
                    expires_at=at + OFFER_LASTS,
                    answered_at=answered,
                )
            )

    def accept(self, at: datetime, driver: Driver) -> None:
        booking, profile, user = self.booking, driver.profile, driver.user
        self.driver = driver
        booking.driver_id, booking.driver_name = user.pk, user.full_name
        booking.driver_contact, booking.driver_rating = user.mobile or "", profile.rating
        booking.vehicle_number = profile.vehicle_number
        booking.vehicle_make, booking.vehicle_model = profile.vehicle_make, profile.vehicle_model
        booking.fleet_admin_id, booking.accepted_at = profile.fleet_admin_id, at
        self.transition("accept", at, user)
        self.notify(self.rider.user, Occasion.ACCEPTED, at, screen=Screen.BOOKED_CAB)

    @staticmethod
    def seconds_from(km: float) -> float:
        """Return the driving time over a straight distance in kilometres."""
        return 70 + km * 1.25 / 44 * 3600

    def seconds_to_pickup(self, driver: Driver) -> float:
        return self.seconds_from(great_circle_km(driver.at, self.route.pickup.at))

    def notify(
        self,
        user: User,
        occasion: Occasion,
        at: datetime,
        *,
        screen: Screen = Screen.BOOKING_CAB,
        **more: Any,
    ) -> None:
        booking = self.booking
        params = {
            "booking_id": booking.pk,
            "reference": booking.reference,
            "pickup": booking.pickup_add,
            "driver_name": booking.driver_name,
            "customer_name": booking.customer_name,
            "amount": f"{booking.payable_amount:f}",
            "stars": booking.rating,
            **more,
        }
        key = f"booking:{booking.pk}:{booking.version}:{occasion}"
        self.builder.notify(user, occasion, screen, at, key, **params)


def _booking(
    builder: Builder,
    rng: Random,
    rider: User,
    route: QuotedRoute,
    car_type: CarType,
    at: datetime,
    parcel: dict[str, Any],
) -> Booking:
    terms = terms_of(car_type, builder.platform)
    booking = Booking(
        id=builder.next_id(Booking),
        reference=builder.reference(rng),
        created_at=at,
        trip_date=at,
        customer=rider,
        customer_name=rider.full_name,
        customer_email=rider.email or "",
        customer_contact=rider.mobile or "",
        car_type_id=car_type.pk,
        car_type_name=car_type.name,
        car_type_icon=car_type.icon,
        pickup_lat=route.pickup.at.lat,
        pickup_lng=route.pickup.at.lng,
        pickup_add=route.pickup.name,
        drop_lat=route.drop.at.lat,
        drop_lng=route.drop.at.lng,
        drop_add=route.drop.name,
        route_polyline=route.polyline,
        estimate_distance_km=route.distance_km,
        estimate_duration_seconds=route.seconds,
        rates=terms,
        app_category=car_type.app_category or builder.platform.app_category,
        **{name: value for name, value in parcel.items() if not name.endswith("_amount")},
    )
    extras = {name: value for name, value in parcel.items() if name.endswith("_amount")}
    apply_price(
        booking, price(terms, distance_km=route.distance_km, duration_seconds=route.seconds, **extras)
    )
    booking.estimate = booking.trip_cost
    return booking


def random_later(at: datetime, rng: Random, min_seconds: float, max_seconds: float) -> datetime:
    """Return a random time, between so many seconds after another."""
    return at + timedelta(seconds=rng.uniform(min_seconds, max_seconds))


def draw_measurement(route: QuotedRoute, rng: Random) -> tuple[Decimal, int]:
    """Return the distance in km and the seconds of the trip, near those of the quoted route."""
    km = round_money(route.distance_km * Decimal(str(round(rng.uniform(0.985, 1.035), 4))), decimals=3)
    return km, round(route.seconds * rng.uniform(0.92, 1.34))
