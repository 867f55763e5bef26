"""Drafts of tariffs: created from a document or a copy, saved and deleted."""

from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core import audit
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import Conflict, NotFound
from apps.core.platform import platform_settings
from apps.fares.models import Tariff
from apps.fares.tariffs.car_types import car_types_document
from apps.fares.tariffs.checking import valid_document

KIND: Final = "tariff"


@transaction.atomic
def create_draft(
    *, by: User, document: Any = None, copy_of: int | None = None, of_car_types: bool = False
) -> Tariff:
    """Create a draft of a document, of another tariff or of the car types' numbers.

    Raises BadInput tariff_invalid, NotFound; Conflict no_car_types.
    """
    stored_zones: dict[str, Any] = {}
    if of_car_types:
        document = car_types_document(platform_settings())
    elif copy_of is not None:
        source = Tariff.objects.filter(pk=copy_of).first()
        if source is None:
            raise not_found()
        document = source.document
        # A copy is possible whatever its zones are: changing the copy is how they are corrected.
        stored_zones = document.get("zones", {})
    valid = valid_document(document, stored_zones=stored_zones)
    tariff = Tariff.objects.create(name=valid["name"], document=valid, created_by=by)
    audit.record(
        by=by, action="added", kind=KIND, target_id=tariff.pk, label=str(tariff), after=summary(tariff)
    )
    return tariff


@transaction.atomic
def change_draft(*, by: User, tariff_id: int, revision: int, document: Any) -> Tariff:
    """Save a draft. Raises Forbidden demo_mode, NotFound, Conflict tariff_published, tariff_changed,
    BadInput tariff_invalid.
    """
    require_critical_edits(platform_settings())
    tariff = locked_tariff(tariff_id)
    require_draft(tariff)
    require_revision(tariff, revision)
    before = summary(tariff)
    valid = valid_document(document, stored_zones=tariff.document.get("zones", {}))
    if valid == tariff.document:
        return tariff
    tariff.name, tariff.document, tariff.revision = valid["name"], valid, tariff.revision + 1
    tariff.save(update_fields=["name", "document", "revision"])
    audit.record(
        by=by,
        action="changed",
        kind=KIND,
        target_id=tariff.pk,
        label=str(tariff),
        before=before,
        after=summary(tariff),
    )
    return tariff


@transaction.atomic
def delete_draft(*, by: User, tariff_id: int) -> None:
    """Delete a draft. Raises Forbidden demo_mode, NotFound, Conflict tariff_published."""
    require_critical_edits(platform_settings())
    tariff = locked_tariff(tariff_id)
    require_draft(tariff)
    before = summary(tariff)
    tariff.delete()
    audit.record(by=by, action="deleted", kind=KIND, target_id=tariff_id, label=str(tariff), before=before)


def summary(tariff: Tariff) -> dict[str, Any]:
    """Return what the audit log stores of a tariff; a published one itself stays."""
    document = tariff.document
    return {
        "name": tariff.name,
        "revision": tariff.revision,
        "zones": len(document.get("zones", {})),
        "rules": [rule["name"] for rule in document["rules"]][:50],
    }


def locked_tariff(tariff_id: int) -> Tariff:
    tariff = Tariff.objects.select_for_update().filter(pk=tariff_id).first()
    if tariff is None:
        raise not_found()
    return tariff


def require_draft(tariff: Tariff) -> None:
    if tariff.published_at is not None:
        sentence = _("A published tariff never changes. Make a copy and change that.")
        raise Conflict("tariff_published", sentence)


def require_revision(tariff: Tariff, revision: int) -> None:
    if tariff.revision != revision:
        raise Conflict("tariff_changed", _("Someone else has changed this tariff. Load it again."))


def not_found() -> NotFound:
    return NotFound("not_found", _("Not found."))
