"""Serializers of requirements."""

from typing import Final

from rest_framework import serializers

from apps.accounts.models import DriverDocument
from apps.accounts.serializers.changes import ChangesSerializer
from apps.fleet.choices import Effect, Subject
from apps.fleet.models import Requirement
from apps.fleet.serializers.vehicles import FleetCarTypeSerializer, FleetPersonSerializer

MAX_GRACE_DAYS: Final = 365


class RequirementSerializer(serializers.Serializer[Requirement]):
    id = serializers.IntegerField()
    subject = serializers.ChoiceField(choices=Subject.choices)
    kind = serializers.ChoiceField(choices=DriverDocument.Kind.choices)
    effect = serializers.ChoiceField(choices=Effect.choices)
    grace_days = serializers.IntegerField()
    car_type = FleetCarTypeSerializer(allow_null=True, help_text="Null: all car types.")
    fleet_admin = FleetPersonSerializer(allow_null=True, help_text="Null: all fleets.")
    created_at = serializers.DateTimeField()


class RequirementFormSerializer(ChangesSerializer):
    subject = serializers.ChoiceField(choices=Subject.choices)
    kind = serializers.ChoiceField(choices=DriverDocument.Kind.choices)
    effect = serializers.ChoiceField(choices=Effect.choices, required=False)
    grace_days = serializers.IntegerField(required=False, min_value=0, max_value=MAX_GRACE_DAYS)
    car_type = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    fleet_admin = serializers.IntegerField(required=False, allow_null=True, min_value=1)
