"""The simulated cities: their streets, how many trips riders want in each hour, and how many cars drive."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from apps.bookings.comparison.road_times import RoadTimes, grid_road_times, map_road_times
from apps.geo.port import Routing

EVENING: Final = (0.7, 0.9, 1.3, 1.2, 1.0, 0.8)
"""How much more or less than the average riders book in each hour, again and again: 3 to 9 in the evening."""


@dataclass(frozen=True, slots=True)
class City:
    name: str
    title: str
    trips_per_hour: float
    cars: int
    radius_km: float
    """How far from the map's centre the streets are; 0 for the street grid."""
    places: int
    hot_spots: int
    """The places where half of the trips start: stations, squares, bars."""
    driver_radius_km: float = 10.0


CITIES: Final = {
    city.name: city
    for city in (
        City("demo", "the demo city: roads within 12 km of Newport", 60, 34, 12.0, 360, 8),
        City("dense", "its densest part: roads within 5 km of Newport", 300, 100, 5.0, 360, 12),
        City("grid", "a generated street grid with a river", 200, 60, 0.0, 0, 10),
    )
}


def road_times_of(city: City, *, map_dir: Path, routing: Routing) -> RoadTimes:
    """Return the road times of the city. Raises RoadTimesError."""
    if city.radius_km == 0:
        return grid_road_times()
    return map_road_times(map_dir, routing, radius_km=city.radius_km, count=city.places)
