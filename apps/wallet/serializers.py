"""Shapes of the wallet in the API."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.core.fields import AmountField
from apps.wallet.choices import EntryKind, HistoryType
from apps.wallet.models import Posting
from apps.wallet.selectors import history_type


class WalletSerializer(serializers.Serializer[Any]):
    balance = AmountField()


class WalletHistorySerializer(serializers.ModelSerializer[Posting]):
    """One movement of a wallet; the amount is positive, the type says which way."""

    type = serializers.SerializerMethodField()
    amount = serializers.SerializerMethodField()
    date = serializers.DateTimeField(source="created_at")
    tx_ref = serializers.CharField(source="entry.reference")
    balance_after = AmountField()
    kind = serializers.ChoiceField(source="entry.kind", choices=EntryKind.choices)
    booking_reference = serializers.SerializerMethodField()

    class Meta:
        model = Posting
        fields = ("id", "type", "amount", "date", "tx_ref", "balance_after", "kind", "booking_reference")

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
    trips_today = serializers.IntegerField()
    trips_total = serializers.IntegerField()
