from apps.core.models.audit import AuditEntry
from apps.core.models.idempotency import IdempotencyKey
from apps.core.models.outbox import OutboxEntry, Topic
from apps.core.models.platform import PlatformSettings

__all__ = ["AuditEntry", "IdempotencyKey", "OutboxEntry", "PlatformSettings", "Topic"]
