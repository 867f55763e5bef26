"""Writes the register's entry of a dispatch, in the statement that accepts it."""

from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from django.db import connection
from django.db.models import Max

from apps.accounts.models import DriverDocument, DriverProfile, User
from apps.bookings.models import Booking, BookingEvent, BookingStop, Offer, RegisterEntry
from apps.bookings.state_machine.transitions import TransitionContext
from apps.bookings.trip.stops import outward_of
from apps.fleet.models import Vehicle, VehicleAssignment

Kind, State = DriverDocument.Kind, DriverDocument.State

_COLUMNS: Final = """
    (booking_id, version, accepted_at, offered_at, booked_by_id, dispatched_by_id, driver_id, driver_name,
     driver_licence, vehicle_number, vehicle_licence, vehicle_make, vehicle_model, vehicle_colour, pickup_add,
     drop_add, fare, passengers, luggage, children, child_seats,
     return_wait_minutes, hire_minutes)
SELECT dispatch.booking_id, dispatch.version, dispatch.accepted_at, dispatch.offered_at, taken.actor_id,
       sent.actor_id, dispatch.driver_id, dispatch.driver_name, coalesce(licence.number, ''),
       dispatch.vehicle_number, coalesce(vehicle.licence_number, ''), dispatch.vehicle_make,
       dispatch.vehicle_model, coalesce(vehicle.colour, ''), dispatch.pickup_add, dispatch.drop_add,
       dispatch.fare, dispatch.passengers, dispatch.luggage, dispatch.children, dispatch.child_seats,
       dispatch.return_wait_minutes, dispatch.hire_minutes
"""
_JOINS: Final = f"""
LEFT JOIN LATERAL (
    SELECT actor_id FROM {BookingEvent._meta.db_table} AS event
    WHERE event.booking_id = dispatch.booking_id AND event.version = 1 AND actor_id <> dispatch.customer_id
) AS taken ON true
LEFT JOIN LATERAL (
    SELECT actor_id FROM {BookingEvent._meta.db_table} AS event
    WHERE event.booking_id = dispatch.booking_id AND event.version < dispatch.version
    AND data -> 'drivers' @> to_jsonb(dispatch.driver_id)
    ORDER BY event.version DESC LIMIT 1
) AS sent ON true
LEFT JOIN LATERAL (
    SELECT number FROM {DriverDocument._meta.db_table} AS document
    WHERE document.driver_id = dispatch.driver_id AND number <> ''
    AND state <> '{State.REFUSED.value}' AND kind IN ('{Kind.PERMIT.value}', '{Kind.LICENSE.value}')
    ORDER BY state = '{State.ACCEPTED.value}' DESC, kind = '{Kind.PERMIT.value}' DESC, document.id DESC
    LIMIT 1
) AS licence ON true
LEFT JOIN LATERAL (
    SELECT licence_number, colour FROM {VehicleAssignment._meta.db_table} AS assignment
    JOIN {Vehicle._meta.db_table} AS car ON car.id = assignment.vehicle_id
    WHERE assignment.driver_id = dispatch.driver_id AND assignment.in_force
) AS vehicle ON true
"""  # noqa: S608  # only names of tables and constants
INSERT: Final = f"""
INSERT INTO {RegisterEntry._meta.db_table} {_COLUMNS}
FROM (SELECT %s::bigint AS booking_id, %s::integer AS version, %s::timestamptz AS accepted_at,
             %s::timestamptz AS offered_at, %s::bigint AS customer_id, %s::bigint AS driver_id,
             %s::text AS driver_name, %s::text AS vehicle_number, %s::text AS vehicle_make,
             %s::text AS vehicle_model, %s::text AS pickup_add, %s::text AS drop_add, %s::numeric AS fare,
             %s::smallint AS passengers, %s::smallint AS luggage,
             %s::smallint AS children, %s::smallint AS child_seats,
             %s::smallint AS return_wait_minutes, %s::smallint AS hire_minutes
     ) AS dispatch
{_JOINS}
"""
FILL: Final = f"""
INSERT INTO {RegisterEntry._meta.db_table} {_COLUMNS}
FROM (
    SELECT booking.id AS booking_id, event.version, event.at AS accepted_at,
           coalesce(offer.offered_at, event.at) AS offered_at, booking.customer_id,
           event.actor_id AS driver_id,
           CASE WHEN is_last THEN booking.driver_name
                ELSE trim(concat(person.first_name, ' ', person.last_name)) END AS driver_name,
           CASE WHEN is_last THEN booking.vehicle_number ELSE coalesce(profile.vehicle_number, '')
           END AS vehicle_number,
           CASE WHEN is_last THEN booking.vehicle_make ELSE coalesce(profile.vehicle_make, '')
           END AS vehicle_make,
           CASE WHEN is_last THEN booking.vehicle_model ELSE coalesce(profile.vehicle_model, '')
           END AS vehicle_model,
           booking.pickup_add,
           CASE WHEN booking.hire_minutes IS NOT NULL THEN ''
                WHEN booking.return_wait_minutes IS NULL THEN booking.drop_add
                ELSE coalesce(turn.add, booking.drop_add) END AS drop_add,
           booking.estimate AS fare, booking.passengers, booking.luggage,
           booking.children, booking.child_seats, booking.return_wait_minutes, booking.hire_minutes
    FROM {BookingEvent._meta.db_table} AS event
    JOIN {Booking._meta.db_table} AS booking ON booking.id = event.booking_id
    JOIN {User._meta.db_table} AS person ON person.id = event.actor_id
    LEFT JOIN {DriverProfile._meta.db_table} AS profile ON profile.user_id = event.actor_id
    LEFT JOIN LATERAL (
        SELECT offered_at FROM {Offer._meta.db_table} AS offer
        WHERE offer.booking_id = booking.id AND offer.driver_id = event.actor_id AND offered_at <= event.at
        ORDER BY offered_at DESC LIMIT 1
    ) AS offer ON true
    LEFT JOIN {BookingStop._meta.db_table} AS turn
        ON turn.booking_id = booking.id AND turn.position = booking.stop_count
        AND booking.return_wait_minutes IS NOT NULL
    CROSS JOIN LATERAL (SELECT coalesce(booking.driver_id = event.actor_id, false) AS is_last) AS whose
    WHERE event.name = 'accept' AND event.booking_id BETWEEN %s AND %s
) AS dispatch
{_JOINS}
ON CONFLICT (booking_id, version) DO NOTHING
"""  # noqa: S608  # only names of tables and constants
BATCH: Final = 10_000


