from decimal import Decimal

from apps.bookings.choices import DistanceSource
from apps.bookings.state_machine.transitions import TripMeasurement

MEASUREMENT = TripMeasurement(
    distance_km=Decimal("7.500"),
    distance_source=DistanceSource.MULTI_WAYPOINT,
    drop_lat=50.76,
    drop_lng=-1.30,
    drop_add="The Parade, Cowes",
)
