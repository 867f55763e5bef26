"""What the relay reads about bookings for the metrics."""

from typing import Final

# By the index booking_waiting. A scheduled booking is late from its trip date on.
WAITING: Final = """
SELECT metric, '', value FROM (
    SELECT count(*)::float8 AS bookings,
           coalesce(
               extract(epoch FROM now() - min(greatest(trip_date, redispatched_at))), 0
           )::float8 AS oldest
    FROM bookings_booking WHERE status = 'NEW' AND trip_date <= now()
) AS waiting, LATERAL (
    VALUES ('hansom_bookings_waiting', bookings), ('hansom_booking_waiting_oldest_seconds', oldest)
) AS figure (metric, value)
"""
