"""Shapes of payments in the API."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.core.fields import AmountField
from apps.payments.choices import Purpose, State
from apps.payments.models import Attempt, Refund
from apps.payments.services.test_gateway import BUTTONS


class OfferedProviderSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # the field's name in the API
    link = serializers.CharField()


class OfferedProviderListSerializer(serializers.Serializer[Any]):
    results = OfferedProviderSerializer(many=True)


class TopUpSerializer(serializers.Serializer[Any]):
    provider = serializers.CharField(max_length=20)
    amount = AmountField()


class ActionSerializer(serializers.Serializer[Any]):
    """What the browser does next: go there, post these fields there, or show our page for them."""

    kind = serializers.ChoiceField(choices=["redirect", "post", "page"])
    url = serializers.CharField()
    # Not `fields`: a serializer has its own.
    form = serializers.DictField(child=serializers.CharField(), source="fields")


class AttemptSerializer(serializers.ModelSerializer[Attempt]):
    """One attempt as its payer sees it."""

    state = serializers.ChoiceField(choices=State.choices)
    purpose = serializers.ChoiceField(choices=Purpose.choices)
    amount = AmountField()
    refunded_amount = AmountField()
    action = serializers.SerializerMethodField()

    class Meta:
        model = Attempt
        fields = (
            "ref",
            "provider",
            "live",
            "purpose",
            "reference",
            "amount",
            "currency",
            "state",
            "refunded_amount",
            "created_at",
            "expires_at",
            "paid_at",
            "action",
        )
        read_only_fields = fields

    @extend_schema_field(ActionSerializer(allow_null=True))
    def get_action(self, attempt: Attempt) -> dict[str, Any] | None:
        """Only while there is something to pay."""
        if not attempt.is_waiting or not attempt.action:
            return None
        return dict(ActionSerializer(attempt.action).data)


class CredentialStateSerializer(serializers.Serializer[Any]):
    """Whether a value is there; the value itself only where it is no secret."""

    name = serializers.CharField()
    secret = serializers.BooleanField()
    required = serializers.BooleanField()  # type: ignore[assignment]  # the field's name in the API
    choices = serializers.ListField(child=serializers.CharField())
    is_set = serializers.BooleanField()
    value = serializers.CharField(allow_null=True)


class AccountSerializer(serializers.Serializer[Any]):
    provider = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # the field's name in the API
    mode = serializers.ChoiceField(choices=["test", "live"])
    enabled = serializers.BooleanField()
    complete = serializers.BooleanField()
    readable = serializers.BooleanField()
    currencies = serializers.ListField(child=serializers.CharField(), allow_null=True)
    webhook_url = serializers.CharField()
    credentials = CredentialStateSerializer(many=True)


class AccountListSerializer(serializers.Serializer[Any]):
    results = AccountSerializer(many=True)


class SetAccountSerializer(serializers.Serializer[Any]):
    enabled = serializers.BooleanField(required=False, allow_null=True, default=None)
    credentials = serializers.DictField(
        child=serializers.CharField(max_length=4000, allow_blank=True), required=False, default=dict
    )


class RequestRefundSerializer(serializers.Serializer[Any]):
    amount = AmountField()
    reason = serializers.CharField(max_length=250, required=False, allow_blank=True, default="")


class RefundSerializer(serializers.ModelSerializer[Refund]):
    amount = AmountField()

    class Meta:
        model = Refund
        fields = ("ref", "amount", "state", "reason", "problem", "created_at")
        read_only_fields = fields


class TestPaymentSerializer(serializers.Serializer[Any]):
    """The test gateway's page."""

    ref = serializers.CharField()
    amount = AmountField()
    currency = serializers.CharField()
    state = serializers.ChoiceField(choices=State.choices)
    buttons = serializers.ListField(child=serializers.ChoiceField(choices=list(BUTTONS)))


class PressSerializer(serializers.Serializer[Any]):
    button = serializers.ChoiceField(choices=list(BUTTONS))


class SubmitSerializer(serializers.Serializer[Any]):
    """What a gateway's fields on our page gave; a token, never a card."""

    data = serializers.DictField(child=serializers.CharField(max_length=4000, allow_blank=True))  # type: ignore[assignment]  # the field's name in the API
