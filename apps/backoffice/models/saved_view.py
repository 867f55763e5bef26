from typing import ClassVar

from django.conf import settings
from django.db import models


class SavedView(models.Model):
    """A user's saved filters, order and columns of a list."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    # Before the field `list`, which shadows the builtin in the class body.
    columns = models.JSONField(default=list)
    """Column names in order; empty for the default columns."""
    list = models.CharField(max_length=40)
    """The list's name in the frontend: `riders`, `promos` ..."""
    name = models.CharField(max_length=60)
    query = models.CharField(max_length=1000, blank=True)
    """The page's query string: `q=ada&approved=true&sort=-created_at`."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "list", "name"], name="saved_view_once_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.list}: {self.name}"
