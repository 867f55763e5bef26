"""Serializers of owed fees."""

from typing import Any

from rest_framework import serializers

from apps.core.fields import AmountField
from apps.wallet.models import OwedFee


class OwedFeeSerializer(serializers.ModelSerializer[OwedFee]):
    left = AmountField(help_text="The amount that is still owed.")

    class Meta:
        model = OwedFee
        fields = (
            "id",
            "booking_id",
            "reference",
            "amount",
            "paid",
            "written_off",
            "left",
            "created_at",
            "settled_at",
            "reason",
        )
        read_only_fields = fields


class OwedFeeListSerializer(serializers.Serializer[Any]):
    results = OwedFeeSerializer(many=True)


class WriteOffFeeSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=250)
