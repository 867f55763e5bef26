"""Serializers of payments in the API."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.core.fields import AmountField
from apps.payments.choices import CheckOutcome, CreditedTo, Purpose, State
from apps.payments.models import Attempt, Refund
from apps.payments.orders import checkout_url
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
    amount = AmountField(required=False, min_value=0, help_text="Only those that can take this amount.")


class OfferedProviderListSerializer(serializers.Serializer[Any]):
    results = OfferedProviderSerializer(many=True)


class TopUpSerializer(serializers.Serializer[Any]):
    provider = serializers.CharField(max_length=20)
    amount = AmountField()


class PayBookingSerializer(serializers.Serializer[Any]):
    provider = serializers.CharField(max_length=20)
    use_wallet = serializers.BooleanField(
        default=False, help_text="All that the wallet holds first, and only the rest by card."
    )


class ActionSerializer(serializers.Serializer[Any]):
    """Where the browser goes to pay; what a gateway wants posted, a page of ours posts from there."""

    url = serializers.CharField()


class AttemptSerializer(serializers.ModelSerializer[Attempt]):
    """One attempt as its payer sees it."""

    state = serializers.ChoiceField(choices=State.choices)
    purpose = serializers.ChoiceField(choices=Purpose.choices)
    amount = AmountField()
    wallet_amount = AmountField(help_text="What the wallet adds for the booking when the card is charged.")
    refunded_amount = AmountField()
    booking_id = serializers.IntegerField(allow_null=True)
    credited_to = serializers.ChoiceField(
        choices=CreditedTo.choices,
        allow_blank=True,
        help_text="Where the money went; `wallet` also where a booking no longer wanted it.",
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
        """Only while there is something to pay."""
        if not attempt.is_waiting or not attempt.action:
            return None
        return {"url": checkout_url(attempt)}


class CredentialStateSerializer(serializers.Serializer[Any]):
    """Whether a value is there; the value itself only where it is no secret."""

    name = serializers.CharField()
    secret = serializers.BooleanField()
    required = serializers.BooleanField()  # type: ignore[assignment]  # the field's name in the API
    choices = serializers.ListField(child=serializers.CharField())
    example = serializers.CharField(help_text="The format, where it needs an example.")
    is_set = serializers.BooleanField()
    value = serializers.CharField(allow_null=True)


class AccountCheckSerializer(serializers.Serializer[Any]):
    outcome = serializers.ChoiceField(choices=CheckOutcome.choices)
    reason = serializers.CharField(help_text="The gateway's words, or nothing.")
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
        help_text="The gateway refused the credentials in use: not offered until a good check."
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
    buttons = serializers.ListField(child=serializers.ChoiceField(choices=list(BUTTONS)))


class PressSerializer(serializers.Serializer[Any]):
    button = serializers.ChoiceField(choices=list(BUTTONS))


class AttemptListSerializer(serializers.Serializer[Any]):
    results = AttemptSerializer(many=True)


class SubmitSerializer(serializers.Serializer[Any]):
    """What a gateway's fields on our page gave; a token, never a card."""

    data = serializers.DictField(child=serializers.CharField(max_length=4000, allow_blank=True))  # type: ignore[assignment]  # the field's name in the API
