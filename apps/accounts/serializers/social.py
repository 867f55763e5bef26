"""Serializers of login by Google, Facebook and Apple."""

from typing import Any

from rest_framework import serializers


class SocialStartSerializer(serializers.Serializer[Any]):
    next = serializers.CharField(
        max_length=300,
        required=False,
        allow_blank=True,
        default="",
        help_text="Page of this site to go on to after the sign-in; any other is left out.",
    )


class SocialAddressSerializer(serializers.Serializer[Any]):
    url = serializers.CharField(help_text="Where the browser goes now, at the provider.")
