"""Serializers of withdrawals, bank files and credits."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.core.fields import AmountField, HiddenInDemoField
from apps.core.money import MOST_MONEY, ZERO
from apps.wallet.choices import WithdrawalState
from apps.wallet.models import PayoutBatch, Withdrawal
from apps.wallet.withdrawals.batches import MAX_WITHDRAWALS

NOTE_LENGTH: Final = 250


class AmountInputSerializer(serializers.Serializer[Any]):
    """An amount entered by a user; an empty one counts as 0 (document 2, section 5)."""

    amount = AmountField(required=False, allow_null=True, default=ZERO, max_value=MOST_MONEY)

    def to_internal_value(self, data: Any) -> Any:
        blank = isinstance(data, dict) and data.get("amount") in ("", None)
        return super().to_internal_value({**data, "amount": "0"} if blank else data)


class CreditSerializer(AmountInputSerializer):
    note = serializers.CharField(required=False, allow_blank=True, default="", max_length=NOTE_LENGTH)


class DebitSerializer(AmountInputSerializer):
    note = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=NOTE_LENGTH,
        help_text="Required.",
    )


class CreditedSerializer(serializers.Serializer[Any]):
    reference = serializers.CharField()
    balance = AmountField()


class WithdrawalSerializer(serializers.ModelSerializer[Withdrawal]):
    """A withdrawal for its user."""

    state = serializers.ChoiceField(choices=WithdrawalState.choices)
    amount = AmountField()
    bank_name = HiddenInDemoField()
    bank_account = HiddenInDemoField()

    class Meta:
        model = Withdrawal
        fields = (
            "id",
            "reference",
            "amount",
            "state",
            "requested_at",
            "process_date",
            "reason",
            "bank_name",
            "bank_account",
        )


class WithdrawalRowSerializer(serializers.ModelSerializer[Withdrawal]):
    """A withdrawal for admins; needs the Platform as context["settings"]."""

    state = serializers.ChoiceField(choices=WithdrawalState.choices)
    amount = AmountField()
    user_type = serializers.CharField(source="user.user_type")
    bank_name = HiddenInDemoField()
    bank_code = HiddenInDemoField()
    bank_account = HiddenInDemoField()
    decided_by = serializers.SerializerMethodField(help_text="The name of the admin.")
    batch_id = serializers.IntegerField(allow_null=True)
    user_id = serializers.IntegerField()

    class Meta:
        model = Withdrawal
        fields = (
            "id",
            "reference",
            "user_id",
            "user_type",
            "name",
            "amount",
            "state",
            "requested_at",
            "process_date",
            "decided_at",
            "decided_by",
            "reason",
            "bank_name",
            "bank_code",
            "bank_account",
            "batch_id",
        )

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_decided_by(self, row: Withdrawal) -> str | None:
        return row.decided_by.full_name if row.decided_by else None


class ProcessSerializer(serializers.Serializer[Any]):
    process_date = serializers.DateField(
        required=False, allow_null=True, default=None, help_text="The day of the transfer; by default today."
    )


class RejectSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=250)


class CreateBatchSerializer(serializers.Serializer[Any]):
    ids = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        required=False,
        default=list,
        max_length=MAX_WITHDRAWALS,
        help_text="The withdrawals; by default the oldest open ones with a bank account.",
    )


class PayoutBatchSerializer(serializers.ModelSerializer[PayoutBatch]):
    """A bank file with its current totals, without rejected withdrawals."""

    created_by = serializers.CharField(source="created_by.full_name")
    rows = serializers.IntegerField()
    total = AmountField()
    open_rows = serializers.IntegerField(help_text="The number of withdrawals that are not processed yet.")

    class Meta:
        model = PayoutBatch
        fields = ("id", "created_at", "created_by", "rows", "total", "open_rows")
