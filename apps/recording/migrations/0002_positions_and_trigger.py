"""The partitioned table of position samples, and the trigger that writes changes of drivers' availability."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# Partitions follow from apps.recording.positions.partitions, before the first sample of a month. No constraint on
# the users, whose table each new partition would lock.
SAMPLES = """
CREATE TABLE recording_positionsample (
    at timestamptz NOT NULL,
    lat double precision NOT NULL,
    lng double precision NOT NULL,
    free boolean NOT NULL,
    car_type_id bigint,
    driver_id bigint NOT NULL,
    PRIMARY KEY (at, driver_id)
) PARTITION BY RANGE (at);
CREATE INDEX position_sample_of_driver ON recording_positionsample (driver_id, at);
"""
DROP_SAMPLES = "DROP TABLE recording_positionsample"

# As the owner of the tables: the role of the processes creates and drops no other table (docs/decisions/0103).
PARTITIONS = """
CREATE FUNCTION recording_partition(first timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT 'recording_positionsample_' || to_char(first AT TIME ZONE 'UTC', 'YYYY_MM')
$$;
CREATE FUNCTION recording_next_month(first timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
    SELECT (date_trunc('month', first AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC'
$$;
CREATE FUNCTION recording_create_partition(first timestamptz) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    EXECUTE format(
        'CREATE TABLE IF NOT EXISTS %I PARTITION OF recording_positionsample FOR VALUES FROM (%L) TO (%L)',
        recording_partition(first), first, recording_next_month(first)
    );
END $$;
CREATE FUNCTION recording_drop_partition(first timestamptz) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    IF recording_next_month(first) > now() THEN
        RAISE EXCEPTION 'the month has not ended';
    END IF;
    EXECUTE format('DROP TABLE IF EXISTS %I', recording_partition(first));
END $$;
REVOKE EXECUTE ON FUNCTION recording_create_partition, recording_drop_partition FROM PUBLIC;
"""
DROP_PARTITIONS = """
DROP FUNCTION recording_create_partition, recording_drop_partition, recording_partition, recording_next_month;
"""

# The clock, not the time of the transaction: two changes of a driver wait for each other at the driver's row, so that
# their times are in their order.
TRIGGER = """
CREATE FUNCTION recording_note_presence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO recording_presencechange (driver_id, at, active, busy)
    VALUES (NEW.user_id, clock_timestamp(), NEW.active, NEW.busy);
    RETURN NULL;
END $$;
CREATE TRIGGER recording_presence AFTER UPDATE OF active, busy ON accounts_driverprofile
    FOR EACH ROW WHEN (OLD.active <> NEW.active OR OLD.busy <> NEW.busy)
    EXECUTE FUNCTION recording_note_presence();
"""
DROP_TRIGGER = """
DROP TRIGGER recording_presence ON accounts_driverprofile;
DROP FUNCTION recording_note_presence();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0008_merged_callers'),
        ('recording', '0001_recording'),
    ]

    operations = [
        migrations.RunSQL(
            SAMPLES,
            DROP_SAMPLES,
            state_operations=[
                migrations.CreateModel(
                    name='PositionSample',
                    fields=[
                        ('pk', models.CompositePrimaryKey('at', 'driver', blank=True, editable=False, primary_key=True, serialize=False)),
                        ('at', models.DateTimeField()),
                        ('lat', models.FloatField()),
                        ('lng', models.FloatField()),
                        ('free', models.BooleanField()),
                        ('car_type_id', models.BigIntegerField(null=True)),
                        ('driver', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['driver', 'at'], name='position_sample_of_driver')],
                    },
                ),
            ],
        ),
        migrations.RunSQL(PARTITIONS, DROP_PARTITIONS),
        migrations.RunSQL(TRIGGER, DROP_TRIGGER),
    ]
