"""The checks that need no other app."""

from typing import Final

from apps.core.diagnosis import deliveries, files, secrets, servers
from apps.core.diagnosis.registry import Check, register_check

DATABASE: Final = "Check DATABASE_URL, and that PostgreSQL is running and accepts this user."
REDIS: Final = "Check REDIS_URL, and that Redis is running."
STORAGE: Final = "Check MEDIA_ROOT, or STORAGE and the credentials of the bucket."


def register_checks() -> None:
    register_check(Check("database", servers.database, DATABASE))
    register_check(Check("redis", servers.redis, REDIS))
    register_check(Check("clocks", servers.clocks, f"{DATABASE} {REDIS}"))
    register_check(Check("secrets", secrets.secrets, DATABASE))
    register_check(Check("files", files.files, STORAGE, slow=True))
    register_check(Check("deliveries", deliveries.deliveries, DATABASE))
