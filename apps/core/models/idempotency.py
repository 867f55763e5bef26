from typing import ClassVar

from django.conf import settings
from django.db import models


class IdempotencyKey(models.Model):
    """The stored reply to a POST, written in the transaction that did the work."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=100)
    request_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    body = models.TextField()
    """JSON text, because jsonb does not preserve the order of fields."""
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once_a_user"),
        ]

    def __str__(self) -> str:
        return self.key
