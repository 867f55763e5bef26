"""Serializers of the wallet."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.core.fields import AmountField
from apps.wallet.choices import EntryKind, HistoryType
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


class WalletHistorySerializer(serializers.ModelSerializer[Posting]):
    """One transaction of a wallet; the amount is positive, the type has the direction."""

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
