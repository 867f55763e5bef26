"""Place ids for a provider without look-up by id: they contain the place and are signed."""

from typing import Final

from django.core import signing

from apps.geo.port import LatLng, NoSuchPlace, Place

MAX_LENGTH: Final = 2000
_SALT: Final = "hansom.geo.place.1"


def signed_id(at: LatLng, description: str) -> str:
    """Return URL-safe text that contains the place."""
    fields = [round(at.lat, 7), round(at.lng, 7), description]
    return signing.Signer(salt=_SALT).sign_object(fields, compress=True)


def place_of_id(place_id: str) -> Place:
    """Return the place of one of our ids. Raises NoSuchPlace."""
    if len(place_id) > MAX_LENGTH:
        raise NoSuchPlace(place_id[:40])
    try:
        lat, lng, description = signing.Signer(salt=_SALT).unsign_object(place_id)
    except (signing.BadSignature, ValueError) as error:
        raise NoSuchPlace(place_id) from error
    return Place(place_id, description, LatLng(lat, lng))
