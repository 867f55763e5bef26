"""Saved addresses."""

from typing import Any, Final, NamedTuple

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import SavedAddress, User
from apps.core.errors import BadInput, NotFound
from apps.core.platform import platform_settings
from apps.core.postgres import prepared_cursor
from apps.geo.geometry.sphere import EARTH_RADIUS_KM

MATCH_RADIUS: Final = 0.1
"""Distance (km, or miles with convert_to_mile) within which two addresses count as one."""
KM_PER_MILE: Final = 1.609344
DESCRIPTION_LENGTH: Final = 300
MAX_ADDRESSES: Final = 50
"""Limit for addresses saved by hand; trips add more."""

TABLE: Final = SavedAddress._meta.db_table
# The great-circle distance as in geo.geometry.sphere.
NEAREST: Final = f"""
SELECT id FROM (
    SELECT id, count, {2 * EARTH_RADIUS_KM} * asin(sqrt(least(1.0,
        sin(radians(lat - %s::float8) / 2) ^ 2
        + cos(radians(%s::float8)) * cos(radians(lat)) * sin(radians(lng - %s::float8) / 2) ^ 2
    ))) AS away_km FROM {TABLE} WHERE user_id = %s
) AS own WHERE away_km <= %s ORDER BY away_km, count DESC, id LIMIT 1
"""  # noqa: S608
LOCK: Final = f"SELECT FROM {User._meta.db_table} WHERE id = %s FOR NO KEY UPDATE"
VISIT: Final = f"UPDATE {TABLE} SET count = count + 1 WHERE id = (SELECT id FROM address)"  # noqa: S608
SAVE: Final = f"""
INSERT INTO {TABLE} (user_id, description, lat, lng, count)
SELECT %s::bigint, %s, %s::float8, %s::float8, 1 WHERE NOT EXISTS (SELECT FROM address)
"""  # noqa: S608


class Part(NamedTuple):
    """A part of the statement: the name under which later parts read it, the SQL and its parameters."""

    name: str
    statement: str
    params: list[Any]


def visited_address(*, user_id: int, lat: float, lng: float, description: str) -> list[Part]:
    """Return the parts of a statement that counts a visit to the nearest saved address within the match
    radius, or saves a new one.

    Locks the user until the end of the transaction: trips that end at once are counted one after the other.
    """
    # In a statement of its own, because a statement does not see what was committed while it waited. NO KEY
    # still allows locks of foreign keys.
    with prepared_cursor() as cursor:
        cursor.execute(LOCK, [user_id])
    radius_km = MATCH_RADIUS * (KM_PER_MILE if platform_settings().convert_to_mile else 1)
    return [
        Part("address", NEAREST, [lat, lat, lng, user_id, radius_km]),
        Part("visited", VISIT, []),
        Part("saved_address", SAVE, [user_id, description[:DESCRIPTION_LENGTH], lat, lng]),
    ]


@transaction.atomic
def save_address(*, user_id: int, lat: float, lng: float, description: str) -> SavedAddress:
    """Save an address by hand, even near another one. Raises BadInput too_many_addresses, invalid."""
    description = _checked(description)
    User.objects.select_for_update(no_key=True).only("pk").get(pk=user_id)
    if SavedAddress.objects.filter(user_id=user_id).count() >= MAX_ADDRESSES:
        raise BadInput("too_many_addresses", _("You already have 50 saved addresses. Delete one first."))
    return SavedAddress.objects.create(user_id=user_id, lat=lat, lng=lng, description=description)


@transaction.atomic
def rename_address(*, user_id: int, address_id: int, description: str) -> SavedAddress:
    """Rename an address. Raises NotFound if it is not the user's, BadInput invalid."""
    address = _own(user_id, address_id)
    address.description = _checked(description)
    address.save(update_fields=["description"])
    return address


@transaction.atomic
def delete_address(*, user_id: int, address_id: int) -> None:
    """Delete an address. Raises NotFound if it is not the user's."""
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
