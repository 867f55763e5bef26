from django.db import models


class PlaceKind(models.TextChoices):
    """The kind of a row of the place index."""

    HOUSE = "house"
    STREET = "street"
    POI = "poi"
    LOCALITY = "locality"
    POSTCODE = "postcode"
