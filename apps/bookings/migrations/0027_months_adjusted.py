"""A month with an adjustment alone is in the drivers' report too (migration 0026 left it out)."""

from typing import ClassVar

from django.db import migrations

INDEXES = """
DROP INDEX driver_months_by_share, driver_months_by_rides, driver_months_by_few;
CREATE INDEX driver_months_by_share ON bookings_drivermonths (fleet, driver_share DESC, month DESC, driver_id)
    WHERE {rows};
CREATE INDEX driver_months_by_rides ON bookings_drivermonths (fleet, rides DESC, month DESC, driver_id)
    WHERE {rows};
CREATE INDEX driver_months_by_few ON bookings_drivermonths (fleet, rides, month DESC, driver_id)
    WHERE {rows};
"""
BEFORE = "rides > 0 OR tips > 0"


class Migration(migrations.Migration):
    dependencies: ClassVar = [("bookings", "0026_tips")]

    operations: ClassVar = [
        migrations.RunSQL(
            INDEXES.replace("{rows}", f"{BEFORE} OR driver_share <> 0"),
            INDEXES.replace("{rows}", BEFORE),
        )
    ]
