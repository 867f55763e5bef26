"""When each booking was settled, and what each day that is over came to (docs/decisions/0024)."""

from django.db import migrations, models

# The database keeps these by itself, as it does the daily earnings (migration 0010):
# - settled_at is the time of the transaction that moved the money, as it is in the ledger and on the report's
#   day, so that the bookings behind a number are those between its midnights;
# - a day that is over is summed up once. Whoever settles on it after all opens it again.
KEPT = """
CREATE FUNCTION bookings_stamp_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.settled_at := now();
    RETURN NEW;
END $$;

CREATE FUNCTION bookings_settled_of_ledger() RETURNS TABLE (booking_id bigint, at timestamptz)
STABLE LANGUAGE sql AS $$
    SELECT e.booking_id, max(e.created_at)
    FROM wallet_journalentry e
    WHERE e.kind IN ('driver_share', 'cancellation_fee')
    GROUP BY e.booking_id
    UNION ALL
    SELECT free.id, max(moved.at)
    FROM bookings_booking free
    JOIN bookings_bookingevent moved ON moved.booking_id = free.id
        AND moved.to_status = 'PAID' AND moved.from_status <> 'PAID'
    WHERE free.status IN ('PAID', 'COMPLETE') AND free.trip_cost = 0
    GROUP BY free.id
$$;

CREATE FUNCTION bookings_close_days() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    zone text;
    since date;
    until date;
    written bigint;
BEGIN
    -- Settlements under way are waited for, and later ones wait: for a day's rows, which is no time.
    LOCK TABLE bookings_dailyearnings IN SHARE ROW EXCLUSIVE MODE;
    zone := bookings_earnings_zone();
    -- What began before midnight has an hour to end.
    until := ((now() - interval '1 hour') AT TIME ZONE zone)::date - 1;
    since := coalesce((SELECT max(day) + 1 FROM bookings_daytotals), '-infinity'::date);
    INSERT INTO bookings_daytotals (
        fleet, day, rides, trip_cost, driver_share, convenience_fees, discount, cancellation_fees,
        drivers, cancelled
    )
    SELECT fleet, day, coalesce(e.rides, 0), coalesce(e.trip_cost, 0), coalesce(e.driver_share, 0),
           coalesce(e.convenience_fees, 0), coalesce(e.discount, 0), coalesce(e.cancellation_fees, 0),
           coalesce(e.drivers, 0), coalesce(c.cancelled, 0)
    FROM (
        SELECT day, CASE WHEN grouping(fleet_admin_id) = 1 THEN 0 ELSE fleet_admin_id END AS fleet,
               sum(rides) AS rides, sum(trip_cost) AS trip_cost, sum(driver_share) AS driver_share,
               sum(convenience_fees) AS convenience_fees, sum(discount) AS discount,
               sum(cancellation_fees) AS cancellation_fees,
               count(DISTINCT driver_id) FILTER (WHERE rides > 0) AS drivers
        FROM bookings_dailyearnings
        WHERE day BETWEEN since AND until
        GROUP BY GROUPING SETS ((day), (day, fleet_admin_id))
        HAVING grouping(fleet_admin_id) = 1 OR fleet_admin_id IS NOT NULL
    ) e
    FULL JOIN (
        SELECT (ended_at AT TIME ZONE zone)::date AS day,
               CASE WHEN grouping(fleet_admin_id) = 1 THEN 0 ELSE fleet_admin_id END AS fleet,
               count(*) AS cancelled
        FROM bookings_booking
        WHERE status = 'CANCELLED' AND ended_at >= since::timestamp AT TIME ZONE zone
            AND ended_at < (until + 1)::timestamp AT TIME ZONE zone
        GROUP BY GROUPING SETS (
            ((ended_at AT TIME ZONE zone)::date), ((ended_at AT TIME ZONE zone)::date, fleet_admin_id)
        )
        HAVING grouping(fleet_admin_id) = 1 OR fleet_admin_id IS NOT NULL
    ) c USING (day, fleet);
    GET DIAGNOSTICS written = ROW_COUNT;
    RETURN written;
END $$;

CREATE FUNCTION bookings_open_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM bookings_daytotals WHERE day >= (SELECT min(day) FROM changed);
    RETURN NULL;
END $$;

-- Closed days as they were written, the others as they are; fleet 0 is the whole platform.
CREATE FUNCTION bookings_days(since date, until date, of_fleet bigint) RETURNS TABLE (
    day date, rides bigint, trip_cost numeric, driver_share numeric, convenience_fees numeric,
    discount numeric, cancellation_fees numeric, drivers bigint, cancelled bigint
) STABLE LANGUAGE plpgsql AS $$
DECLARE
    zone text := bookings_earnings_zone();
    opened date := greatest(
        since, coalesce((SELECT max(closed.day) + 1 FROM bookings_daytotals closed), '-infinity'::date)
    );
BEGIN
    RETURN QUERY
    SELECT t.day, t.rides::bigint, t.trip_cost, t.driver_share, t.convenience_fees, t.discount,
           t.cancellation_fees, t.drivers::bigint, t.cancelled::bigint
    FROM bookings_daytotals t WHERE t.fleet = of_fleet AND t.day BETWEEN since AND until;
    RETURN QUERY
    SELECT coalesce(e.day, c.day), coalesce(e.rides, 0), coalesce(e.trip_cost, 0),
           coalesce(e.driver_share, 0), coalesce(e.convenience_fees, 0), coalesce(e.discount, 0),
           coalesce(e.cancellation_fees, 0), coalesce(e.drivers, 0), coalesce(c.cancelled, 0)
    FROM (
        SELECT d.day, sum(d.rides) AS rides, sum(d.trip_cost) AS trip_cost,
               sum(d.driver_share) AS driver_share, sum(d.convenience_fees) AS convenience_fees,
               sum(d.discount) AS discount, sum(d.cancellation_fees) AS cancellation_fees,
               count(DISTINCT d.driver_id) FILTER (WHERE d.rides > 0) AS drivers
        FROM bookings_dailyearnings d
        WHERE d.day BETWEEN opened AND until AND (of_fleet = 0 OR d.fleet_admin_id = of_fleet)
        GROUP BY d.day
    ) e
    FULL JOIN (
        SELECT (b.ended_at AT TIME ZONE zone)::date AS day, count(*) AS cancelled
        FROM bookings_booking b
        WHERE b.status = 'CANCELLED' AND b.ended_at >= opened::timestamp AT TIME ZONE zone
            AND b.ended_at < (until + 1)::timestamp AT TIME ZONE zone
            AND (of_fleet = 0 OR b.fleet_admin_id = of_fleet)
        GROUP BY 1
    ) c ON c.day = e.day;
END $$;

CREATE OR REPLACE FUNCTION bookings_rebuild_earnings() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    written bigint;
BEGIN
    -- Settlements under way are waited for, and later ones wait.
    LOCK TABLE bookings_dailyearnings IN SHARE ROW EXCLUSIVE MODE;
    DELETE FROM bookings_daytotals;
    DELETE FROM bookings_dailyearnings;
    INSERT INTO bookings_dailyearnings (
        day, driver_id, fleet_admin_id, vehicle_number,
        rides, trip_cost, driver_share, convenience_fees, discount, cancellation_fees
    ) SELECT * FROM bookings_earnings_of_ledger();
    GET DIAGNOSTICS written = ROW_COUNT;
    UPDATE bookings_booking b SET settled_at = told.at
    FROM bookings_settled_of_ledger() told
    WHERE b.id = told.booking_id AND b.settled_at IS DISTINCT FROM told.at;
    PERFORM bookings_close_days();
    RETURN written;
END $$;

CREATE TRIGGER bookings_booking_settles BEFORE UPDATE ON bookings_booking FOR EACH ROW
    WHEN (OLD.status <> NEW.status
          AND (NEW.status = 'PAID' OR (NEW.status = 'CANCELLED' AND NEW.cancellation_fee > 0)))
    EXECUTE FUNCTION bookings_stamp_settled();
CREATE TRIGGER bookings_day_opened AFTER INSERT ON bookings_dailyearnings
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bookings_open_days();
CREATE TRIGGER bookings_day_changed AFTER UPDATE ON bookings_dailyearnings
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bookings_open_days();
CREATE TRIGGER bookings_day_gone AFTER DELETE ON bookings_dailyearnings
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bookings_open_days();

SELECT bookings_rebuild_earnings();
"""

