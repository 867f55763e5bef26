from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone

from apps.accounts.staff_roles.areas import BuiltIn


class StaffRole(models.Model):
    """A set of permissions for admins: a level in each area of the back office."""

    name = models.CharField(max_length=60, blank=True)
    """Blank for a built-in role that was not renamed: its name is translated."""
    built_in = models.CharField(max_length=20, blank=True, default="", editable=False)
    """Which of the roles of a new installation it is; blank for others."""
    permissions = models.JSONField(default=dict)
    """Level by area (apps.accounts.staff_roles.areas); a missing area is not allowed."""
    two_factor = models.BooleanField(default=False)
    """Whether its people need an authenticator app, whatever the settings say."""
    version = models.PositiveIntegerField(default=1, editable=False)
    """Grows with each change, by which open sockets notice it."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(Lower("name"), condition=~Q(name=""), name="staff_role_name"),
            models.UniqueConstraint(
                fields=["built_in"], condition=~Q(built_in=""), name="staff_role_built_in"
            ),
            models.CheckConstraint(condition=~Q(name="", built_in=""), name="staff_role_named"),
        ]

    def __str__(self) -> str:
        return self.name or str(BuiltIn(self.built_in).label)
