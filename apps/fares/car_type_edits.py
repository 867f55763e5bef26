"""Car types as the office changes them: each change is checked, audited and told to open pages."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from django.core.files.uploadedfile import UploadedFile
from django.db import connection, transaction
from django.db.models.functions import Upper
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core import audit, events
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict, NotFound
from apps.core.media import PUBLIC
from apps.core.platform import platform_settings
from apps.core.stored_files import forget_file, store_file
from apps.core.uploads import PICTURE, clean_image
from apps.fares.choices import FeeType
from apps.fares.delete_guards import is_in_use
from apps.fares.image_paths import car_image_name
from apps.fares.models import CancelSlab, CarType, ParcelOption, ParcelType

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
)
_ORDER_LOCK: Final = 5_270_004
"""The advisory lock of the order: two moves at once would give one place twice."""
_NAMES_LOCK: Final = 5_270_007
"""The advisory lock of the names: two saved at once would both find theirs free. Taken after the rows."""


@transaction.atomic
def add_car_type(*, by: User, **fields: Any) -> CarType:
    """Offer a new kind of car, the last in the list.

    Raises BadInput car_type_exists, invalid.
    """
    _lock_order()
    car_type = CarType(position=_place_all(_ids_in_order()))
    _fill(car_type, fields)
    car_type.save()
    _write_sub_tables(car_type, fields)
    after = snapshot(car_type)
    audit.record(by=by, action="added", kind=KIND, target_id=car_type.pk, label=car_type.name, after=after)
    _tell()
    return car_type


@transaction.atomic
def change_car_type(*, by: User, car_type_id: int, **changes: Any) -> CarType:
    """Change what a car type is and asks; bookings and quotes of before keep their price.

    Sub-tables come whole: what is not in the new one goes. Raises Forbidden demo_mode, NotFound,
    BadInput car_type_exists, invalid.
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
    """Offer it no more; what was driven in it keeps its name.

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
    forget_file(PUBLIC, car_type.image.name or "")
    car_type.delete()
    _lock_order()
    _place_all(_ids_in_order())
    _tell()


@transaction.atomic
def move_car_type(*, by: User, car_type_id: int, to: int) -> None:
    """Put it at a place of the list, counted from 0; beyond the end is the end."""
    require_critical_edits(platform_settings())
    _lock_order()
    ids = _ids_in_order()
    if car_type_id not in ids:
        raise _nothing()
    was = ids.index(car_type_id)
    ids.remove(car_type_id)
    ids.insert(to, car_type_id)
    _place_all(ids)
    if ids.index(car_type_id) == was:
        return
    audit.record(
        by=by,
        action="moved",
        kind=KIND,
        target_id=car_type_id,
        label=CarType.objects.values_list("name", flat=True).get(pk=car_type_id),
        before={"position": was},
        after={"position": ids.index(car_type_id)},
    )
    _tell()


def set_car_type_image(*, by: User, car_type_id: int, file: "UploadedFile[bytes]") -> None:
    """Show this picture, drawn anew, instead of the one before.

    Raises Forbidden demo_mode, NotFound, BadInput image_invalid, TooLarge image_too_large.
    """
    require_critical_edits(platform_settings())
    if not CarType.objects.filter(pk=car_type_id).exists():
        raise _nothing()
    name = store_file(PUBLIC, car_image_name(), clean_image(file, PICTURE))
    _show(by, car_type_id, name)


def remove_car_type_image(*, by: User, car_type_id: int) -> None:
    """Show the house's drawing again."""
    require_critical_edits(platform_settings())
    _show(by, car_type_id, "")


def snapshot(car_type: CarType) -> dict[str, Any]:
    """A car type as the audit trail tells it: its columns, and its sub-tables in words."""
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
    """Make the table these rows, in this order; one that comes with its id stays the same row."""
    _refuse_twice([row["description"].casefold() for row in rows], name, "description")
    _refuse_twice([row["id"] for row in rows if row.get("id")], name, "description")
    there = set(model._default_manager.filter(car_type=car_type).values_list("pk", flat=True))
    kept = [row["id"] for row in rows if row.get("id") in there]
    model._default_manager.filter(car_type=car_type).exclude(pk__in=kept).delete()
    # Two that swap their names would meet on the way: out of the way first.
    for pk in kept:
        model._default_manager.filter(pk=pk).update(description=f"\x01{pk}")
    for place, row in enumerate(rows):
        values = {"description": row["description"], "amount": row["amount"], "position": place}
        if row.get("id") in kept:
            model._default_manager.filter(pk=row["id"]).update(**values)
        else:
            model._default_manager.create(car_type=car_type, **values)


def _write_slabs(car_type: CarType, rows: Sequence[Mapping[str, Any]]) -> None:
    minutes = [row["mins_delayed"] for row in rows]
    _refuse_twice(minutes, "cancel_slabs", "mins_delayed")
    for place, (earlier, later) in enumerate(pairwise(minutes), start=1):
        if later < earlier:
            sentence = _("Each tier must start later than the one before.")
            raise _invalid(f"cancel_slabs.{place}.mins_delayed", sentence)
    CancelSlab.objects.filter(car_type=car_type).delete()
    CancelSlab.objects.bulk_create(
        CancelSlab(car_type=car_type, mins_delayed=row["mins_delayed"], amount=row["amount"]) for row in rows
    )


def _refuse_twice(keys: Iterable[Any], table: str, field: str) -> None:
    seen = set()
    for place, key in enumerate(keys):
        if key in seen:
            raise _invalid(f"{table}.{place}.{field}", _("This is in the table twice."))
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
    _tell()


@transaction.atomic
def _show(by: User, car_type_id: int, name: str) -> None:
    car_type = _locked(car_type_id)
    before = car_type.image.name or ""
    if before == name:
        return
    with audit.audited(car_type, by=by, kind=KIND, names=["image"]):
        car_type.image = name
        car_type.save(update_fields=["image"])
    forget_file(PUBLIC, before)
    _tell()


def _locked(car_type_id: int) -> CarType:
    car_type = CarType.objects.select_for_update().filter(pk=car_type_id).first()
    if car_type is None:
        raise _nothing()
    return car_type


def _ids_in_order() -> list[int]:
    return list(CarType.objects.order_by("position", "id").values_list("pk", flat=True))


def _place_all(ids: Sequence[int]) -> int:
    """Give them the places 0 to the last, and return the next one."""
    rows = [CarType(pk=pk, position=place) for place, pk in enumerate(ids)]
    CarType.objects.bulk_update(rows, ["position"])
    return len(rows)


def _lock_order() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_ORDER_LOCK])


def _tell() -> None:
    events.publish("settings", "settings.changed", {"changed": ["car_types"]})


def _nothing() -> NotFound:
    return NotFound("not_found", _("Not found."))


def _invalid(field: str, sentence: Any) -> BadInput:
    return BadInput("invalid", _("Some values aren't allowed."), fields={field: sentence})
