"""Serializers of the weekly earnings statement."""

from typing import Any

from rest_framework import serializers

from apps.core.fields import AmountField
from apps.wallet.choices import EntryKind


class StatementFormatSerializer(serializers.Serializer[Any]):
    format = serializers.ChoiceField(choices=["json", "pdf"], default="json")


class StatementWeekSerializer(serializers.Serializer[Any]):
    week = serializers.DateField(source="monday", help_text="The Monday of the week.")
    until = serializers.DateField(source="sunday", help_text="The Sunday of the week.")
    so_far = serializers.BooleanField(help_text="The week is not over.")


class StatementWeeksSerializer(serializers.Serializer[Any]):
    results = StatementWeekSerializer(many=True)


class StatementMovementSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=EntryKind.choices)
    amount = AmountField(help_text="Negative if the wallet paid.")


class StatementSerializer(serializers.Serializer[Any]):
    """A weekly statement; fleet admins get neither balances nor movements."""

    optional_in_replies = ("closing_balance", "movements", "net", "opening_balance")

    week = serializers.DateField(source="week.monday", help_text="The Monday of the week.")
    until = serializers.DateField(source="week.sunday", help_text="The Sunday of the week.")
    so_far = serializers.BooleanField(source="week.so_far", help_text="The week is not over.")
    trips = serializers.IntegerField()
    fares = AmountField(help_text="Before the platform's fee.")
    convenience_fees = AmountField()
    driver_share = AmountField()
    movements = StatementMovementSerializer(many=True, required=False)
    net = AmountField(help_text="The sum of all movements.", required=False)
    opening_balance = AmountField(required=False)
    closing_balance = AmountField(required=False)
