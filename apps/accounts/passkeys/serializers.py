"""Serializers for passkeys."""

from typing import Any

from rest_framework import serializers

from apps.accounts.models import Passkey


class PasskeySerializer(serializers.ModelSerializer[Passkey]):
    class Meta:
        model = Passkey
        fields = ("id", "name", "created_at", "last_used_at")
        read_only_fields = ("id", "created_at", "last_used_at")
        extra_kwargs = {"name": {"trim_whitespace": True}}  # noqa: RUF012  # as the parent declares it


class PasskeyListSerializer(serializers.Serializer[Any]):
    results = PasskeySerializer(many=True)


class PasskeyChallengeSerializer(serializers.Serializer[Any]):
    challenge = serializers.CharField(help_text="Send it with the credential; valid once.")
    options = serializers.DictField(
        help_text="For PublicKeyCredential.parseCreationOptionsFromJSON or parseRequestOptionsFromJSON."
    )
    expires_in = serializers.IntegerField(help_text="Seconds until the challenge expires.")


class PasskeyLoginSerializer(serializers.Serializer[Any]):
    challenge = serializers.CharField(max_length=100)
    credential = serializers.DictField(help_text="PublicKeyCredential.toJSON().")


class NewPasskeySerializer(PasskeyLoginSerializer):
    name = serializers.CharField(
        max_length=60,
        required=False,
        allow_blank=True,
        default="",
        help_text="Without a name: browser and system of the request.",
    )


class AddedPasskeySerializer(serializers.Serializer[Any]):
    passkey = PasskeySerializer()
    recovery_codes = serializers.ListField(
        child=serializers.CharField(),
        help_text="Shown only once: with the first second factor of staff; otherwise empty.",
    )


class PasskeyProofSerializer(serializers.Serializer[Any]):
    password = serializers.CharField(
        max_length=128, trim_whitespace=False, required=False, allow_blank=True, default=""
    )
