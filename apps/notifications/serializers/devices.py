"""Serializers of push devices in the API."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from apps.notifications.adapters.webpush.endpoint import check_endpoint
from apps.notifications.adapters.webpush.keys import is_auth_secret, is_public_key
from apps.notifications.choices import DeviceKind, DevicePlatform
from apps.notifications.models import PushDevice
from apps.notifications.services.devices import Registration

ADDRESS_LENGTH = 1024


class SubscriptionKeysSerializer(serializers.Serializer[Any]):
    p256dh = serializers.CharField(max_length=100)
    auth = serializers.CharField(max_length=40)

    def validate_p256dh(self, value: str) -> str:
        if not is_public_key(value):
            raise serializers.ValidationError(_("This isn't a browser's public key."))
        return value

    def validate_auth(self, value: str) -> str:
        if not is_auth_secret(value):
            raise serializers.ValidationError(_("This isn't a subscription secret."))
        return value


class SubscriptionSerializer(serializers.Serializer[Any]):
    """A browser's PushSubscription as its toJSON() gives it."""

    endpoint = serializers.CharField(max_length=ADDRESS_LENGTH)
    keys = SubscriptionKeysSerializer()


class NewPushDeviceSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=DeviceKind.choices)
    platform = serializers.ChoiceField(choices=DevicePlatform.choices)
    subscription = SubscriptionSerializer(required=False, help_text="For webpush.")
    token = serializers.RegexField(
        r"^[\w:%.\-]+$",
        required=False,
        max_length=ADDRESS_LENGTH,
        help_text="For fcm: the registration token.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        needed = "subscription" if attrs["kind"] == DeviceKind.WEB_PUSH else "token"
        if not attrs.get(needed):
            raise serializers.ValidationError({needed: _("Required")})
        return attrs

    @property
    def registration(self) -> Registration:
        """What was sent, checked; raises BadInput push_endpoint_refused."""
        data = self.validated_data
        if data["kind"] == DeviceKind.FCM:
            return Registration(kind=data["kind"], platform=data["platform"], address=data["token"])
        subscription = data["subscription"]
        check_endpoint(subscription["endpoint"])
        return Registration(
            kind=data["kind"],
            platform=data["platform"],
            address=subscription["endpoint"],
            p256dh=subscription["keys"]["p256dh"],
            auth=subscription["keys"]["auth"],
        )


class PushDeviceSerializer(serializers.ModelSerializer[PushDevice]):
    """Never the address: who knows it can have messages sent there."""

    kind = serializers.ChoiceField(choices=DeviceKind.choices)
    platform = serializers.ChoiceField(choices=DevicePlatform.choices)
    current = serializers.SerializerMethodField()

    class Meta:
        model = PushDevice
        fields = ("id", "kind", "platform", "created_at", "last_used_at", "current")

    def get_current(self, device: PushDevice) -> bool:
        """Whether it belongs to the login that asks."""
        return bool(device.session_id == self.context["family"])


class PushDeviceListSerializer(serializers.Serializer[Any]):
    results = PushDeviceSerializer(many=True)


class PushConfigSerializer(serializers.Serializer[Any]):
    vapid_public_key = serializers.CharField(
        allow_null=True, help_text="What a browser subscribes with; null when Web Push is off."
    )
    fcm = serializers.BooleanField(help_text="Whether registration tokens are of any use here.")
