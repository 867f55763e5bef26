"""Ids for a provider that has no look-up by id: the place itself, signed, so that nobody makes one up."""

from typing import Final

from django.core import signing

from apps.geo.port import LatLng, NoSuchPlace, Place

MAX_LENGTH: Final = 2000
_SALT: Final = "hansom.geo.place.1"


def signed_id(at: LatLng, description: str) -> str:
    """URL-safe text that holds the place."""
    fields = [round(at.lat, 7), round(at.lng, 7), description]
    return signing.Signer(salt=_SALT).sign_object(fields, compress=True)


def place_of_id(place_id: str) -> Place:
    """The place that an id of ours holds, else NoSuchPlace."""
    if len(place_id) > MAX_LENGTH:
        raise NoSuchPlace(place_id[:40])
    try:
        lat, lng, description = signing.Signer(salt=_SALT).unsign_object(place_id)
    except (signing.BadSignature, ValueError) as error:
        raise NoSuchPlace(place_id) from error
    return Place(place_id, description, LatLng(lat, lng))
