"""Serializers of staff roles."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.accounts.models import StaffRole
from apps.accounts.serializers.changes import ChangesSerializer
from apps.accounts.staff_roles.areas import READ_LEVELS, READ_ONLY, Area, BuiltIn, Level, all_levels


def _level(area: Area) -> serializers.ChoiceField:
    choices = READ_LEVELS if area in READ_ONLY else Level.choices
    return serializers.ChoiceField(choices=choices, required=False, default=Level.NONE.value)


class _Permissions(ChangesSerializer):
    """The level in each area."""


StaffPermissionsSerializer: type[serializers.Serializer[Any]] = type(
    "StaffPermissionsSerializer",
    (_Permissions,),
    {"__doc__": _Permissions.__doc__, **{area.value: _level(area) for area in Area}},
)
"""A field for each area of the declaration."""


class NamedRoleSerializer(serializers.Serializer[StaffRole]):
    id = serializers.IntegerField()
    name = serializers.CharField(source="__str__", help_text="Translated for built-in roles.")


class StaffRoleSerializer(NamedRoleSerializer):
    built_in = serializers.ChoiceField(choices=BuiltIn.choices, allow_blank=True)
    permissions = serializers.SerializerMethodField()
    two_factor = serializers.BooleanField(help_text="Its people need an authenticator app.")
    people = serializers.IntegerField(source="people_count", help_text="The number of admins with the role.")
    editable = serializers.SerializerMethodField(
        help_text="Whether the requesting admin may change or delete it."
    )
    givable = serializers.SerializerMethodField(help_text="Whether the requesting admin may give it.")

    @extend_schema_field(StaffPermissionsSerializer())
    def get_permissions(self, role: StaffRole) -> dict[str, str]:
        return all_levels(role.permissions)

    def get_editable(self, role: StaffRole) -> bool:
        return bool(self.context["may_edit"](role))

    def get_givable(self, role: StaffRole) -> bool:
        return bool(self.context["may_give"](role))


class StaffRoleListSerializer(serializers.Serializer[Any]):
    results = StaffRoleSerializer(many=True)


class StaffRoleFormSerializer(ChangesSerializer):
    name = serializers.CharField(max_length=60)
    permissions = StaffPermissionsSerializer()
    two_factor = serializers.BooleanField(required=False, default=False)


class DeleteRoleSerializer(serializers.Serializer[Any]):
    reassign_to = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=1,
        help_text="The role that the admins of the deleted one get.",
    )
