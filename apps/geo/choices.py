from django.db import models


class PlaceKind(models.TextChoices):
    """What a row of the place index is."""

    HOUSE = "house"
    STREET = "street"
    POI = "poi"
    LOCALITY = "locality"
    POSTCODE = "postcode"
