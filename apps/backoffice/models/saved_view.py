from typing import ClassVar

from django.conf import settings
from django.db import models


class SavedView(models.Model):
    """What one person keeps of a list under a name: filters, order, columns."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    # Before `list`, which from there on is a field here.
    columns = models.JSONField(default=list)
    """Names of columns in their order; empty for the usual ones."""
    list = models.CharField(max_length=40)
    """The list by the name that the pages call it: `riders`, `promos` ..."""
    name = models.CharField(max_length=60)
    query = models.CharField(max_length=1000, blank=True)
    """As in the address of the page: `q=ada&approved=true&sort=-created_at`."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "list", "name"], name="saved_view_once_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.list}: {self.name}"
