"""Payments as the link of a rider without an account shows them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.core.fields import AmountField
from apps.payments.attempts.orders import checkout_url
from apps.payments.choices import State
from apps.payments.gateways.registry import provider_label
from apps.payments.models import Attempt
from apps.payments.serializers import ProviderMarkSerializer


class PayAsGuestSerializer(serializers.Serializer[Any]):
    provider = serializers.CharField(max_length=20)


class GuestProviderSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # the field's name in the API
    mark = ProviderMarkSerializer()


class GuestAttemptSerializer(serializers.Serializer[Attempt]):
    ref = serializers.CharField()
    label = serializers.SerializerMethodField(help_text="The gateway's name.")  # type: ignore[assignment]
    amount = AmountField()
    state = serializers.ChoiceField(choices=State.choices)
    url = serializers.SerializerMethodField(help_text="Where the browser pays, while that is possible.")

    def get_label(self, attempt: Attempt) -> str:
        return provider_label(attempt.provider)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_url(self, attempt: Attempt) -> str | None:
        return checkout_url(attempt) if attempt.is_waiting and attempt.action else None


class GuestPaymentSerializer(serializers.Serializer[Any]):
    is_payable = serializers.BooleanField(help_text="Whether the booking can be paid now.")
    amount = AmountField(help_text="The amount to pay, with fees owed for earlier bookings.")
    owed_amount = AmountField(help_text="The part of the amount for those fees.")
    payment_due_at = serializers.DateTimeField(
        allow_null=True, help_text="When a booking paid before the trip is cancelled."
    )
    providers = GuestProviderSerializer(many=True)
    attempt = GuestAttemptSerializer(allow_null=True, help_text="The last one by this link.")
