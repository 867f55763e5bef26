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
        migrations.RunSQL(TRIGGER, DROP_TRIGGER),
    ]
