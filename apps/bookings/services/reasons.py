"""Cancellation reasons: their values are their positions from 0, without gaps."""

from collections.abc import Sequence
from typing import Any, Final

from django.db import connection, transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.bookings.models import CancelReason
from apps.core import audit
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, NotFound
from apps.core.outbox import events
from apps.core.platform import platform_settings

KIND: Final = "cancel_reason"
LIST_LOCK: Final = 5_270_005
"""The advisory lock of the list; edits run one at a time."""


@transaction.atomic
def add_reason(*, by: User, label: str) -> CancelReason:
    """Append a reason. Raises Forbidden demo_mode, BadInput reason_exists."""
    labels = _locked_list()
    _require_unique(label, labels)
    reason = CancelReason.objects.create(label=label, value=len(labels))
    _store_positions(labels)
    after = {"label": label, "value": reason.value}
    audit.record(by=by, action="added", kind=KIND, target_id=reason.pk, label=label, after=after)
    _publish_change()
    return reason


@transaction.atomic
def change_reason(*, by: User, reason_id: int, label: str) -> CancelReason:
    """Change the label of a reason. Raises Forbidden demo_mode, NotFound, BadInput reason_exists."""
    reasons = _locked_list()
    reason = _of(reasons, reason_id)
    _require_unique(label, [other for other in reasons if other.pk != reason_id])
    with audit.audited(reason, by=by, kind=KIND, names=["label"]):
        reason.label = label
        reason.save(update_fields=["label"])
    _publish_change()
    return reason


@transaction.atomic
def delete_reason(*, by: User, reason_id: int) -> None:
    """Delete a reason; later ones move up. Raises Forbidden demo_mode, NotFound."""
    reasons = _locked_list()
    reason = _of(reasons, reason_id)
    before = {"label": reason.label, "value": reason.value}
    CancelReason.objects.filter(pk=reason_id).delete()
    _store_positions([other for other in reasons if other.pk != reason_id])
    audit.record(by=by, action="deleted", kind=KIND, target_id=reason_id, label=reason.label, before=before)
    _publish_change()


@transaction.atomic
def move_reason(*, by: User, reason_id: int, to: int) -> None:
    """Move a reason to a position from 0, at most the end. Raises Forbidden demo_mode, NotFound."""
    reasons = _locked_list()
    reason = _of(reasons, reason_id)
    previous = reason.value
    others = [other for other in reasons if other.pk != reason_id]
    others.insert(to, reason)
    _store_positions(others)
    if reason.value == previous:
        return
    audit.record(
        by=by,
        action="moved",
        kind=KIND,
        target_id=reason_id,
        label=reason.label,
        before={"value": previous},
        after={"value": reason.value},
    )
    _publish_change()


def _locked_list() -> list[CancelReason]:
    """Return all reasons in order, locked until the transaction ends."""
    require_critical_edits(platform_settings())
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LIST_LOCK])
    return list(CancelReason.objects.order_by("value"))


def _store_positions(reasons: Sequence[CancelReason]) -> None:
    """Store the positions; the unique constraint is deferred to the end of the transaction."""
    moved = []
    for position, reason in enumerate(reasons):
        if reason.value != position:
            reason.value = position
            moved.append(reason)
    CancelReason.objects.bulk_update(moved, ["value"])


def _of(reasons: Sequence[CancelReason], reason_id: int) -> CancelReason:
    for reason in reasons:
        if reason.pk == reason_id:
            return reason
    raise NotFound("not_found", _("Not found."))


def _require_unique(label: str, reasons: Sequence[CancelReason]) -> None:
    if label.casefold() in {reason.label.casefold() for reason in reasons}:
        sentence: Any = _("This reason is already in the list.")
        raise BadInput("reason_exists", sentence, fields={"label": sentence})


def _publish_change() -> None:
    events.publish("settings", "settings.changed", {"changed": ["cancel_reasons"]})
