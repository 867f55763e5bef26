"""Serializers of withdrawals, bank files and credits."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.core.fields import AmountField, DayOrTimeField, HiddenInDemoField
from apps.core.money import MOST_MONEY, ZERO
from apps.exports.choices import ExportFormat
from apps.wallet.choices import WithdrawalState
from apps.wallet.models import PayoutBatch, Withdrawal
from apps.wallet.withdrawals.batches import MOST
from apps.wallet.withdrawals.withdrawal_list import ORDERINGS, WithdrawalFilters

NOTE_LENGTH: Final = 250


class AmountAskedSerializer(serializers.Serializer[Any]):
    """An amount that someone typed; a blank one counts as 0 (document 2, section 5)."""

    amount = AmountField(required=False, allow_null=True, default=ZERO, max_value=MOST_MONEY)

    def to_internal_value(self, data: Any) -> Any:
        blank = isinstance(data, dict) and data.get("amount") in ("", None)
        return super().to_internal_value({**data, "amount": "0"} if blank else data)


class CreditSerializer(AmountAskedSerializer):
    note = serializers.CharField(required=False, allow_blank=True, default="", max_length=NOTE_LENGTH)


class DebitSerializer(AmountAskedSerializer):
    note = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=NOTE_LENGTH, help_text="Why; required."
    )


class CreditedSerializer(serializers.Serializer[Any]):
    reference = serializers.CharField()
    balance = AmountField()


class WithdrawalSerializer(serializers.ModelSerializer[Withdrawal]):
    """A withdrawal as the person sees it who requested it."""

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
    """The same for an admin; give the Platform as context["settings"]."""

    state = serializers.ChoiceField(choices=WithdrawalState.choices)
    amount = AmountField()
    user_type = serializers.CharField(source="user.user_type")
    bank_name = HiddenInDemoField()
    bank_code = HiddenInDemoField()
    bank_account = HiddenInDemoField()
    decided_by = serializers.SerializerMethodField(help_text="Their name.")
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


class WithdrawalFilterSerializer(serializers.Serializer[Any]):
    """Query parameters of the admins' list."""

    state = serializers.ChoiceField(
        choices=WithdrawalState.choices, required=False, allow_blank=True, default=""
    )
    search = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=80,
        help_text="Words of the name, or how the reference begins.",
    )
    user = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    batch = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    ordering = serializers.ChoiceField(choices=ORDERINGS, required=False, default="-requested_at")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        # `from` is a word of Python's own.
        optional: dict[str, Any] = {"required": False, "allow_null": True, "default": None}
        window = {
            "from": DayOrTimeField(help_text="Asked for not before this time or day.", **optional),
            "to": DayOrTimeField(
                end=True, help_text="Asked for before this time, or on this day at the latest.", **optional
            ),
        }
        return super().get_fields() | window

    def to_internal_value(self, data: Any) -> Any:
        # A field left empty in a form filters nothing.
        return super().to_internal_value({name: value for name, value in data.items() if value != ""})

    def filters(self) -> WithdrawalFilters:
        """What was asked, once it is valid."""
        asked = self.validated_data
        return WithdrawalFilters(
            state=asked["state"],
            since=asked["from"],
            until=asked["to"],
            user_id=asked["user"],
            batch_id=asked["batch"],
            search=asked["search"],
            ordering=asked["ordering"],
        )


class WithdrawalListQuerySerializer(WithdrawalFilterSerializer):
    format = serializers.ChoiceField(
        choices=ExportFormat.choices,
        required=False,
        allow_blank=True,
        default="",
        help_text="A file instead of a page: the first few thousand rows, else export_too_large.",
    )


class ProcessSerializer(serializers.Serializer[Any]):
    process_date = serializers.DateField(
        required=False, allow_null=True, default=None, help_text="The day of the transfer; today without."
    )


class RejectSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=250)


class CreateBatchSerializer(serializers.Serializer[Any]):
    ids = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        required=False,
        default=list,
        max_length=MOST,
        help_text="Which withdrawals; without, the oldest that wait and have a bank account.",
    )


class PayoutBatchSerializer(serializers.ModelSerializer[PayoutBatch]):
    """A file for the bank, with what it holds now: what was refused since is not in it."""

    created_by = serializers.CharField(source="created_by.full_name")
    rows = serializers.IntegerField()
    total = AmountField()
    open_rows = serializers.IntegerField(help_text="Not processed yet.")

    class Meta:
        model = PayoutBatch
        fields = ("id", "created_at", "created_by", "rows", "total", "open_rows")
