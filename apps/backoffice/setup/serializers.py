from typing import Any

from rest_framework import serializers

from apps.accounts.sign_up.password_policy import MAX_LENGTH


class SetupCountrySerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()
    currency = serializers.CharField(help_text="The only currency of the country, or blank.")
    time_zones = serializers.ListField(child=serializers.CharField())


class SetupCurrencySerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()


class SetupStateSerializer(serializers.Serializer[Any]):
    needed = serializers.BooleanField(help_text="False once there is an admin; the lists are then empty.")
    countries = SetupCountrySerializer(many=True)
    currencies = SetupCurrencySerializer(many=True)


class SetupSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(max_length=100, help_text="The key in the fragment of the set-up link.")
    company_name = serializers.CharField(max_length=200)
    country = serializers.CharField(max_length=2, help_text="Two letters (ISO 3166-1).")
    currency = serializers.CharField(max_length=3, help_text="Three letters (ISO 4217).")
    time_zone = serializers.CharField(max_length=64)
    email = serializers.CharField(max_length=254)
    password = serializers.CharField(max_length=MAX_LENGTH, trim_whitespace=False)


class SetupDoneSerializer(serializers.Serializer[Any]):
    email = serializers.CharField(help_text="The email address that the admin logs in with.")
