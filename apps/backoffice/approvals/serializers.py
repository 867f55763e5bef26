from decimal import Decimal
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.accounts.choices import UserType
from apps.backoffice.approvals.audit import subject_of
from apps.backoffice.models import Approval
from apps.backoffice.models.approval import MAX_REASON
from apps.core.approvals import ApprovalKind
from apps.core.demo_mode import mask_contacts
from apps.core.fields import AmountField
from apps.core.platform import platform_settings
from apps.wallet.selectors import balance_of


class ApprovalPersonSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField(source="full_name")
    user_type = serializers.ChoiceField(choices=UserType.choices)


class _ReasonField(serializers.CharField):
    """Read-only text of staff, with contacts masked in demo mode."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(read_only=True, **kwargs)

    def to_representation(self, value: Any) -> str:
        text = super().to_representation(value)
        return mask_contacts(text) if platform_settings().is_demo_mode else text


class ApprovalRowSerializer(serializers.ModelSerializer[Approval]):
    kind = serializers.ChoiceField(choices=ApprovalKind.choices)
    subject = serializers.SerializerMethodField(
        help_text="The reference of the booking or withdrawal, the bank file, or the user's name."
    )
    amount = AmountField()
    reason = _ReasonField()
    person = ApprovalPersonSerializer(allow_null=True)
    booking_id = serializers.IntegerField(allow_null=True)
    withdrawal_id = serializers.IntegerField(allow_null=True)
    batch_id = serializers.IntegerField(allow_null=True)
    requested_by = ApprovalPersonSerializer()
    decided_by = ApprovalPersonSerializer(allow_null=True)
    decision_code = serializers.CharField(
        help_text="Why it is no longer possible: the error code of the action."
    )
    decision_reason = _ReasonField()

    class Meta:
        model = Approval
        fields = (
            "id",
            "kind",
            "state",
            "subject",
            "amount",
            "reason",
            "person",
            "booking_id",
            "withdrawal_id",
            "batch_id",
            "requested_by",
            "requested_at",
            "decided_by",
            "decided_at",
            "decision_code",
            "decision_reason",
        )

    def get_subject(self, approval: Approval) -> str:
        return subject_of(approval)


class BeforeAfterSerializer(serializers.Serializer[Any]):
    before = AmountField()
    after = AmountField()


class ApprovalSerializer(ApprovalRowSerializer):
    from_driver = serializers.SerializerMethodField(help_text="The driver bears the refund.")
    paid_outside = serializers.SerializerMethodField(help_text="The rider was refunded outside the app.")
    process_date = serializers.SerializerMethodField(help_text="The day of the transfer; null: today.")
    effect = serializers.SerializerMethodField(
        help_text="The booking's refunds or the wallet's balance now and afterwards; null unless it waits."
    )

    class Meta(ApprovalRowSerializer.Meta):
        fields = (  # type: ignore[assignment]  # longer
            *ApprovalRowSerializer.Meta.fields,
            "from_driver",
            "paid_outside",
            "process_date",
            "effect",
        )

    def get_from_driver(self, approval: Approval) -> bool:
        return bool(approval.data.get("from_driver"))

    def get_paid_outside(self, approval: Approval) -> bool:
        return bool(approval.data.get("paid_outside"))

    @extend_schema_field(serializers.DateField(allow_null=True))
    def get_process_date(self, approval: Approval) -> str | None:
        day: str | None = approval.data.get("process_date")
        return day

    @extend_schema_field(BeforeAfterSerializer(allow_null=True))
    def get_effect(self, approval: Approval) -> Any:
        if approval.state != "waiting":
            return None
        before: Decimal | None = None
        change = approval.amount
        if approval.kind == ApprovalKind.REFUND and approval.booking is not None:
            before = approval.booking.refunded_amount
        elif approval.kind in (ApprovalKind.CREDIT, ApprovalKind.DEBIT):
            before = balance_of(approval.target_id)
            change = change if approval.kind == ApprovalKind.CREDIT else -change
        if before is None:
            return None
        return BeforeAfterSerializer({"before": before, "after": before + change}).data


class RefuseApprovalSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=MAX_REASON)
