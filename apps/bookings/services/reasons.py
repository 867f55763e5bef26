"""The reasons to cancel for: their values are their places, 0 to the last, whoever else edits at once."""

from collections.abc import Sequence
from typing import Any, Final

from django.db import connection, transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.bookings.models import CancelReason
from apps.core import audit, events
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, NotFound
from apps.core.platform import platform_settings

KIND: Final = "cancel_reason"
LIST_LOCK: Final = 5_270_005
"""The advisory lock of the whole list: one edit at a time, each on the places that the last one left."""


@transaction.atomic
def add_reason(*, by: User, label: str) -> CancelReason:
    """Put a reason behind the others. Raises Forbidden demo_mode, BadInput reason_exists."""
    labels = _locked_list()
    _refuse_twice(label, labels)
    reason = CancelReason.objects.create(label=label, value=len(labels))
    _place(labels)
    after = {"label": label, "value": reason.value}
    audit.record(by=by, action="added", kind=KIND, target_id=reason.pk, label=label, after=after)
    _tell()
    return reason


@transaction.atomic
def change_reason(*, by: User, reason_id: int, label: str) -> CancelReason:
    """Word it otherwise. Raises Forbidden demo_mode, NotFound, BadInput reason_exists."""
    reasons = _locked_list()
    reason = _of(reasons, reason_id)
    _refuse_twice(label, [other for other in reasons if other.pk != reason_id])
    with audit.audited(reason, by=by, kind=KIND, names=["label"]):
        reason.label = label
        reason.save(update_fields=["label"])
    _tell()
    return reason


@transaction.atomic
def delete_reason(*, by: User, reason_id: int) -> None:
    """Take it away; those behind it move up. Raises Forbidden demo_mode, NotFound."""
    reasons = _locked_list()
    reason = _of(reasons, reason_id)
    before = {"label": reason.label, "value": reason.value}
    CancelReason.objects.filter(pk=reason_id).delete()
    _place([other for other in reasons if other.pk != reason_id])
    audit.record(by=by, action="deleted", kind=KIND, target_id=reason_id, label=reason.label, before=before)
    _tell()


@transaction.atomic
def move_reason(*, by: User, reason_id: int, to: int) -> None:
    """Put it at a place, counted from 0; beyond the end is the end. Raises Forbidden demo_mode, NotFound."""
    reasons = _locked_list()
    reason = _of(reasons, reason_id)
    was = reason.value
    others = [other for other in reasons if other.pk != reason_id]
    others.insert(to, reason)
    _place(others)
    if reason.value == was:
        return
    audit.record(
        by=by,
        action="moved",
        kind=KIND,
        target_id=reason_id,
        label=reason.label,
        before={"value": was},
        after={"value": reason.value},
    )
    _tell()


def _locked_list() -> list[CancelReason]:
    """All reasons in their order, ours alone until the transaction ends."""
    require_critical_edits(platform_settings())
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LIST_LOCK])
    return list(CancelReason.objects.order_by("value"))


def _place(reasons: Sequence[CancelReason]) -> None:
    """Give each its place; the constraint on values looks when the transaction ends."""
    moved = []
    for place, reason in enumerate(reasons):
        if reason.value != place:
            reason.value = place
            moved.append(reason)
    CancelReason.objects.bulk_update(moved, ["value"])


def _of(reasons: Sequence[CancelReason], reason_id: int) -> CancelReason:
    for reason in reasons:
        if reason.pk == reason_id:
            return reason
    raise NotFound("not_found", _("Not found."))


def _refuse_twice(label: str, reasons: Sequence[CancelReason]) -> None:
    if label.casefold() in {reason.label.casefold() for reason in reasons}:
        sentence: Any = _("This reason is already in the list.")
        raise BadInput("reason_exists", sentence, fields={"label": sentence})


def _tell() -> None:
    events.publish("settings", "settings.changed", {"changed": ["cancel_reasons"]})
