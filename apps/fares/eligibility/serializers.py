"""Serializers of a driver's eligibility, for the driver and staff."""

from typing import Any

from rest_framework import serializers

from apps.accounts.models import DriverDocument
from apps.core.fields import AmountField
from apps.fares.choices import IneligibleReason
from apps.fares.eligibility.rules import DriverEligibility
from apps.fleet.choices import LimitReason, Subject
from apps.fleet.fitness.limits import Limit


class ExpiredDocumentSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=DriverDocument.Kind.choices)


class RequiredDocumentSerializer(serializers.Serializer[Limit]):
    subject = serializers.ChoiceField(choices=Subject.choices)
    kind = serializers.ChoiceField(choices=DriverDocument.Kind.choices)
    reason = serializers.ChoiceField(
        choices=[
            (one.value, one.label) for one in (LimitReason.DOCUMENTS_MISSING, LimitReason.DOCUMENTS_EXPIRED)
        ]
    )


class EligibilitySerializer(serializers.Serializer[DriverEligibility]):
    may_be_offered = serializers.BooleanField(
        help_text="False if no booking is offered; low_balance alone only prevents cash trips."
    )
    reasons = serializers.ListField(
        child=serializers.ChoiceField(choices=IneligibleReason.choices),
        help_text="The parts of the rule that fail, the most permanent first; empty if none fails.",
    )
    balance = AmountField()
    cash_minimum = AmountField(
        allow_null=True,
        help_text="The balance required for cash trips; null if it can be negative.",
    )
    top_up = AmountField(help_text="The amount missing to reach it.")
    expired_documents = ExpiredDocumentSerializer(many=True)
    missing_documents = RequiredDocumentSerializer(many=True)
    warnings = RequiredDocumentSerializer(many=True, help_text="Missing or expired, without blocking trips.")
    fit_until = serializers.DateTimeField(
        allow_null=True, help_text="Until when trips are offered; null without an end."
    )
