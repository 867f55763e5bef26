"""Edits of car types by admins: each is validated, audited and published."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from django.core.files.uploadedfile import UploadedFile
from django.db import connection, transaction
from django.db.models.functions import Upper
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core import audit
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict, NotFound
from apps.core.files.stored_files import delete_file_after_commit, store_file
from apps.core.files.uploads import PICTURE, clean_image
from apps.core.media import PUBLIC
from apps.core.outbox import events
from apps.core.platform import platform_settings
from apps.fares.car_types.delete_guards import is_in_use
from apps.fares.car_types.offered import clear_offered_car_types
from apps.fares.choices import FeeType
from apps.fares.models import CancelSlab, CarType, ParcelOption, ParcelType
from apps.fares.models.car_type import car_image_name

KIND: Final = "car_type"
COLUMNS: Final = (
    "name",
    "icon",
    "base_fare",
    "rate_per_unit_distance",
    "rate_per_hour",
    "min_fare",
    "convenience_fees",
    "convenience_fee_type",
    "extra_info",
    "app_category",
    "seats",
    "luggage",
)
_ORDER_LOCK: Final = 5_270_004
"""The advisory lock of the order: two parallel moves could assign the same position."""
_NAMES_LOCK: Final = 5_270_007
"""The advisory lock of the names: two parallel edits could save the same name. Taken after the row locks."""


@transaction.atomic
def add_car_type(*, by: User, **fields: Any) -> CarType:
    """Add a car type at the end of the list.

    Raises BadInput car_type_exists, invalid.
    """
    _lock_order()
    car_type = CarType(position=_store_positions(_ids_in_order()))
    _fill(car_type, fields)
    car_type.save()
    _write_sub_tables(car_type, fields)
    after = snapshot(car_type)
    audit.record(by=by, action="added", kind=KIND, target_id=car_type.pk, label=car_type.name, after=after)
    _publish_change()
    return car_type


@transaction.atomic
def change_car_type(*, by: User, car_type_id: int, **changes: Any) -> CarType:
    """Change a car type; existing bookings and quotes keep their price.

    A given sub-table replaces the stored one. Raises Forbidden demo_mode, NotFound, BadInput car_type_exists,
    invalid.
    """
    require_critical_edits(platform_settings())
    car_type = _locked(car_type_id)
    before = snapshot(car_type)
    _fill(car_type, changes)
    car_type.save()
    _write_sub_tables(car_type, changes)
    _record_difference(car_type, by, before)
    return car_type


@transaction.atomic
def delete_car_type(*, by: User, car_type_id: int) -> None:
    """Delete a car type; past bookings keep its name.

    Raises Forbidden demo_mode, NotFound, Conflict car_type_in_use while drivers have it or a booking is open.
    """
    require_critical_edits(platform_settings())
    car_type = _locked(car_type_id)
    if is_in_use(car_type_id):
        raise Conflict("car_type_in_use", _("Drivers or open bookings still use this car type."))
    audit.record(
        by=by,
        action="deleted",
        kind=KIND,
        target_id=car_type.pk,
        label=car_type.name,
        before=snapshot(car_type),
    )
    delete_file_after_commit(PUBLIC, car_type.image.name or "")
    car_type.delete()
    _lock_order()
    _store_positions(_ids_in_order())
    _publish_change()


@transaction.atomic
def move_car_type(*, by: User, car_type_id: int, to: int) -> None:
    """Move a car type to a position from 0, at most the end."""
    require_critical_edits(platform_settings())
    _lock_order()
    ids = _ids_in_order()
    if car_type_id not in ids:
        raise _not_found()
    previous = ids.index(car_type_id)
    ids.remove(car_type_id)
    ids.insert(to, car_type_id)
    _store_positions(ids)
    if ids.index(car_type_id) == previous:
        return
    audit.record(
        by=by,
        action="moved",
        kind=KIND,
        target_id=car_type_id,
        label=CarType.objects.values_list("name", flat=True).get(pk=car_type_id),
        before={"position": previous},
        after={"position": ids.index(car_type_id)},
    )
    _publish_change()


def set_car_type_image(*, by: User, car_type_id: int, file: "UploadedFile[bytes]") -> None:
    """Replace the car type's image by a processed copy of the file.

    Raises Forbidden demo_mode, NotFound, BadInput image_invalid, TooLarge image_too_large.
    """
    require_critical_edits(platform_settings())
    if not CarType.objects.filter(pk=car_type_id).exists():
        raise _not_found()
    name = store_file(PUBLIC, car_image_name(), clean_image(file, PICTURE))
    _set_image(by, car_type_id, name)


def remove_car_type_image(*, by: User, car_type_id: int) -> None:
    """Remove the image, so that the icon is shown again."""
    require_critical_edits(platform_settings())
    _set_image(by, car_type_id, "")


def snapshot(car_type: CarType) -> dict[str, Any]:
    """Return the columns and sub-tables of a car type for the audit log."""
    return audit.values_of(car_type, COLUMNS) | {
        "parcel_types": _extras(ParcelType.objects.filter(car_type=car_type)),
        "options": _extras(ParcelOption.objects.filter(car_type=car_type)),
        "cancel_slabs": list(CancelSlab.objects.filter(car_type=car_type).values("mins_delayed", "amount")),
    }


def _extras(rows: Iterable[ParcelType | ParcelOption]) -> list[dict[str, Any]]:
    return [{"description": row.description, "amount": row.amount} for row in rows]


# -- steps -------------------------------------------------------------------------------------


def _fill(car_type: CarType, fields: Mapping[str, Any]) -> None:
    for name in COLUMNS:
        if name in fields:
            setattr(car_type, name, fields[name])
    if car_type.convenience_fee_type == FeeType.PERCENTAGE and car_type.convenience_fees > 100:
        raise _invalid("convenience_fees", _("Enter a percentage up to 100."))
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_NAMES_LOCK])
    same = CarType.objects.annotate(upper=Upper("name")).filter(upper=car_type.name.upper())
    if same.exclude(pk=car_type.pk).exists():
        sentence = _("A car type with this name already exists.")
        raise BadInput("car_type_exists", sentence, fields={"name": sentence})


def _write_sub_tables(car_type: CarType, fields: Mapping[str, Any]) -> None:
    if "parcel_types" in fields:
        _write_extras(ParcelType, car_type, fields["parcel_types"], "parcel_types")
    if "options" in fields:
        _write_extras(ParcelOption, car_type, fields["options"], "options")
    if "cancel_slabs" in fields:
        _write_slabs(car_type, fields["cancel_slabs"])


def _write_extras(
    model: type[ParcelType] | type[ParcelOption],
    car_type: CarType,
    rows: Sequence[Mapping[str, Any]],
    name: str,
) -> None:
    """Replace the sub-table by these rows, in this order; rows with a known id are updated."""
    _require_unique([row["description"].casefold() for row in rows], name, "description")
    _require_unique([row["id"] for row in rows if row.get("id")], name, "description")
    existing = set(model._default_manager.filter(car_type=car_type).values_list("pk", flat=True))
    kept = [row["id"] for row in rows if row.get("id") in existing]
    model._default_manager.filter(car_type=car_type).exclude(pk__in=kept).delete()
    # Placeholders avoid a conflict when two rows swap their names.
    for pk in kept:
        model._default_manager.filter(pk=pk).update(description=f"\x01{pk}")
    for position, row in enumerate(rows):
        values = {"description": row["description"], "amount": row["amount"], "position": position}
        if row.get("id") in kept:
            model._default_manager.filter(pk=row["id"]).update(**values)
        else:
            model._default_manager.create(car_type=car_type, **values)


def _write_slabs(car_type: CarType, rows: Sequence[Mapping[str, Any]]) -> None:
    minutes = [row["mins_delayed"] for row in rows]
    _require_unique(minutes, "cancel_slabs", "mins_delayed")
    for position, (earlier, later) in enumerate(pairwise(minutes), start=1):
        if later < earlier:
            sentence = _("Each tier must start later than the one before.")
            raise _invalid(f"cancel_slabs.{position}.mins_delayed", sentence)
    CancelSlab.objects.filter(car_type=car_type).delete()
    CancelSlab.objects.bulk_create(
        CancelSlab(car_type=car_type, mins_delayed=row["mins_delayed"], amount=row["amount"]) for row in rows
    )


def _require_unique(keys: Iterable[Any], table: str, field: str) -> None:
    seen = set()
    for position, key in enumerate(keys):
        if key in seen:
            raise _invalid(f"{table}.{position}.{field}", _("This is in the table twice."))
        seen.add(key)


def _record_difference(car_type: CarType, by: User, before: Mapping[str, Any]) -> None:
    car_type.refresh_from_db()
    after = snapshot(car_type)
    changed = [name for name in after if before[name] != after[name]]
    if not changed:
        return
    audit.record(
        by=by,
        action="changed",
        kind=KIND,
        target_id=car_type.pk,
        label=car_type.name,
        before={name: before[name] for name in changed},
        after={name: after[name] for name in changed},
    )
    _publish_change()


@transaction.atomic
def _set_image(by: User, car_type_id: int, name: str) -> None:
    car_type = _locked(car_type_id)
    before = car_type.image.name or ""
    if before == name:
        return
    with audit.audited(car_type, by=by, kind=KIND, names=["image"]):
        car_type.image = name
        car_type.save(update_fields=["image"])
    delete_file_after_commit(PUBLIC, before)
    _publish_change()


def _locked(car_type_id: int) -> CarType:
    car_type = CarType.objects.select_for_update().filter(pk=car_type_id).first()
    if car_type is None:
        raise _not_found()
    return car_type


def _ids_in_order() -> list[int]:
    return list(CarType.objects.order_by("position", "id").values_list("pk", flat=True))


def _store_positions(ids: Sequence[int]) -> int:
    """Store the positions from 0 and return the next one."""
    rows = [CarType(pk=pk, position=position) for position, pk in enumerate(ids)]
    CarType.objects.bulk_update(rows, ["position"])
    return len(rows)


def _lock_order() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_ORDER_LOCK])


def _publish_change() -> None:
    transaction.on_commit(clear_offered_car_types)
    events.publish("settings", "settings.changed", {"changed": ["car_types"]})


def _not_found() -> NotFound:
    return NotFound("not_found", _("Not found."))


def _invalid(field: str, sentence: Any) -> BadInput:
    return BadInput("invalid", _("Some values aren't allowed."), fields={field: sentence})