GONE = """
DROP TRIGGER bookings_day_gone ON bookings_dailyearnings;
DROP TRIGGER bookings_day_changed ON bookings_dailyearnings;
DROP TRIGGER bookings_day_opened ON bookings_dailyearnings;
DROP TRIGGER bookings_booking_settles ON bookings_booking;
CREATE OR REPLACE FUNCTION bookings_rebuild_earnings() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    written bigint;
BEGIN
    LOCK TABLE bookings_dailyearnings IN SHARE ROW EXCLUSIVE MODE;
    DELETE FROM bookings_dailyearnings;
    INSERT INTO bookings_dailyearnings (
        day, driver_id, fleet_admin_id, vehicle_number,
        rides, trip_cost, driver_share, convenience_fees, discount, cancellation_fees
    ) SELECT * FROM bookings_earnings_of_ledger();
    GET DIAGNOSTICS written = ROW_COUNT;
    RETURN written;
END $$;
DROP FUNCTION bookings_days(date, date, bigint);
DROP FUNCTION bookings_open_days();
DROP FUNCTION bookings_close_days();
DROP FUNCTION bookings_settled_of_ledger();
DROP FUNCTION bookings_stamp_settled();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('bookings', '0011_cancel_reasons_edited'),
        ('wallet', '0002_guards'),
    ]

    operations = [
        migrations.CreateModel(
            name='DayTotals',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fleet', models.BigIntegerField()),
                ('day', models.DateField()),
                ('rides', models.PositiveIntegerField()),
                ('trip_cost', models.DecimalField(decimal_places=4, max_digits=18)),
                ('driver_share', models.DecimalField(decimal_places=4, max_digits=18)),
                ('convenience_fees', models.DecimalField(decimal_places=4, max_digits=18)),
                ('discount', models.DecimalField(decimal_places=4, max_digits=18)),
                ('cancellation_fees', models.DecimalField(decimal_places=4, max_digits=18)),
                ('drivers', models.PositiveIntegerField()),
                ('cancelled', models.PositiveIntegerField()),
            ],
            options={
                'verbose_name_plural': 'totals of days',
                'indexes': [models.Index(fields=['-day'], name='day_totals_latest')],
                'constraints': [models.UniqueConstraint(fields=('fleet', 'day'), name='day_totals_once')],
            },
        ),
        migrations.AddField(
            model_name='booking',
            name='settled_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name='booking',
            index=models.Index(condition=models.Q(('settled_at__isnull', False)), fields=['settled_at', 'id'], name='booking_settled'),
        ),
        migrations.AddIndex(
            model_name='booking',
            index=models.Index(condition=models.Q(('driver__isnull', False), ('settled_at__isnull', False)), fields=['driver', 'settled_at', 'id'], name='booking_driver_settled'),
        ),
        migrations.AddIndex(
            model_name='booking',
            index=models.Index(condition=models.Q(('fleet_admin__isnull', False), ('settled_at__isnull', False)), fields=['fleet_admin', 'settled_at', 'id'], name='booking_fleet_settled'),
        ),
        migrations.AddIndex(
            model_name='booking',
            index=models.Index(condition=models.Q(('status', 'CANCELLED')), fields=['ended_at'], name='booking_cancelled_by_time'),
        ),
        migrations.AddIndex(
            model_name='booking',
            index=models.Index(condition=models.Q(('fleet_admin__isnull', False), ('status', 'CANCELLED')), fields=['fleet_admin', 'ended_at'], name='booking_fleet_cancelled'),
        ),
        migrations.AddIndex(
            model_name='booking',
            index=models.Index(condition=models.Q(('status', 'NEW')), fields=['trip_date'], name='booking_waiting'),
        ),
        migrations.RunSQL(KEPT, GONE),
    ]
