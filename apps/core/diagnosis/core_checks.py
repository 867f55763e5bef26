"""The checks that need no other app."""

from apps.core.diagnosis import deliveries, files, secrets, servers
from apps.core.diagnosis.registry import Check, register_check


def register_checks() -> None:
    register_check(Check("database", servers.database))
    register_check(Check("redis", servers.redis))
    register_check(Check("clocks", servers.clocks))
    register_check(Check("secrets", secrets.secrets))
    register_check(Check("files", files.files, slow=True))
    register_check(Check("deliveries", deliveries.deliveries))
