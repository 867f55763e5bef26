"""Serializers for login by Google, Facebook and Apple."""

from typing import Any

from rest_framework import serializers


class SocialStartSerializer(serializers.Serializer[Any]):
    next = serializers.CharField(
        max_length=300,
        required=False,
        allow_blank=True,
        default="",
        help_text="Page of this site to open after the login; other sites are ignored.",
    )


class SocialAddressSerializer(serializers.Serializer[Any]):
    url = serializers.CharField(help_text="URL of the provider's login page.")
