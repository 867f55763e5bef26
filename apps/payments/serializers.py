"""Serializers of payments in the API."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.core.fields import AmountField
from apps.payments.attempts.orders import checkout_url
from apps.payments.choices import CheckOutcome, CreditedTo, Purpose, State
from apps.payments.models import Attempt, Refund
from apps.payments.services.test_gateway import BUTTONS


class ProviderLinkSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    link = serializers.CharField()


class ProviderMarkSerializer(serializers.Serializer[Any]):
    """A gateway's logo: letters on a color."""

    color = serializers.CharField(help_text="#rrggbb")
    letters = serializers.CharField()


class OfferedProviderSerializer(ProviderLinkSerializer):
    label = serializers.CharField()  # type: ignore[assignment]  # the field's name in the API
    mark = ProviderMarkSerializer()
    min_amount = AmountField()
    max_amount = AmountField()


class OfferedQuerySerializer(serializers.Serializer[Any]):
    amount = AmountField(required=False, min_value=0, help_text="Only gateways that support this amount.")


class OfferedProviderListSerializer(serializers.Serializer[Any]):
    results = OfferedProviderSerializer(many=True)


class TopUpSerializer(serializers.Serializer[Any]):
    provider = serializers.CharField(max_length=20)
    amount = AmountField()


class PayBookingSerializer(serializers.Serializer[Any]):
    provider = serializers.CharField(max_length=20)
    use_wallet = serializers.BooleanField(
        default=False, help_text="Pay from the wallet first, and the rest by card."
    )


class ActionSerializer(serializers.Serializer[Any]):
    """The URL that the browser opens to pay."""

    url = serializers.CharField()


class AttemptSerializer(serializers.ModelSerializer[Attempt]):
    """An attempt for its payer."""

    state = serializers.ChoiceField(choices=State.choices)
    purpose = serializers.ChoiceField(choices=Purpose.choices)
    amount = AmountField()
    wallet_amount = AmountField(help_text="The part paid from the wallet when the card is charged.")
    refunded_amount = AmountField()
    booking_id = serializers.IntegerField(allow_null=True)
    credited_to = serializers.ChoiceField(
        choices=CreditedTo.choices,
        allow_blank=True,
        help_text="The account that was credited; `wallet` also if the booking no longer accepted it.",
    )
    action = serializers.SerializerMethodField()

    class Meta:
        model = Attempt
        fields = (
            "ref",
            "provider",
            "live",
            "purpose",
            "booking_id",
            "reference",
            "amount",
            "wallet_amount",
            "currency",
            "state",
            "credited_to",
            "refunded_amount",
            "created_at",
            "expires_at",
            "paid_at",
            "action",
        )
        read_only_fields = fields

    @extend_schema_field(ActionSerializer(allow_null=True))
    def get_action(self, attempt: Attempt) -> dict[str, Any] | None:
        """Return the URL while the attempt can be paid."""
        if not attempt.is_waiting or not attempt.action:
            return None
        return {"url": checkout_url(attempt)}


class CredentialStateSerializer(serializers.Serializer[Any]):
    """A credential's form field; `value` is null for secrets."""

    name = serializers.CharField()
    secret = serializers.BooleanField()
    required = serializers.BooleanField()  # type: ignore[assignment]  # the field's name in the API
    choices = serializers.ListField(child=serializers.CharField())
    example = serializers.CharField(help_text="The format, where it needs an example.")
    is_set = serializers.BooleanField()
    value = serializers.CharField(allow_null=True)


class AccountCheckSerializer(serializers.Serializer[Any]):
    outcome = serializers.ChoiceField(choices=CheckOutcome.choices)
    reason = serializers.CharField(help_text="The gateway's message, or nothing.")
    at = serializers.DateTimeField()


class AccountSerializer(serializers.Serializer[Any]):
    provider = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # the field's name in the API
    mark = ProviderMarkSerializer()
    docs_url = serializers.CharField(help_text="The gateway's documentation, or nothing.")
    mode = serializers.ChoiceField(choices=["test", "live"])
    enabled = serializers.BooleanField()
    complete = serializers.BooleanField()
    readable = serializers.BooleanField()
    currencies = serializers.ListField(child=serializers.CharField(), allow_null=True)
    broken = serializers.BooleanField(
        help_text="The gateway rejected the credentials; not offered until a check succeeds."
    )
    check = AccountCheckSerializer(allow_null=True)
    webhook_url = serializers.CharField()
    webhook_events = serializers.ListField(
        child=serializers.CharField(), help_text="The events to select in the gateway's dashboard."
    )
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
    next_url = serializers.CharField(help_text="The page that shows the payment's state.")
    buttons = serializers.ListField(child=serializers.ChoiceField(choices=list(BUTTONS)))


class PressSerializer(serializers.Serializer[Any]):
    button = serializers.ChoiceField(choices=list(BUTTONS))


class AttemptListSerializer(serializers.Serializer[Any]):
    results = AttemptSerializer(many=True)


class SubmitSerializer(serializers.Serializer[Any]):
    """The token of a gateway's card fields; never card data."""

    data = serializers.DictField(child=serializers.CharField(max_length=4000, allow_blank=True))  # type: ignore[assignment]  # the field's name in the API
