from django.db import migrations

# Every driver's row changes about once a second. Room in each page lets an update that leaves the
# indexed spot alone stay in its page without touching an index (HOT), and the dead rows of the
# others are swept up before they can slow a search down.
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

    dependencies = [
        ("geo", "0001_initial"),
    ]

    operations = [migrations.RunSQL(SET, RESET)]
