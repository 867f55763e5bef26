from typing import ClassVar

from django.contrib.postgres.indexes import GinIndex, GistIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import F, Func, Q, Value

from apps.geo.choices import PlaceKind
from apps.geo.fields import PointField, mercator_point
from apps.geo.models.region import MapRegion

SPOT = mercator_point(x=F("lng"), lat=F("lat"))


class Place(models.Model):
    """A destination: a house, street, POI, settlement or postcode.

    `folded` and `search_text` are lower case without accents, folded in Python (apps.geo.folding) at import
    as queries are, because the database has no extension for it.
    """

    id = models.CharField(primary_key=True, max_length=24)
    """Opaque, and the same for the object in the next import."""
    region = models.ForeignKey(MapRegion, on_delete=models.CASCADE, related_name="places")
    kind = models.CharField(max_length=8, choices=PlaceKind.choices)
    main_text = models.CharField(max_length=200)
    secondary_text = models.CharField(max_length=200, blank=True)
    house_number = models.CharField(max_length=30, blank=True)
    street = models.CharField(max_length=200, blank=True)
    city = models.CharField(max_length=120, blank=True)
    postcode = models.CharField(max_length=20, blank=True)
    importance = models.FloatField()
    """0 to 1: ranks equal matches."""
    lat = models.FloatField()
    lng = models.FloatField()
    folded = models.CharField(max_length=200)
    search_text = models.TextField()
    search = models.GeneratedField(
        # Folded words are used as they are: the text parser would treat some as hosts or fractions.
        expression=Func(
            Func(F("search_text"), Value(" "), function="string_to_array"), function="array_to_tsvector"
        ),
        output_field=SearchVectorField(),
        db_persist=True,
    )
    spot = models.GeneratedField(expression=SPOT, output_field=PointField(), db_persist=True)

    class Meta:
        indexes: ClassVar = [
            # Houses are most of the rows; searches without a number skip them.
            GinIndex(fields=["search"], condition=~Q(kind=PlaceKind.HOUSE), name="place_search_named"),
            GinIndex(fields=["search"], condition=Q(kind=PlaceKind.HOUSE), name="place_search_house"),
            GistIndex(
                fields=["spot"],
                condition=Q(kind__in=[PlaceKind.HOUSE, PlaceKind.POI]),
                name="place_spot_address",
            ),
            GistIndex(fields=["spot"], condition=Q(kind=PlaceKind.LOCALITY), name="place_spot_locality"),
        ]

    def __str__(self) -> str:
        return self.description

    @property
    def description(self) -> str:
        return f"{self.main_text}, {self.secondary_text}" if self.secondary_text else self.main_text


class StreetPoint(models.Model):
    """A point every few dozen metres of a street, for reverse look-ups."""

    street = models.ForeignKey(Place, on_delete=models.CASCADE, related_name="points", db_index=False)
    lat = models.FloatField()
    lng = models.FloatField()
    spot = models.GeneratedField(expression=SPOT, output_field=PointField(), db_persist=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["street"], name="street_point_street"),
            GistIndex(fields=["spot"], name="street_point_spot"),
        ]

    def __str__(self) -> str:
        return f"{self.street_id} {self.lat:.5f},{self.lng:.5f}"
