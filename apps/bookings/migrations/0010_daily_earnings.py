"""Daily totals beside the ledger, kept by the database (docs/decisions/0024).

- A booking that becomes PAID, or CANCELLED with a fee, adds itself to its driver's row of the day. A
  settlement holds that driver's wallet anyhow, so nobody waits here who did not wait there.
- The day is the ledger's: that of the transaction's own time, in the platform's time zone. When the zone
  is changed, all days are cut anew from the ledger.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

KEPT = """
CREATE FUNCTION bookings_earnings_zone() RETURNS text STABLE LANGUAGE sql AS $$
    SELECT coalesce((SELECT time_zone FROM core_platformsettings), 'UTC')
$$;

CREATE FUNCTION bookings_add_earnings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    paid boolean := NEW.status = 'PAID';
BEGIN
    -- Before the zone is read: who changes that holds this table until the change is committed.
    LOCK TABLE bookings_dailyearnings IN ROW EXCLUSIVE MODE;
    INSERT INTO bookings_dailyearnings AS kept (
        day, driver_id, fleet_admin_id, vehicle_number,
        rides, trip_cost, driver_share, convenience_fees, discount, cancellation_fees
    ) VALUES (
        (now() AT TIME ZONE bookings_earnings_zone())::date,
        NEW.driver_id, NEW.fleet_admin_id, NEW.vehicle_number,
        CASE WHEN paid THEN 1 ELSE 0 END,
        CASE WHEN paid THEN NEW.trip_cost ELSE 0 END,
        CASE WHEN paid THEN NEW.driver_share ELSE 0 END,
        CASE WHEN paid THEN NEW.convenience_fees ELSE 0 END,
        CASE WHEN paid THEN NEW.discount ELSE 0 END,
        CASE WHEN paid THEN 0 ELSE NEW.cancellation_fee END
    )
    ON CONFLICT (day, driver_id, fleet_admin_id) DO UPDATE SET
        vehicle_number = EXCLUDED.vehicle_number,
        rides = kept.rides + EXCLUDED.rides,
        trip_cost = kept.trip_cost + EXCLUDED.trip_cost,
        driver_share = kept.driver_share + EXCLUDED.driver_share,
        convenience_fees = kept.convenience_fees + EXCLUDED.convenience_fees,
        discount = kept.discount + EXCLUDED.discount,
        cancellation_fees = kept.cancellation_fees + EXCLUDED.cancellation_fees;
    RETURN NULL;
END $$;

-- A trip that cost nothing left no entry: it is counted on the day of its move.
CREATE FUNCTION bookings_earnings_of_ledger() RETURNS TABLE (
    day date, driver_id bigint, fleet_admin_id bigint, vehicle_number varchar, rides integer,
    trip_cost numeric, driver_share numeric, convenience_fees numeric, discount numeric,
    cancellation_fees numeric
) STABLE LANGUAGE sql AS $$
    SELECT (told.at AT TIME ZONE (SELECT bookings_earnings_zone()))::date, b.driver_id, b.fleet_admin_id,
           (array_agg(b.vehicle_number ORDER BY told.at DESC))[1], sum(told.rides)::integer,
           sum(told.trip_cost), sum(told.driver_share), sum(told.convenience_fees), sum(told.discount),
           sum(told.cancellation_fees)
    FROM (
        SELECT e.booking_id, e.created_at AS at,
               count(*) FILTER (WHERE e.kind = 'driver_share' AND a.name = 'trips') AS rides,
               coalesce(-sum(p.amount) FILTER (WHERE e.kind = 'driver_share' AND a.name = 'trips'), 0)
                   AS trip_cost,
               coalesce(sum(p.amount) FILTER (WHERE e.kind = 'driver_share' AND a.kind = 'user'), 0)
                   AS driver_share,
               coalesce(sum(p.amount) FILTER (WHERE e.kind = 'driver_share' AND a.name = 'revenue'), 0)
                   AS convenience_fees,
               coalesce(sum(p.amount) FILTER (WHERE e.kind = 'discount' AND a.name = 'trips'), 0) AS discount,
               coalesce(sum(p.amount) FILTER (WHERE e.kind = 'cancellation_fee' AND p.amount > 0), 0)
                   AS cancellation_fees
        FROM wallet_journalentry e
        JOIN wallet_posting p ON p.entry_id = e.id
        JOIN wallet_account a ON a.id = p.account_id
        WHERE e.kind IN ('driver_share', 'discount', 'cancellation_fee')
        GROUP BY e.booking_id, e.created_at
        UNION ALL
        SELECT free.id, moved.at, 1, 0, 0, 0, 0, 0
        FROM bookings_booking free
        JOIN bookings_bookingevent moved ON moved.booking_id = free.id
            AND moved.to_status = 'PAID' AND moved.from_status <> 'PAID'
        WHERE free.status IN ('PAID', 'COMPLETE') AND free.trip_cost = 0
    ) told
    JOIN bookings_booking b ON b.id = told.booking_id
    GROUP BY 1, 2, 3
