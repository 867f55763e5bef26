"""Tips in the earnings of the day on which they were given, beside what was there (migrations 0010 to 0020)."""

from django.conf import settings
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models

# As bookings_add_earnings (migration 0010) does at the settlement.
KEPT = """
CREATE FUNCTION bookings_add_tip() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    LOCK TABLE bookings_dailyearnings IN ROW EXCLUSIVE MODE;
    INSERT INTO bookings_dailyearnings AS kept (
        day, driver_id, fleet_admin_id, vehicle_number,
        rides, trip_cost, driver_share, convenience_fees, discount, cancellation_fees, tips
    ) VALUES (
        (now() AT TIME ZONE bookings_earnings_zone())::date,
        NEW.driver_id, NEW.fleet_admin_id, NEW.vehicle_number,
        0, 0, 0, 0, 0, 0, NEW.tip_amount - OLD.tip_amount
    )
    ON CONFLICT (day, driver_id, fleet_admin_id) DO UPDATE SET
        vehicle_number = EXCLUDED.vehicle_number,
        tips = kept.tips + EXCLUDED.tips;
    RETURN NULL;
END $$;

CREATE TRIGGER bookings_tip_earns AFTER UPDATE ON bookings_booking FOR EACH ROW
    WHEN (OLD.tip_amount <> NEW.tip_amount)
    EXECUTE FUNCTION bookings_add_tip();

ALTER TABLE bookings_drivermonths ADD COLUMN tips numeric(18, 4) NOT NULL DEFAULT 0;
DROP INDEX driver_months_by_share, driver_months_by_rides, driver_months_by_few;
CREATE INDEX driver_months_by_share ON bookings_drivermonths (fleet, driver_share DESC, month DESC, driver_id)
    WHERE rides > 0 OR tips > 0;
CREATE INDEX driver_months_by_rides ON bookings_drivermonths (fleet, rides DESC, month DESC, driver_id)
    WHERE rides > 0 OR tips > 0;
CREATE INDEX driver_months_by_few ON bookings_drivermonths (fleet, rides, month DESC, driver_id)
    WHERE rides > 0 OR tips > 0;

DROP FUNCTION bookings_earnings_of_ledger();
DROP FUNCTION bookings_days(date, date, bigint);

CREATE FUNCTION bookings_earnings_of_ledger() RETURNS TABLE (
    day date, driver_id bigint, fleet_admin_id bigint, vehicle_number varchar, rides integer,
    trip_cost numeric, driver_share numeric, convenience_fees numeric, discount numeric,
    cancellation_fees numeric, tips numeric
) STABLE LANGUAGE sql AS $$
    SELECT (told.at AT TIME ZONE (SELECT bookings_earnings_zone()))::date, b.driver_id, b.fleet_admin_id,
           (array_agg(b.vehicle_number ORDER BY told.at DESC))[1], sum(told.rides)::integer,
           sum(told.trip_cost), sum(told.driver_share), sum(told.convenience_fees), sum(told.discount),
           sum(told.cancellation_fees), sum(told.tips)
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
                   AS cancellation_fees,
               coalesce(sum(p.amount) FILTER (WHERE e.kind = 'tip' AND p.amount > 0), 0) AS tips
        FROM wallet_journalentry e
        JOIN wallet_posting p ON p.entry_id = e.id
        JOIN wallet_account a ON a.id = p.account_id
        WHERE e.kind IN ('driver_share', 'discount', 'cancellation_fee', 'tip')
        GROUP BY e.booking_id, e.created_at
        UNION ALL
        -- What an adjustment took from the driver and from us; the rest went to the rider.
        SELECT e.booking_id, e.created_at, 0,
               coalesce(sum(p.amount) FILTER (WHERE a.user_id = t.driver_id OR a.name = 'revenue'), 0),
               coalesce(sum(p.amount) FILTER (WHERE a.user_id = t.driver_id), 0),
               coalesce(sum(p.amount) FILTER (WHERE a.name = 'revenue'), 0),
               coalesce(-sum(p.amount) FILTER (WHERE a.name = 'promotions'), 0),
               0, 0
        FROM wallet_journalentry e
        JOIN bookings_booking t ON t.id = e.booking_id
        JOIN wallet_posting p ON p.entry_id = e.id
        JOIN wallet_account a ON a.id = p.account_id
        WHERE e.kind = 'fare_adjustment'
        GROUP BY e.id
        UNION ALL
        SELECT free.id, moved.at, 1, 0, 0, 0, 0, 0, 0
        FROM bookings_booking free
        JOIN bookings_bookingevent moved ON moved.booking_id = free.id
            AND moved.to_status = 'PAID' AND moved.from_status <> 'PAID'
        WHERE free.status IN ('PAID', 'COMPLETE') AND free.trip_cost = 0
            AND NOT EXISTS (
                SELECT FROM wallet_journalentry paid
                WHERE paid.booking_id = free.id AND paid.kind = 'driver_share'
            )
    ) told
    JOIN bookings_booking b ON b.id = told.booking_id
    GROUP BY 1, 2, 3
$$;

CREATE FUNCTION bookings_days(since date, until date, of_fleet bigint) RETURNS TABLE (
    day date, rides bigint, trip_cost numeric, driver_share numeric, convenience_fees numeric,
    discount numeric, cancellation_fees numeric, drivers bigint, cancelled bigint,
    tips numeric
) STABLE LANGUAGE plpgsql AS $$
DECLARE
    zone text := bookings_earnings_zone();
    opened date := greatest(
        since, coalesce((SELECT max(closed.day) + 1 FROM bookings_daytotals closed), '-infinity'::date)
    );
BEGIN
    RETURN QUERY
    SELECT t.day, t.rides::bigint, t.trip_cost, t.driver_share, t.convenience_fees, t.discount,
           t.cancellation_fees, t.drivers::bigint, t.cancelled::bigint, t.tips
    FROM bookings_daytotals t WHERE t.fleet = of_fleet AND t.day BETWEEN since AND until;
    RETURN QUERY
    SELECT coalesce(e.day, c.day), coalesce(e.rides, 0), coalesce(e.trip_cost, 0),
           coalesce(e.driver_share, 0), coalesce(e.convenience_fees, 0), coalesce(e.discount, 0),
           coalesce(e.cancellation_fees, 0), coalesce(e.drivers, 0), coalesce(c.cancelled, 0),
           coalesce(e.tips, 0)
    FROM (
        SELECT d.day, sum(d.rides) AS rides, sum(d.trip_cost) AS trip_cost,
               sum(d.driver_share) AS driver_share, sum(d.convenience_fees) AS convenience_fees,
               sum(d.discount) AS discount, sum(d.cancellation_fees) AS cancellation_fees,
               sum(d.tips) AS tips,
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

CREATE OR REPLACE FUNCTION bookings_close_days() RETURNS bigint LANGUAGE plpgsql AS $$
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
        drivers, cancelled, tips
    )
    SELECT fleet, day, coalesce(e.rides, 0), coalesce(e.trip_cost, 0), coalesce(e.driver_share, 0),
           coalesce(e.convenience_fees, 0), coalesce(e.discount, 0), coalesce(e.cancellation_fees, 0),
           coalesce(e.drivers, 0), coalesce(c.cancelled, 0), coalesce(e.tips, 0)
    FROM (
        SELECT day, CASE WHEN grouping(fleet_admin_id) = 1 THEN 0 ELSE fleet_admin_id END AS fleet,
               sum(rides) AS rides, sum(trip_cost) AS trip_cost, sum(driver_share) AS driver_share,
               sum(convenience_fees) AS convenience_fees, sum(discount) AS discount,
               sum(cancellation_fees) AS cancellation_fees, sum(tips) AS tips,
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
        rides, trip_cost, driver_share, convenience_fees, discount, cancellation_fees, tips
    ) SELECT * FROM bookings_earnings_of_ledger();
    GET DIAGNOSTICS written = ROW_COUNT;
    UPDATE bookings_booking b SET settled_at = told.at
    FROM bookings_settled_of_ledger() told
    WHERE b.id = told.booking_id AND b.settled_at IS DISTINCT FROM told.at;
    PERFORM bookings_close_days();
    RETURN written;
END $$;

CREATE OR REPLACE FUNCTION bookings_months_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO bookings_drivermonths AS kept (driver_id, month, fleet, rides, driver_share, tips)
    SELECT driver_id, date_trunc('month', day::timestamp)::date, f.fleet,
           sum(rides), sum(driver_share), sum(tips)
    FROM changed CROSS JOIN LATERAL (VALUES (0::bigint), (fleet_admin_id)) AS f (fleet)
    WHERE driver_id IS NOT NULL AND f.fleet IS NOT NULL
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (driver_id, month, fleet) DO UPDATE
        SET rides = kept.rides + EXCLUDED.rides, driver_share = kept.driver_share + EXCLUDED.driver_share,
            tips = kept.tips + EXCLUDED.tips;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION bookings_months_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO bookings_drivermonths AS kept (driver_id, month, fleet, rides, driver_share, tips)
    SELECT driver_id, date_trunc('month', day::timestamp)::date, f.fleet,
           sum(sign * rides), sum(sign * driver_share), sum(sign * tips)
    FROM (
        SELECT 1 AS sign, driver_id, day, fleet_admin_id, rides, driver_share, tips FROM changed
        UNION ALL
        SELECT -1, driver_id, day, fleet_admin_id, rides, driver_share, tips FROM earlier
    ) moved CROSS JOIN LATERAL (VALUES (0::bigint), (fleet_admin_id)) AS f (fleet)
    WHERE driver_id IS NOT NULL AND f.fleet IS NOT NULL
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (driver_id, month, fleet) DO UPDATE
        SET rides = kept.rides + EXCLUDED.rides, driver_share = kept.driver_share + EXCLUDED.driver_share,
            tips = kept.tips + EXCLUDED.tips;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION bookings_months_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE bookings_drivermonths kept
    SET rides = kept.rides - gone.rides, driver_share = kept.driver_share - gone.driver_share,
        tips = kept.tips - gone.tips
    FROM (
        SELECT driver_id, date_trunc('month', day::timestamp)::date AS month, f.fleet,
               sum(rides) AS rides, sum(driver_share) AS driver_share, sum(tips) AS tips
        FROM changed CROSS JOIN LATERAL (VALUES (0::bigint), (fleet_admin_id)) AS f (fleet)
        WHERE driver_id IS NOT NULL AND f.fleet IS NOT NULL
        GROUP BY 1, 2, 3
    ) gone
    WHERE kept.driver_id = gone.driver_id AND kept.month = gone.month AND kept.fleet = gone.fleet;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION bookings_rebuild_months() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    LOCK TABLE bookings_dailyearnings IN SHARE ROW EXCLUSIVE MODE;
    DELETE FROM bookings_drivermonths;
    INSERT INTO bookings_drivermonths (driver_id, month, fleet, rides, driver_share, tips)
    SELECT driver_id, date_trunc('month', day::timestamp)::date, f.fleet,
           sum(rides), sum(driver_share), sum(tips)
    FROM bookings_dailyearnings CROSS JOIN LATERAL (VALUES (0::bigint), (fleet_admin_id)) AS f (fleet)
    WHERE driver_id IS NOT NULL AND f.fleet IS NOT NULL
    GROUP BY 1, 2, 3;
END $$;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('bookings', '0025_owed_amount'),
        ('fares', '0004_car_types_edited'),
        ('wallet', '0011_tips'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='booking',
            name='tip_amount',
            field=models.DecimalField(db_default=0, decimal_places=4, default=0, max_digits=18),
        ),
        migrations.AddField(
            model_name='booking',
            name='tipped_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='dailyearnings',
            name='tips',
            field=models.DecimalField(db_default=0, decimal_places=4, max_digits=18),
        ),
        migrations.AddField(
            model_name='daytotals',
            name='tips',
            field=models.DecimalField(db_default=0, decimal_places=4, max_digits=18),
        ),
        AddConstraintNotValid(
            model_name='booking',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('tip_amount', 0), ('tipped_at__isnull', True)), models.Q(('status__in', ('PAID', 'COMPLETE')), ('tip_amount__gt', 0), ('tipped_at__isnull', False)), _connector='OR'), name='booking_tip_of_a_paid_trip'),
        ),
        migrations.RunSQL(KEPT),
    ]
