"""Why a driver is offered no trips, as the driver and the staff read it."""

from typing import Any

from rest_framework import serializers

from apps.accounts.models import DriverDocument
from apps.core.fields import AmountField
from apps.fares.choices import IneligibleReason
from apps.fares.eligibility.rules import DriverEligibility


class ExpiredDocumentSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=DriverDocument.Kind.choices)


class EligibilitySerializer(serializers.Serializer[DriverEligibility]):
    may_be_offered = serializers.BooleanField(
        help_text="False where no booking comes; low_balance alone keeps off cash trips only."
    )
    reasons = serializers.ListField(
        child=serializers.ChoiceField(choices=IneligibleReason.choices),
        help_text="Why not, the most lasting reason first; empty where every trip may come.",
    )
    balance = AmountField()
    cash_minimum = AmountField(
        allow_null=True,
        help_text="What the wallet must hold for cash trips; null where it may go below zero.",
    )
    top_up = AmountField(help_text="What is missing for that.")
    expired_documents = ExpiredDocumentSerializer(many=True)
    fit_until = serializers.DateTimeField(allow_null=True, help_text="When the first document expires.")
