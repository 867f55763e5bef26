"""Places that a person goes to."""

from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import SavedAddress, User
from apps.core.errors import BadInput, NotFound
from apps.core.platform import platform_settings
from apps.geo.geometry import great_circle_km
from apps.geo.port import LatLng

MATCH_RADIUS: Final = 0.1
"""Units of distance (km, or miles with convert_to_mile) within which two addresses are one."""
KM_A_MILE: Final = 1.609344
DESCRIPTION_LENGTH: Final = 300
MAX_ADDRESSES: Final = 50
"""How many someone may add by hand; trips go on adding where they end."""


@transaction.atomic
def add_saved_address(*, user_id: int, lat: float, lng: float, description: str) -> SavedAddress:
    """Count a visit: to the saved address within the match radius, or to a new one."""
    # Two trips that end at once wait for each other here; a foreign key's own lock stays possible.
    User.objects.select_for_update(no_key=True).only("pk").get(pk=user_id)
    spot = LatLng(lat, lng)
    radius_km = MATCH_RADIUS * (KM_A_MILE if platform_settings().convert_to_mile else 1)
    nearest, distance_km = None, radius_km
    for address in SavedAddress.objects.filter(user_id=user_id).order_by("-count", "id"):
        away_km = great_circle_km(spot, LatLng(address.lat, address.lng))
        if away_km <= radius_km and (nearest is None or away_km < distance_km):
            nearest, distance_km = address, away_km
    if nearest is None:
        return SavedAddress.objects.create(
            user_id=user_id, lat=lat, lng=lng, description=description[:DESCRIPTION_LENGTH]
        )
    nearest.count += 1
    nearest.save(update_fields=["count"])
    return nearest


@transaction.atomic
def save_address(*, user_id: int, lat: float, lng: float, description: str) -> SavedAddress:
    """Add an address by hand, beside whatever is near it. Raises BadInput too_many_addresses, invalid."""
    description = _checked(description)
    User.objects.select_for_update(no_key=True).only("pk").get(pk=user_id)
    if SavedAddress.objects.filter(user_id=user_id).count() >= MAX_ADDRESSES:
        raise BadInput("too_many_addresses", _("You already have 50 saved addresses. Delete one first."))
    return SavedAddress.objects.create(user_id=user_id, lat=lat, lng=lng, description=description)


@transaction.atomic
def rename_address(*, user_id: int, address_id: int, description: str) -> SavedAddress:
    """Call an address something else. Raises NotFound for someone else's, BadInput invalid."""
    address = _own(user_id, address_id)
    address.description = _checked(description)
    address.save(update_fields=["description"])
    return address


@transaction.atomic
def delete_address(*, user_id: int, address_id: int) -> None:
    """Forget an address. Raises NotFound for someone else's."""
    _own(user_id, address_id).delete()


def _own(user_id: int, address_id: int) -> SavedAddress:
    address = SavedAddress.objects.select_for_update().filter(user_id=user_id, pk=address_id).first()
    if address is None:
        raise NotFound("not_found", _("Not found."))
    return address


def _checked(description: str) -> str:
    description = description.strip()
    if not description:
        sentence = _("Enter a name for this place.")
        raise BadInput("invalid", _("Some values aren't allowed."), fields={"description": sentence})
    return description
