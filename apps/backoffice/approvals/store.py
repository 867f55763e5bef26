"""Stores approvals for the apps below: the implementation of apps.core.approvals."""

from collections.abc import Iterable

from django.db import IntegrityError, transaction
from django.db.models import Model

from apps.accounts.models import User
from apps.backoffice.approvals.actions import ACTIONS, data_of
from apps.backoffice.approvals.audit import record_audit
from apps.backoffice.approvals.notices import notify_other_admins
from apps.backoffice.models import Approval, ApprovalState
from apps.core.approvals import ApprovalKind, Held, Waiting, approval_waiting


class ApprovalStore:
    @transaction.atomic
    def hold(self, held: Held, *, by: User) -> Waiting:
        data_of(held.kind, held.data)
        action = ACTIONS[held.kind]
        target = action.model._default_manager.get(pk=held.target_id)
        columns: dict[str, Model | None] = {action.column: target}
        if action.owner:
            columns["person"] = User.objects.filter(pk=getattr(target, action.owner)).first()
        try:
            with transaction.atomic():
                approval = Approval.objects.create(
                    kind=held.kind,
                    target_id=held.target_id,
                    amount=held.amount,
                    reason=held.reason,
                    data=dict(held.data),
                    requested_by=by,
                    **columns,
                )
        except IntegrityError as error:
            if "approval_one_waiting" in str(error):
                raise approval_waiting() from error
            raise
        record_audit(approval, by=by, action="approval_requested")
        notify_other_admins(approval)
        return Waiting(
            id=approval.pk, kind=held.kind, amount=approval.amount, requested_at=approval.requested_at
        )

    def waiting(self, kind: ApprovalKind, target_ids: Iterable[int]) -> set[int]:
        ids = list(target_ids)
        if not ids:
            return set()
        found = Approval.objects.filter(state=ApprovalState.WAITING, kind=kind, target_id__in=ids)
        return set(found.values_list("target_id", flat=True))
