"""Serializers of payments for admins."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.core.fields import AmountField
from apps.payments.choices import CreditedTo, Purpose, State, Verdict
from apps.payments.gateways.registry import provider_label, provider_mark
from apps.payments.models import Attempt, Notification
from apps.payments.serializers import ProviderMarkSerializer, RefundSerializer
from apps.payments.services.refunding import refundable

MAX_NOTIFICATIONS: Final = 50


class AttemptRowSerializer(serializers.ModelSerializer[Attempt]):
    state = serializers.ChoiceField(choices=State.choices)
    purpose = serializers.ChoiceField(choices=Purpose.choices)
    credited_to = serializers.ChoiceField(choices=CreditedTo.choices, allow_blank=True)
    amount = AmountField()
    wallet_amount = AmountField()
    refunded_amount = AmountField()
    user_name = serializers.CharField(source="user.full_name")
    user_id = serializers.IntegerField()
    booking_id = serializers.IntegerField(allow_null=True)
    provider_label = serializers.SerializerMethodField()
    provider_mark = serializers.SerializerMethodField()

    class Meta:
        model = Attempt
        fields = (
            "id",
            "ref",
            "reference",
            "user_id",
            "user_name",
            "booking_id",
            "provider",
            "provider_label",
            "provider_mark",
            "live",
            "purpose",
            "state",
            "amount",
            "currency",
            "wallet_amount",
            "refunded_amount",
            "credited_to",
            "created_at",
            "paid_at",
            "payment_id",
            "problem",
        )
        read_only_fields = fields

    def get_provider_label(self, attempt: Attempt) -> str:
        return provider_label(attempt.provider)

    @extend_schema_field(ProviderMarkSerializer())
    def get_provider_mark(self, attempt: Attempt) -> Any:
        return ProviderMarkSerializer(provider_mark(attempt.provider)).data


class NotificationRowSerializer(serializers.ModelSerializer[Notification]):
    """A received notification and its result, without its body."""

    verdict = serializers.ChoiceField(choices=Verdict.choices)

    class Meta:
        model = Notification
        fields = ("id", "received_at", "method", "verdict", "reason")


class AttemptDetailSerializer(AttemptRowSerializer):
    refunds = serializers.SerializerMethodField()
    notifications = serializers.SerializerMethodField(help_text="The newest fifty.")
    refundable_amount = serializers.SerializerMethodField(help_text="What can still be refunded.")

    class Meta(AttemptRowSerializer.Meta):
        fields = (  # type: ignore[assignment]  # more than the row's
            *AttemptRowSerializer.Meta.fields,
            "refunds",
            "notifications",
            "refundable_amount",
        )

    @extend_schema_field(RefundSerializer(many=True))
    def get_refunds(self, attempt: Attempt) -> Any:
        return RefundSerializer(attempt.refunds.order_by("-id"), many=True).data

    @extend_schema_field(NotificationRowSerializer(many=True))
    def get_notifications(self, attempt: Attempt) -> Any:
        newest = attempt.notifications.order_by("-id")[:MAX_NOTIFICATIONS]
        return NotificationRowSerializer(newest, many=True).data

    @extend_schema_field(AmountField())
    def get_refundable_amount(self, attempt: Attempt) -> str:
        return str(refundable(attempt))
