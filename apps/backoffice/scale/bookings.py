"""Benchmark bookings of several years, each like one that was booked, driven and paid.

Users, places and amounts are derived from the row number, so a word has the same frequency at every size.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from apps.backoffice.scale.people import People
from apps.backoffice.scale.rows import count_on, insert, next_id, run, without_indexes
from apps.bookings.models import Booking
from apps.bookings.pricing.fare import bill, price, terms_of
from apps.core.platform import platform_settings
from apps.fares.models import CarType

RARE = "Zanzibar"
"""A street in the pickup of a single booking in the middle of the history."""
COMMON = "Newport"
"""A town in the drop-off of every second booking."""
MEDIUM = "Quayside"
"""A street in one of two hundred bookings."""
BATCH = 50_000
ACTIVE_AT_MOST = 400
BOOKINGS_A_RIDER, BOOKINGS_A_DRIVER = 10, 100
MIN_RIDERS, MIN_DRIVERS = 10, 50


@dataclass(frozen=True, slots=True)
class Bookings:
    """A range of booking ids; the last bookings are still active.

    At any size, active riders have ten bookings each, and active drivers a page each.
    """

    first: int
    count: int

    @property
    def end(self) -> int:
        return self.first + self.count

    @property
    def middle(self) -> int:
        """The booking that the rare word matches."""
        return self.first + self.count // 2

    @property
    def active(self) -> int:
        return max(8, min(ACTIVE_AT_MOST, self.count // 50))

    def riders_of(self, people: People) -> int:
        """Return how many riders, counted from the first, travel."""
        return min(people.riders, max(MIN_RIDERS, self.count // BOOKINGS_A_RIDER))

    def drivers_of(self, people: People) -> int:
        """Return how many drivers, counted from the first, drive."""
        return min(people.drivers, max(MIN_DRIVERS, self.count // BOOKINGS_A_DRIVER))


def make_bookings(people: People, *, count: int, days: int) -> Iterator[int]:
    """Insert bookings and report progress per batch; indexes are built at the end."""
    made = Bookings(next_id(Booking), count)
    fresh = _booking()
    with without_indexes(Booking):
        for start in range(made.first, made.end, BATCH):
            end = min(made.end, start + BATCH)
            insert(Booking, fresh, _source(made, people, days, start, end))
            yield end - made.first
    count_on(Booking)
    run("ANALYZE bookings_booking")
    run(
        f"UPDATE accounts_driverprofile SET active = true, busy = true WHERE user_id IN ("
        f"SELECT driver_id FROM bookings_booking WHERE id >= {made.first}"
        " AND status IN ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'))"
    )
    run(
        "UPDATE geo_driverposition SET free = false WHERE driver_id IN ("
        "SELECT user_id FROM accounts_driverprofile WHERE busy)"
    )


def made_bookings(count: int) -> Bookings:
    """Return the last `count` bookings."""
    return Bookings(next_id(Booking) - count, count)


def _booking() -> dict[str, str]:
    """Return the columns that differ from a new booking, over `_source`."""
    terms = terms_of(CarType.objects.order_by("position", "pk")[0], platform_settings())
    fare = price(terms, distance_km=Decimal("7.5"), duration_seconds=900)
    quoted = {"rates": terms, "breakdown": bill(fare)}
    texts = {name: "'" + json.dumps(value).replace("'", "''") + "'::jsonb" for name, value in quoted.items()}
    return texts | BOOKING


REFERENCE = "'S' || " + " || ".join(
    f"substr('34679ACDEFGHJKMNPQRTUVWXY', 1 + (shuffled / {25**place} % 25)::int, 1)" for place in range(5)
)
"""A random token that starts with a letter no generated one has."""
PAID = "cost - discount"
CANCELLED_LATE = "status = 'CANCELLED' AND driver_id IS NOT NULL AND dice % 4 = 0"
BOOKING = {
    "id": "n",
    "reference": REFERENCE,
    "status": "status",
    "version": "CASE WHEN driven THEN 7 ELSE 1 END",
    "created_at": "CASE WHEN later THEN made - interval '1 day' ELSE made END",
    "book_later": "later",
    "trip_date": "made + interval '10 minutes' * CASE WHEN later AND status = 'NEW' THEN 400 ELSE 1 END",
    "customer_id": "rider_id",
    "customer_name": "rider_name",
    "customer_email": "rider_email",
    "customer_contact": "rider_mobile",
    "driver_id": "driver_id",
    "driver_name": "coalesce(driver_name, '')",
    "driver_contact": "coalesce(driver_mobile, '')",
    "driver_rating": "driver_rating",
    "vehicle_number": "coalesce(vehicle_number, '')",
    "vehicle_make": "coalesce(vehicle_make, '')",
    "vehicle_model": "coalesce(vehicle_model, '')",
    "fleet_admin_id": "fleet_admin_id",
    "car_type_id": "type_id",
    "car_type_name": "type_name",
    "car_type_icon": "type_icon",
    "pickup_lat": "50.6 + (dice % 2000) / 10000.0",
    "pickup_lng": "-1.5 + (other % 4000) / 10000.0",
    "pickup_add": "(n * 7 % 300) || ' ' || street || ', Ryde'",
    "drop_lat": "50.6 + (other % 2000) / 10000.0",
    "drop_lng": "-1.5 + (dice % 4000) / 10000.0",
    "drop_add": "(n * 11 % 300) || ' Road' || n * 37 % 997 || ', ' || town",
    "route_polyline": "repeat('_p~iF~ps|U_ulLnnqC', 14)",
    "estimate": "cost",
    "estimate_distance_km": "7.5",
    "estimate_duration_seconds": "900",
    "trip_cost": "cost",
    "convenience_fees": "round(cost * 0.15, 2)",
    "driver_share": "cost - round(cost * 0.15, 2)",
    "discount": "discount",
    "payment_mode": "mode",
    "cash_payment_amount": f"CASE WHEN paid AND mode = 'cash' THEN {PAID} ELSE 0 END",
    "used_wallet_money": f"CASE WHEN paid AND mode = 'wallet' THEN {PAID} ELSE 0 END",
    "card_payment_amount": f"CASE WHEN paid AND mode = 'card' THEN {PAID} ELSE 0 END",
    "gateway": "CASE WHEN mode = 'card' THEN 'test' ELSE '' END",
    "cancellation_fee": f"CASE WHEN {CANCELLED_LATE} THEN 3 ELSE 0 END",
    "distance_km": "CASE WHEN paid THEN 4 + (dice % 9000) / 1000.0 END",
    "distance_source": "CASE WHEN paid THEN 'multi_waypoint' ELSE '' END",
    "total_trip_time": "CASE WHEN paid THEN 600 + dice % 1200 END",
    "accepted_at": "CASE WHEN driver_id IS NOT NULL THEN made + interval '4 minutes' END",
    "driver_arrive_time": "CASE WHEN driven THEN made + interval '9 minutes' END",
    "trip_start_time": "CASE WHEN driven THEN made + interval '11 minutes' END",
    "trip_end_time": "CASE WHEN paid THEN made + interval '35 minutes' END",
    "ended_at": "CASE WHEN status IN ('COMPLETE', 'CANCELLED') THEN made + interval '35 minutes' END",
    "settled_at": f"CASE WHEN paid OR {CANCELLED_LATE} THEN made + interval '35 minutes' END",
    "reason": "CASE WHEN status = 'CANCELLED' THEN 'My reason is not listed' ELSE '' END",
    "cancelled_by": "CASE WHEN status = 'CANCELLED' THEN 'rider' ELSE '' END",
    "rating": "CASE WHEN status = 'COMPLETE' AND dice % 3 > 0 THEN 3 + dice % 3 END",
}


def _source(made: Bookings, people: People, days: int, start: int, end: int) -> str:
    """Return row numbers, statuses and participants; the last bookings are active, one per driver."""
    under_way = min(made.active // 2, made.drivers_of(people))
    waiting = made.active - under_way
    return f"""
        SELECT b.*, status IN ('PAID', 'COMPLETE') AS paid,
            status IN ('STARTED', 'REACHED', 'PAID', 'COMPLETE') AS driven,
            CASE WHEN status IN ('PAID', 'COMPLETE') AND dice % 20 = 0 THEN round(cost * 0.1, 2) ELSE 0 END
                AS discount,
            concat_ws(' ', r.first_name, r.last_name) AS rider_name,
            r.email AS rider_email, r.mobile AS rider_mobile,
            CASE WHEN d.id IS NOT NULL THEN concat_ws(' ', d.first_name, d.last_name) END AS driver_name,
            d.mobile AS driver_mobile, p.rating AS driver_rating,
            p.vehicle_number, p.vehicle_make, p.vehicle_model, p.fleet_admin_id,
            t.id AS type_id, t.name AS type_name, t.icon AS type_icon
        FROM (
            SELECT n, status, made, later, dice, other, shuffled,
                round((6 + other % 5000 / 100.0)::numeric, 2) AS cost,
                {people.first_rider} + dice % {made.riders_of(people)} AS rider_id,
                CASE WHEN status IN ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')
                        THEN {people.first_driver} + age - {waiting}
                    WHEN status IN ('PAID', 'COMPLETE') OR status = 'CANCELLED' AND dice % 3 = 0
                        THEN {people.first_driver} + other % {made.drivers_of(people)} END AS driver_id,
                (ARRAY['cash', 'cash', 'cash', 'cash', 'cash', 'cash', 'wallet', 'wallet', 'wallet', 'card'])
                    [1 + luck / 7 % 10] AS mode,
                CASE WHEN n = {made.middle} THEN '{RARE}' WHEN luck / 100 % 200 = 7 THEN '{MEDIUM}'
                    ELSE 'Street' || n * 31 % 997 END AS street,
                CASE WHEN luck / 30000 % 2 = 0 THEN '{COMMON}' ELSE 'Cowes' END AS town
            FROM (
                SELECT n, age, dice, other, luck, shuffled, n % 20 = 0 AS later,
                    now() - age * (interval '1 day' * {days} / {made.count}) AS made,
                    CASE WHEN age < {waiting} THEN 'NEW'
                        WHEN age < {made.active}
                            THEN (ARRAY['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'])[1 + age % 4]
                        WHEN age < {made.active + made.active // 4} THEN 'PAID'
                        WHEN luck % 20 < 3 THEN 'CANCELLED' ELSE 'COMPLETE' END AS status
                FROM (
                    SELECT n, {made.end - 1} - n AS age, n * 7919 % {25**5} AS shuffled,
                        hashint8extended(n, 1) & 2147483647 AS dice,
                        hashint8extended(n, 2) & 2147483647 AS other,
                        hashint8extended(n, 3) & 2147483647 AS luck
                    FROM generate_series({start}::bigint, {end - 1}) n
                ) numbers
            ) moments
        ) b
        JOIN accounts_user r ON r.id = b.rider_id
        LEFT JOIN accounts_user d ON d.id = b.driver_id
        LEFT JOIN accounts_driverprofile p ON p.user_id = b.driver_id
        LEFT JOIN fares_cartype t ON t.id = coalesce(p.car_type_id, (SELECT min(id) FROM fares_cartype))
    """
