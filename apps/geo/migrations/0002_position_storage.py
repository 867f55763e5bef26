"""Storage of drivers' positions."""

from typing import ClassVar

from django.db import migrations

# Every driver's row changes about once a second. Free space in each page keeps an update that does not change the
# indexed column in its page, without touching an index (HOT). Autovacuum removes the dead rows of the other updates
# before they slow the search for drivers.
SET = """
ALTER TABLE geo_driverposition SET (
    fillfactor = 70,
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_cost_delay = 0,
    autovacuum_analyze_scale_factor = 0.2
)"""
RESET = """
ALTER TABLE geo_driverposition RESET (
    fillfactor,
    autovacuum_vacuum_scale_factor,
    autovacuum_vacuum_cost_delay,
    autovacuum_analyze_scale_factor
)"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("geo", "0001_initial")]

    operations: ClassVar = [migrations.RunSQL(SET, RESET)]