$$;

CREATE FUNCTION bookings_rebuild_earnings() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    written bigint;
BEGIN
    -- Settlements under way are waited for, and later ones wait.
    LOCK TABLE bookings_dailyearnings IN SHARE ROW EXCLUSIVE MODE;
    DELETE FROM bookings_dailyearnings;
    INSERT INTO bookings_dailyearnings (
        day, driver_id, fleet_admin_id, vehicle_number,
        rides, trip_cost, driver_share, convenience_fees, discount, cancellation_fees
    ) SELECT * FROM bookings_earnings_of_ledger();
    GET DIAGNOSTICS written = ROW_COUNT;
    RETURN written;
END $$;

CREATE FUNCTION bookings_cut_days_anew() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM bookings_rebuild_earnings();
    RETURN NULL;
END $$;

CREATE TRIGGER bookings_booking_earns AFTER UPDATE ON bookings_booking FOR EACH ROW
    WHEN (OLD.status <> NEW.status
          AND (NEW.status = 'PAID' OR (NEW.status = 'CANCELLED' AND NEW.cancellation_fee > 0)))
    EXECUTE FUNCTION bookings_add_earnings();
CREATE TRIGGER bookings_zone_changed AFTER UPDATE ON core_platformsettings FOR EACH ROW
    WHEN (OLD.time_zone <> NEW.time_zone) EXECUTE FUNCTION bookings_cut_days_anew();
CREATE TRIGGER bookings_zone_set AFTER INSERT ON core_platformsettings FOR EACH ROW
    WHEN (NEW.time_zone <> 'UTC') EXECUTE FUNCTION bookings_cut_days_anew();

SELECT bookings_rebuild_earnings();
"""

GONE = """
DROP TRIGGER bookings_zone_set ON core_platformsettings;
DROP TRIGGER bookings_zone_changed ON core_platformsettings;
DROP TRIGGER bookings_booking_earns ON bookings_booking;
DROP FUNCTION bookings_cut_days_anew();
DROP FUNCTION bookings_rebuild_earnings();
DROP FUNCTION bookings_earnings_of_ledger();
DROP FUNCTION bookings_add_earnings();
DROP FUNCTION bookings_earnings_zone();
"""


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('bookings', '0009_redispatched_at'),
        ('core', '0005_people'),
        ('wallet', '0002_guards'),
    ]

    operations = [
        migrations.CreateModel(
            name='DailyEarnings',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('vehicle_number', models.CharField(blank=True, max_length=30)),
                ('rides', models.PositiveIntegerField()),
                ('trip_cost', models.DecimalField(decimal_places=4, max_digits=18)),
                ('driver_share', models.DecimalField(decimal_places=4, max_digits=18)),
                ('convenience_fees', models.DecimalField(decimal_places=4, max_digits=18)),
                ('discount', models.DecimalField(decimal_places=4, max_digits=18)),
                ('cancellation_fees', models.DecimalField(decimal_places=4, max_digits=18)),
                ('driver', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('fleet_admin', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'daily earnings',
                'indexes': [models.Index(fields=['driver', 'day'], name='daily_earnings_of_driver'), models.Index(condition=models.Q(('fleet_admin__isnull', False)), fields=['fleet_admin', 'day'], name='daily_earnings_of_fleet')],
                'constraints': [models.UniqueConstraint(fields=('day', 'driver', 'fleet_admin'), name='daily_earnings_once', nulls_distinct=False)],
            },
        ),
        migrations.RunSQL(KEPT, GONE),
    ]