def record_in_register(context: TransitionContext) -> None:
    """Add the dispatch to the register, with the licences of the driver and the vehicle."""
    booking, offer = context.booking, context.offer
    assert offer is not None, "the guard found the driver's offer"
    context.writes.add(INSERT, _values(context, offered_at=offer.offered_at, fare=booking.trip_cost))


def record_street_trip(context: TransitionContext) -> None:
    """Add a street trip to the register: taken and started by the driver, without an agreed fare."""
    booking = context.booking
    context.writes.add(INSERT, _values(context, offered_at=context.at, fare=booking.estimate))


def _values(context: TransitionContext, *, offered_at: datetime, fare: Decimal) -> list[Any]:
    booking = context.booking
    return [
        *(booking.pk, booking.version + 1, context.at, offered_at, booking.customer_id),
        *(booking.driver_id, booking.driver_name),
        *(booking.vehicle_number, booking.vehicle_make, booking.vehicle_model),
        # Of a round trip, the place where it turns.
        booking.pickup_add,
        outward_of(booking)[0].add if booking.is_round_trip else booking.drop_add,
        fare,
        *(booking.passengers, booking.luggage, booking.children, booking.child_seats),
        booking.return_wait_minutes,
        booking.hire_minutes,
    ]


def fill_register() -> int:
    """Add the entries of dispatches from before the register, and return their number.

    They show the licences that are on file now, and a driver who left a booking with the current vehicle.
    """
    added = 0
    last = Booking.objects.aggregate(last=Max("pk"))["last"] or 0
    for first in range(1, last + 1, BATCH):
        with connection.cursor() as cursor:
            cursor.execute(FILL, [first, first + BATCH - 1])
            added += cursor.rowcount
    return added
