from django.db import models
from django.utils.translation import gettext_lazy as _


class PlaceKind(models.TextChoices):
    """The kind of a row of the place index."""

    HOUSE = "house", _("House")
    STREET = "street", _("Street")
    POI = "poi", _("Poi")
    LOCALITY = "locality", _("Locality")
    POSTCODE = "postcode", _("Postcode")
