"""The names of this app's tables and columns in the Django admin."""

from django.utils.translation import gettext_lazy as _

from apps.core.django_admin.labels import name_model
from apps.geo.models import (
    DriverPosition,
    MapRegion,
    Place,
    StreetPoint,
)

name_model(
    DriverPosition,
    _("driver position"),
    _("driver positions"),
    driver=_("Driver"),
    car_type_id=_("Car type"),
    fleet_admin_id=_("Fleet admin"),
    lat=_("Latitude"),
    lng=_("Longitude"),
    heading=_("Heading (degrees)"),
    speed=_("Speed"),
    at=_("Time"),
    received_at=_("Received"),
    online=_("Online"),
    free=_("Available"),
    fit_until=_("Documents valid until"),
)

name_model(
    MapRegion,
    _("map region"),
    _("map regions"),
    name=_("Name"),
    extract_sha256=_("Checksum of the map file"),
    version=_("Version"),
    west=_("West"),
    south=_("South"),
    east=_("East"),
    north=_("North"),
    center_lat=_("Center latitude"),
    center_lng=_("Center longitude"),
    place_count=_("Places"),
    country=_("Country"),
    current=_("In use"),
    imported_at=_("Imported"),
)

name_model(
    Place,
    _("place"),
    _("places"),
    region=_("Map region"),
    kind=_("Type"),
    main_text=_("First line"),
    secondary_text=_("Second line"),
    house_number=_("House number"),
    street=_("Street"),
    city=_("City"),
    postcode=_("Postal code"),
    importance=_("Importance"),
    lat=_("Latitude"),
    lng=_("Longitude"),
    folded=_("Simplified name"),
    search_text=_("Search text"),
)

name_model(
    StreetPoint,
    _("street point"),
    _("street points"),
    street=_("Street"),
    lat=_("Latitude"),
    lng=_("Longitude"),
)
