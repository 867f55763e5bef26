from itertools import pairwise

import pytest

from apps.geo.importer.coast import Frame, Line, land_and_sea

FRAME = Frame(0, 0, 10, 10)


def area(polygon: list[Line]) -> float:
    """Return the area of the outer ring without its holes."""

    def ring_area(ring: Line) -> float:
        return abs(sum(x * v - u * y for (x, y), (u, v) in pairwise(ring)) / 2)

    outer, *holes = polygon
    assert all(ring[0] == ring[-1] for ring in polygon)
    return ring_area(outer) - sum(map(ring_area, holes))


def areas(coast: list[Line]) -> tuple[float, float]:
    land, sea = land_and_sea(coast, FRAME)
    return sum(map(area, land)), sum(map(area, sea))


def test_without_a_coast_everything_is_land() -> None:
    assert areas([]) == (100, 0)


def test_island_in_pieces_is_in_the_sea() -> None:
    # Land is on the left: counter-clockwise.
    pieces: list[Line] = [[(4, 6), (4, 4)], [(6, 4), (6, 6)], [(4, 4), (6, 4)], [(6, 6), (4, 6)]]
    assert areas(pieces) == (4, 96)


def test_coast_from_edge_to_edge_divides_land_and_sea() -> None:
    # Northwards at x = 3 with the land on the left, in the west.
    assert areas([[(3, 0), (3, 10)]]) == pytest.approx((30, 70))
    assert areas([[(3, 10), (3, 0)]]) == pytest.approx((70, 30))


def test_coast_beyond_the_frame_is_clipped() -> None:
    assert areas([[(3, -5), (3, 5)], [(3, 5), (3, 15)]]) == pytest.approx((30, 70))


def test_coast_ending_within_the_frame_is_extended() -> None:
    assert areas([[(3, 1), (3, 9)]]) == pytest.approx((30, 70))


def test_strait_between_two_coasts_is_sea() -> None:
    # The south shore runs from east to west with the land south of it, the north shore from west to east.
    strait: list[Line] = [[(10, 4), (0, 4)], [(0, 6), (10, 6)]]
    land, sea = areas(strait)
    assert land == pytest.approx(80)
    assert sea == pytest.approx(20)


def test_cape_round_a_corner_is_land() -> None:
    # The land is in the south-west corner.
    assert areas([[(4, 0), (0, 4)]]) == pytest.approx((8, 92))


def test_island_off_a_clipped_coast_is_a_hole_in_the_sea() -> None:
    ring: Line = [(6, 4), (8, 4), (8, 6), (6, 6), (6, 4)]
    assert areas([[(3, 0), (3, 10)], ring]) == pytest.approx((34, 66))
