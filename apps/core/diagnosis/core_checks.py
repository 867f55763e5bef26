"""The checks that need no other app."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from apps.core.diagnosis import deliveries, disk, files, processes, secrets, servers
from apps.core.diagnosis.registry import Check, register_check

DATABASE: Final = _("Check DATABASE_URL, and that PostgreSQL is running and accepts this user.")
REDIS: Final = _("Check the URL, and that Redis is running.")
SERVERS: Final = _("Check that PostgreSQL and Redis are running.")
REPLICA: Final = _("Check DATABASE_REPLICA_URL, and that the standby is running and accepts this user.")
STORAGE: Final = _("Check MEDIA_ROOT, or STORAGE and the credentials of the bucket.")


def register_checks() -> None:
    register_check(Check("database", servers.database, _("Database"), DATABASE))
    register_check(Check("replica", servers.replica, _("Read replica"), REPLICA))
    register_check(Check("connections", servers.connections, _("Database connections"), DATABASE))
    register_check(Check("redis", servers.redis, _("Redis"), REDIS))
    register_check(Check("processes", processes.processes, _("Processes"), SERVERS, live=True))
    register_check(Check("deliveries", deliveries.deliveries, _("Events and jobs"), DATABASE))
    register_check(Check("clocks", servers.clocks, _("Clocks"), SERVERS))
    register_check(Check("secrets", secrets.secrets, _("Secrets"), DATABASE))
    register_check(Check("files", files.files, _("Files"), STORAGE, slow=True))
    register_check(Check("disk", disk.disk, _("Disk")))
    register_check(Check("archive", servers.archive, _("Archive for backups"), DATABASE, live=True))
