"""Serializers of the wallet."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.core.fields import AmountField, DayOrTimeField
from apps.exports.choices import ExportFormat
from apps.wallet.choices import EntryKind, HistoryType
from apps.wallet.history.entries import MovementFilters
from apps.wallet.models import Posting
from apps.wallet.selectors import history_type
from apps.wallet.serializers.owed import OwedFeeSerializer


class WalletSerializer(serializers.Serializer[Any]):
    balance = AmountField()
    withdrawable = AmountField(help_text="The balance without locked bonuses.")
    locked_bonus = AmountField(help_text="Referral bonuses that are not earned yet; usable for trips only.")
    owed = AmountField(help_text="Owed fees; the next credit pays them first.")
    owed_fees = OwedFeeSerializer(many=True)
    may_withdraw = serializers.BooleanField(help_text="Drivers, and riders if the settings allow it.")
    lacks_account = serializers.BooleanField(
        help_text="The profile lacks the bank account that withdrawals need."
    )


class MovementFilterSerializer(serializers.Serializer[Any]):
    """The query of a wallet's history."""

    type = serializers.ChoiceField(choices=HistoryType.choices, required=False, allow_blank=True, default="")
    search = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=60, help_text="A part of the reference."
    )

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        # `from` is a Python keyword.
        optional: dict[str, Any] = {"required": False, "allow_null": True, "default": None}
        window = {
            "from": DayOrTimeField(help_text="The earliest time or day.", **optional),
            "to": DayOrTimeField(
                end=True, help_text="Before this time, or on this day at the latest.", **optional
            ),
        }
        return super().get_fields() | window

    def to_internal_value(self, data: Any) -> Any:
        # An empty form field does not filter.
        return super().to_internal_value({name: value for name, value in data.items() if value != ""})

    def filters(self) -> MovementFilters:
        """Return the validated filters."""
        query = self.validated_data
        return MovementFilters(
            type=query["type"], since=query["from"], until=query["to"], search=query["search"]
        )


class MovementListQuerySerializer(MovementFilterSerializer):
    format = serializers.ChoiceField(
        choices=ExportFormat.choices,
        required=False,
        allow_blank=True,
        default="",
        help_text="A file instead of a page; too many rows are rejected with export_too_large.",
    )


class ExportedMovementsSerializer(MovementFilterSerializer):
    """The filters of the export `wallet`; admins can name the owner."""

    user = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)


class WalletHistorySerializer(serializers.ModelSerializer[Posting]):
    """One movement of a wallet; the amount is positive, the type has the direction."""

    type = serializers.SerializerMethodField()
    amount = serializers.SerializerMethodField()
    date = serializers.DateTimeField(source="created_at")
    tx_ref = serializers.CharField(source="entry.reference")
    balance_after = AmountField()
    kind = serializers.ChoiceField(source="entry.kind", choices=EntryKind.choices)
    booking_reference = serializers.SerializerMethodField()
    booking_id = serializers.IntegerField(source="entry.booking_id", allow_null=True)

    class Meta:
        model = Posting
        fields = (
            "id",
            "type",
            "amount",
            "date",
            "tx_ref",
            "balance_after",
            "kind",
            "booking_reference",
            "booking_id",
        )

    @extend_schema_field(serializers.ChoiceField(choices=HistoryType.choices))
    def get_type(self, posting: Posting) -> str:
        return history_type(posting).value

    @extend_schema_field(AmountField())
    def get_amount(self, posting: Posting) -> str:
        return str(abs(posting.amount))

    def get_booking_reference(self, posting: Posting) -> str | None:
        return None if posting.entry.booking_id is None else posting.entry.reference


class EarningsSerializer(serializers.Serializer[Any]):
    """A driver's shares by the platform's calendar."""

    today = AmountField()
    month = AmountField()
    total = AmountField()
    tips_today = AmountField(help_text="Tips, which are not part of the shares.")
    tips_month = AmountField()
    tips_total = AmountField()
    trips_today = serializers.IntegerField()
    trips_total = serializers.IntegerField()
