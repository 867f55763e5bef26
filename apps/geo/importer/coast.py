"""Land and sea polygons from coastlines, which have the land on their left in OpenStreetMap.

Rings are islands. A coast that leaves the extract is clipped at its frame, and the ends are joined along the
frame with the land on the left: counter-clockwise from the end of a coast, the next coast that starts bounds
the same land.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

Position = tuple[float, float]
Line = list[Position]


class Frame(NamedTuple):
    west: float
    south: float
    east: float
    north: float

    def corners(self) -> Line:
        return [
            (self.west, self.south),
            (self.east, self.south),
            (self.east, self.north),
            (self.west, self.north),
        ]

    def contains(self, at: Position) -> bool:
        return self.west <= at[0] <= self.east and self.south <= at[1] <= self.north

    def position_of(self, at: Position) -> float:
        """Return the position along the frame: 0 to 4, counter-clockwise from the south-west."""
        x = (at[0] - self.west) / (self.east - self.west)
        y = (at[1] - self.south) / (self.north - self.south)
        distances = {y: 0 + x, 1 - x: 1 + y, 1 - y: 2 + (1 - x), x: 3 + (1 - y)}
        return distances[min(distances, key=abs)] % 4

    def nearest_edge_point(self, at: Position) -> Position:
        """Return the point of the frame nearest to a point inside."""
        options = {
            at[0] - self.west: (self.west, at[1]),
            self.east - at[0]: (self.east, at[1]),
            at[1] - self.south: (at[0], self.south),
            self.north - at[1]: (at[0], self.north),
        }
        return options[min(options)]


class LandAndSea(NamedTuple):
    """Polygons as lists of rings: the outer one first, then its holes."""

    land: list[list[Line]]
    sea: list[list[Line]]


def land_and_sea(coast: Sequence[Line], frame: Frame) -> LandAndSea:
    """Return the polygons; without a coast everything is land."""
    chains = _joined(coast)
    rings = [chain for chain in chains if chain[0] == chain[-1] and len(chain) > 3]
    islands = [ring for ring in rings if _signed_area(ring) > 0]
    lagoons = [ring for ring in rings if _signed_area(ring) < 0]
    cut = [piece for chain in chains if chain[0] != chain[-1] for piece in _clipped(chain, frame)]
    whole = [*frame.corners(), frame.corners()[0]]
    if cut:
        land = [[ring] for ring in _closed_along(cut, frame)]
        sea = [[ring] for ring in _closed_along([piece[::-1] for piece in cut], frame)]
    else:
        land = [] if islands else [[whole]]
        sea = [[whole]] if islands else []
    for polygon in sea:
        polygon.extend(island for island in islands if _is_inside(island[0], polygon[0]))
    land.extend([island] for island in islands)
    sea.extend([lagoon[::-1]] for lagoon in lagoons)
    return LandAndSea(land, sea)


def _joined(lines: Sequence[Line]) -> list[Line]:
    """Join lines that follow each other."""
    by_start = {line[0]: line for line in lines if len(line) > 1}
    ends = {line[-1] for line in by_start.values()}
    chains = []
    # Chain starts first: a chain started in the middle would be split.
    for start in sorted(by_start, key=lambda at: at in ends):
        if start not in by_start:
            continue
        chain = list(by_start.pop(start))
        while chain[0] != chain[-1] and chain[-1] in by_start:
            chain += by_start.pop(chain[-1])[1:]
        chains.append(chain)
    return chains


def _clipped(chain: Line, frame: Frame) -> list[Line]:
    """Return the parts within the frame, each starting and ending on it."""
    pieces: list[Line] = []
    piece: Line = []
    for start, end in pairwise(chain):
        if frame.contains(start) and not piece:
            piece = [frame.nearest_edge_point(start), start]
        inside = frame.contains(end)
        if piece and inside:
            piece.append(end)
        elif piece:
            piece.append(_crossing(start, end, frame))
            pieces.append(piece)
            piece = []
        elif inside:
            piece = [_crossing(end, start, frame), end]
    if piece:
        pieces.append([*piece, frame.nearest_edge_point(piece[-1])])
    return pieces


def _crossing(inside: Position, outside: Position, frame: Frame) -> Position:
    """Return where a segment leaves the frame."""
    share = 1.0
    for axis, low, high in ((0, frame.west, frame.east), (1, frame.south, frame.north)):
        step = outside[axis] - inside[axis]
        if outside[axis] > high:
            share = min(share, (high - inside[axis]) / step)
        elif outside[axis] < low:
            share = min(share, (low - inside[axis]) / step)
    return (
        min(max(inside[0] + share * (outside[0] - inside[0]), frame.west), frame.east),
        min(max(inside[1] + share * (outside[1] - inside[1]), frame.south), frame.north),
    )


def _closed_along(pieces: Sequence[Line], frame: Frame) -> list[Line]:
    """Join pieces to rings, counter-clockwise along the frame."""
    waiting = {frame.position_of(piece[0]): piece for piece in pieces}
    rings = []
    while waiting:
        first = next(iter(waiting))
        ring = list(waiting.pop(first))
        while True:
            start = frame.position_of(ring[-1])
            following = min([first, *waiting], key=lambda position: (position - start) % 4)
            ring += _corners_between(start, following, frame)
            if following == first:
                break
            ring += waiting.pop(following)
        rings.append([*ring, ring[0]])
    return rings


def _corners_between(start: float, following: float, frame: Frame) -> Line:
    segment = (following - start) % 4
    passed = [(number - start) % 4 for number in range(4)]
    order = sorted(range(4), key=lambda number: passed[number])
    return [frame.corners()[number] for number in order if 0 < passed[number] < segment]


def _signed_area(ring: Line) -> float:
    """Return the area, positive for a counter-clockwise ring."""
    return sum(x * v - u * y for (x, y), (u, v) in pairwise(ring)) / 2


def _is_inside(at: Position, ring: Line) -> bool:
    x, y = at
    inside = False
    for (ax, ay), (bx, by) in pairwise(ring):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside
