"""The place index of an extract: houses, streets, POIs, settlements, postcodes."""

import csv
import gzip
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from apps.geo.choices import PlaceKind
from apps.geo.folding import fold
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.importer.addresses import AddressStyle
from apps.geo.importer.findings import SETTLEMENTS, Findings, Found, Spot, other_names, poi_importance
from apps.geo.importer.rows import PlaceRow
from apps.geo.importer.streets import Street, build_streets, street_grid
from apps.geo.importer.towns import Towns
from apps.geo.port import LatLng

PLACES: Final = "places.csv.gz"
STREET_POINTS: Final = "street_points.csv.gz"
SAME_POI_KM: Final = 0.25
SAME_SETTLEMENT_KM: Final = 2.0
NEAR_STREET_KM: Final = 0.06


class Gazetteer:
    """Converts findings to rows; `region` completes addresses without a postcode."""

    def __init__(self, findings: Findings, *, region: str, country: str) -> None:
        self._findings = findings
        self._region = region
        self._style = AddressStyle.of_country(country)
        self._towns = Towns(findings.settlements, findings.addresses)
        self.streets: list[Street] = build_streets(findings.streets, self._towns, region)
        self._street_grid = street_grid(self.streets)

    def rows(self) -> list[PlaceRow]:
        addresses = list(self._addresses())
        return [
            *self._settlements(),
            *(street.row for street in self.streets),
            *self._pois(),
            *self._postcodes(addresses),
            *addresses,
        ]

    def center(self) -> Spot:
        """Return the centre of the settlement with the most streets, by rank if equal."""
        streets = Counter(fold(street.row.city) for street in self.streets)
        towns = [found for found in self._findings.settlements if found.tags["place"] != "locality"]
        if towns:
            return max(
                towns, key=lambda found: (streets[fold(found.tags["name"])], SETTLEMENTS[found.tags["place"]])
            ).spot
        spots = sorted(street.row.spot for street in self.streets)
        return spots[len(spots) // 2]

    def _settlements(self) -> Iterator[PlaceRow]:
        seen = _SeenNames()
        ranked = sorted(self._findings.settlements, key=lambda found: -SETTLEMENTS[found.tags["place"]])
        for found in ranked:
            name, place = found.tags["name"], found.tags["place"]
            if seen.is_seen_near(name, found.spot, SAME_SETTLEMENT_KM):
                continue
            town = "" if place in ("city", "town", "island") else self._towns.at(found.spot)
            lines = [town if fold(town) != fold(name) else "", self._region]
            yield PlaceRow(
                key=found.key,
                kind=PlaceKind.LOCALITY,
                main_text=name,
                secondary_text=", ".join(line for line in lines if line and fold(line) != fold(name)),
                importance=SETTLEMENTS[place],
                spot=found.spot,
                city=town or name,
                also=other_names(found.tags),
            )

    def _pois(self) -> Iterator[PlaceRow]:
        """Yield named objects; nearby ones of the same name are one object mapped twice."""
        seen = _SeenNames()
        ranked = sorted(self._findings.pois, key=lambda found: -(poi_importance(found.tags) or 0))
        for found in ranked:
            name = found.tags["name"]
            if seen.is_seen_near(name, found.spot, SAME_POI_KM):
                continue
            yield self._named(found, name, poi_importance(found.tags) or 0.0)

    def _addresses(self) -> Iterator[PlaceRow]:
        """Yield numbered houses once each, and named ones unless a POI has the name."""
        pois = {fold(found.tags["name"]) for found in self._findings.pois}
        seen: set[tuple[str, str, str]] = set()
        for found in self._findings.addresses:
            number, house = found.tags.get("addr:housenumber", ""), found.tags.get("addr:housename", "")
            street = self._street_of(found)
            city = self._towns.of_address(found)
            identity = (fold(number or house), fold(street), fold(city))
            if identity in seen:
                continue
            seen.add(identity)
            if not number:
                if fold(house) not in pois:
                    yield self._named(found, house, 0.3)
                continue
            postcode = found.tags.get("addr:postcode", "")
            yield PlaceRow(
                key=found.key,
                kind=PlaceKind.HOUSE,
                main_text=self._style.street_line(number, street),
                secondary_text=self._style.town_line(city, postcode) or self._region,
                importance=0.35,
                spot=found.spot,
                house_number=number,
                street=street,
                city=city,
                postcode=postcode,
                also=f"{house} {self._region}",
            )

    def _named(self, found: Found, name: str, importance: float) -> PlaceRow:
        street = self._style.street_line(found.tags.get("addr:housenumber", ""), self._street_of(found))
        city, postcode = self._towns.of_address(found), found.tags.get("addr:postcode", "")
        lines = [street, self._style.town_line(city, postcode) or self._region]
        return PlaceRow(
            key=f"{found.key}:{fold(name)}",
            kind=PlaceKind.POI,
            main_text=name,
            secondary_text=", ".join(line for line in lines if line and fold(line) != fold(name)),
            importance=importance,
            spot=found.spot,
            street=street,
            city=city,
            postcode=postcode,
            also=f"{other_names(found.tags)} {self._region}",
        )

    def _postcodes(self, addresses: Sequence[PlaceRow]) -> Iterator[PlaceRow]:
        """Yield each postcode at the mean of its houses."""
        houses: defaultdict[str, list[PlaceRow]] = defaultdict(list)
        for row in addresses:
            if row.postcode:
                houses[fold(row.postcode).replace(" ", "")].append(row)
        for code, rows in houses.items():
            (city, _), *_ = Counter(row.city for row in rows).most_common(1)
            yield PlaceRow(
                key=code,
                kind=PlaceKind.POSTCODE,
                main_text=rows[0].postcode,
                secondary_text=", ".join(part for part in (city, self._region) if part),
                importance=0.5,
                spot=_mean([row.spot for row in rows]),
                city=city,
                postcode=rows[0].postcode,
            )

    def _street_of(self, found: Found) -> str:
        tagged = found.tags.get("addr:street") or found.tags.get("addr:place")
        if tagged:
            return tagged
        nearest = min(
            self._street_grid.near(found.spot, NEAR_STREET_KM), key=lambda hit: hit[0], default=None
        )
        return nearest[1].street if nearest else ""


def write_places(path: Path, rows: Iterable[PlaceRow]) -> int:
    """Write rows of COLUMNS without a header and return their number."""
    ids: set[str] = set()
    with gzip.open(path, "wt", newline="", compresslevel=4) as file:
        writer = csv.writer(file, lineterminator="\n")
        for row in rows:
            if row.id not in ids:
                ids.add(row.id)
                writer.writerow(row.columns())
    return len(ids)


def write_street_points(path: Path, streets: Iterable[Street]) -> None:
    """Write street id, latitude and longitude."""
    with gzip.open(path, "wt", newline="", compresslevel=4) as file:
        writer = csv.writer(file, lineterminator="\n")
        for street in streets:
            for lat, lng in street.points:
                writer.writerow((street.row.id, f"{lat:.5f}", f"{lng:.5f}"))


class _SeenNames:
    """The objects seen so far, by name."""

    def __init__(self) -> None:
        self._spots: defaultdict[str, list[LatLng]] = defaultdict(list)

    def is_seen_near(self, name: str, spot: Spot, km: float) -> bool:
        """Return whether the name was seen nearby; otherwise store this one."""
        spots, position = self._spots[fold(name)], LatLng(*spot)
        if any(great_circle_km(position, other) <= km for other in spots):
            return True
        spots.append(position)
        return False


def _mean(spots: Sequence[Spot]) -> Spot:
    return sum(lat for lat, _ in spots) / len(spots), sum(lng for _, lng in spots) / len(spots)
