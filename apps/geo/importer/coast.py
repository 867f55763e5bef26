"""Land and sea from coastlines, which OpenStreetMap draws as lines with the land on their left.

Rings are islands. A coast that leaves the extract is cut at its frame, and the two ends are joined
along the frame, land on the left hand again: walking the frame counter-clockwise from where a coast
ends, the next coast to begin bounds the same land.
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

    def holds(self, at: Position) -> bool:
        return self.west <= at[0] <= self.east and self.south <= at[1] <= self.north

    def mile(self, at: Position) -> float:
        """How far along the frame a point on it lies: 0 to 4, counter-clockwise from the south-west."""
        x = (at[0] - self.west) / (self.east - self.west)
        y = (at[1] - self.south) / (self.north - self.south)
        distances = {y: 0 + x, 1 - x: 1 + y, 1 - y: 2 + (1 - x), x: 3 + (1 - y)}
        return distances[min(distances, key=abs)] % 4

    def pushed_out(self, at: Position) -> Position:
        """The point of the frame nearest to a point inside."""
        options = {
            at[0] - self.west: (self.west, at[1]),
            self.east - at[0]: (self.east, at[1]),
            at[1] - self.south: (at[0], self.south),
            self.north - at[1]: (at[0], self.north),
        }
        return options[min(options)]


class LandAndSea(NamedTuple):
    """Polygons, each a list of rings: the outer one first, then its holes."""

    land: list[list[Line]]
    sea: list[list[Line]]


def land_and_sea(coast: Sequence[Line], frame: Frame) -> LandAndSea:
    """Without any coast everything is land."""
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
    """Lines that follow one another, end to start, made one."""
    by_start = {line[0]: line for line in lines if len(line) > 1}
    ends = {line[-1] for line in by_start.values()}
    chains = []
    # Beginnings first: started in the middle, a chain would come in two.
    for start in sorted(by_start, key=lambda at: at in ends):
        if start not in by_start:
            continue
        chain = list(by_start.pop(start))
        while chain[0] != chain[-1] and chain[-1] in by_start:
            chain += by_start.pop(chain[-1])[1:]
        chains.append(chain)
    return chains


def _clipped(chain: Line, frame: Frame) -> list[Line]:
    """The stretches within the frame, each made to begin and end on it."""
    pieces: list[Line] = []
    piece: Line = []
    for here, there in pairwise(chain):
        if frame.holds(here) and not piece:
            piece = [frame.pushed_out(here), here]
        inside = frame.holds(there)
        if piece and inside:
            piece.append(there)
        elif piece:
            piece.append(_crossing(here, there, frame))
            pieces.append(piece)
            piece = []
        elif inside:
            piece = [_crossing(there, here, frame), there]
    if piece:
        pieces.append([*piece, frame.pushed_out(piece[-1])])
    return pieces


def _crossing(inside: Position, outside: Position, frame: Frame) -> Position:
    """Where a step leaves the frame."""
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
    """Rings of pieces joined counter-clockwise along the frame."""
    waiting = {frame.mile(piece[0]): piece for piece in pieces}
    rings = []
    while waiting:
        first = next(iter(waiting))
        ring = list(waiting.pop(first))
        while True:
            here = frame.mile(ring[-1])
            ahead = min([first, *waiting], key=lambda mile: (mile - here) % 4)
            ring += _corners_between(here, ahead, frame)
            if ahead == first:
                break
            ring += waiting.pop(ahead)
        rings.append([*ring, ring[0]])
    return rings


def _corners_between(here: float, ahead: float, frame: Frame) -> Line:
    segment = (ahead - here) % 4
    passed = [(number - here) % 4 for number in range(4)]
    order = sorted(range(4), key=lambda number: passed[number])
    return [frame.corners()[number] for number in order if 0 < passed[number] < segment]


def _signed_area(ring: Line) -> float:
    """Positive when the ring runs counter-clockwise."""
    return sum(x * v - u * y for (x, y), (u, v) in pairwise(ring)) / 2


def _is_inside(at: Position, ring: Line) -> bool:
    x, y = at
    inside = False
    for (ax, ay), (bx, by) in pairwise(ring):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside
