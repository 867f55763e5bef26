from apps.core.models.audit import AuditEntry
from apps.core.models.idempotency import IdempotencyKey
from apps.core.models.outbox import NumberedEvent, OutboxEntry, Topic
from apps.core.models.platform import PlatformSettings

__all__ = ["AuditEntry", "IdempotencyKey", "NumberedEvent", "OutboxEntry", "PlatformSettings", "Topic"]
