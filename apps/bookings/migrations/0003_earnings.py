"""Totals of drivers' earnings beside the ledger, updated by triggers (docs/decisions/0024).

- A booking that becomes PAID, or CANCELLED with a fee, adds its amounts to its driver's row of the day. Fees paid
  later, adjustments and tips count on their own days. The settlement already holds the driver's wallet, so no
  transaction waits longer for these rows.
- The day is that of the transaction's time, as in the ledger, in the platform's time zone. A change of the zone rebuilds
  all days from the ledger.
- `settled_at` is the time of the transaction that moved the money, so that the bookings of a day are those between its
  midnights.
- The total of a day that has ended is stored once. A later settlement on that day deletes it.
- The monthly totals answer "who earned most in a year": an index of the totals returns a page at once, where the days
  would be half a million rows. Fleet 0 is the whole platform.
"""

from typing import ClassVar

from django.db import migrations

EARNINGS = """
CREATE FUNCTION bookings_earnings_zone() RETURNS text STABLE LANGUAGE sql AS $$
    SELECT coalesce((SELECT time_zone FROM core_platformsettings), 'UTC')
$$;

-- A free trip has no entry: it counts on the day it was paid.
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
        -- The driver's and the platform's part of an adjustment; the rest went to the rider.
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
    -- Waits for settlements in progress and blocks later ones, while the rows of a few days are written.
    LOCK TABLE bookings_dailyearnings IN SHARE ROW EXCLUSIVE MODE;
    zone := bookings_earnings_zone();
    -- Transactions that began before midnight have an hour to end.
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

CREATE FUNCTION bookings_rebuild_earnings() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    written bigint;
BEGIN
    -- Waits for settlements in progress and blocks later ones.
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

CREATE FUNCTION bookings_add_earnings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    paid boolean := NEW.status = 'PAID';
BEGIN
    -- Before the zone is read: a change of the zone locks this table until it is committed.
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

CREATE FUNCTION bookings_add_fee() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    LOCK TABLE bookings_dailyearnings IN ROW EXCLUSIVE MODE;
    INSERT INTO bookings_dailyearnings AS kept (
        day, driver_id, fleet_admin_id, vehicle_number,
        rides, trip_cost, driver_share, convenience_fees, discount, cancellation_fees
    ) VALUES (
        (now() AT TIME ZONE bookings_earnings_zone())::date,
        NEW.driver_id, NEW.fleet_admin_id, NEW.vehicle_number,
        0, 0, 0, 0, 0, NEW.cancellation_fee - OLD.cancellation_fee
    )
    ON CONFLICT (day, driver_id, fleet_admin_id) DO UPDATE SET
        vehicle_number = EXCLUDED.vehicle_number,
        cancellation_fees = kept.cancellation_fees + EXCLUDED.cancellation_fees;
    RETURN NULL;
END $$;

CREATE FUNCTION bookings_adjust_earnings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    LOCK TABLE bookings_dailyearnings IN ROW EXCLUSIVE MODE;
    INSERT INTO bookings_dailyearnings AS kept (
        day, driver_id, fleet_admin_id, vehicle_number,
        rides, trip_cost, driver_share, convenience_fees, discount, cancellation_fees
    ) VALUES (
        (now() AT TIME ZONE bookings_earnings_zone())::date,
        NEW.driver_id, NEW.fleet_admin_id, NEW.vehicle_number,
        0, NEW.trip_cost - OLD.trip_cost, NEW.driver_share - OLD.driver_share,
        NEW.convenience_fees - OLD.convenience_fees, NEW.discount - OLD.discount, 0
    )
    ON CONFLICT (day, driver_id, fleet_admin_id) DO UPDATE SET
        vehicle_number = EXCLUDED.vehicle_number,
        trip_cost = kept.trip_cost + EXCLUDED.trip_cost,
        driver_share = kept.driver_share + EXCLUDED.driver_share,
        convenience_fees = kept.convenience_fees + EXCLUDED.convenience_fees,
        discount = kept.discount + EXCLUDED.discount;
    RETURN NULL;
END $$;

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

CREATE FUNCTION bookings_stamp_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.settled_at := now();
    RETURN NEW;
END $$;

CREATE FUNCTION bookings_open_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM bookings_daytotals WHERE day >= (SELECT min(day) FROM changed);
    RETURN NULL;
END $$;

-- Closed days as stored, the others as they are now; fleet 0 is the whole platform.
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

-- Another time zone moves midnight for every day.
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
CREATE TRIGGER bookings_fee_earns AFTER UPDATE ON bookings_booking FOR EACH ROW
    WHEN (OLD.status = 'CANCELLED' AND OLD.cancellation_fee <> NEW.cancellation_fee)
    EXECUTE FUNCTION bookings_add_fee();
CREATE TRIGGER bookings_fee_settles BEFORE UPDATE ON bookings_booking FOR EACH ROW
    WHEN (OLD.status = 'CANCELLED' AND OLD.cancellation_fee <> NEW.cancellation_fee)
    EXECUTE FUNCTION bookings_stamp_settled();
CREATE TRIGGER bookings_booking_adjusts AFTER UPDATE ON bookings_booking FOR EACH ROW
    WHEN (OLD.status = NEW.status AND NEW.status IN ('PAID', 'COMPLETE')
          AND (OLD.trip_cost, OLD.driver_share, OLD.convenience_fees, OLD.discount)
              IS DISTINCT FROM (NEW.trip_cost, NEW.driver_share, NEW.convenience_fees, NEW.discount))
    EXECUTE FUNCTION bookings_adjust_earnings();
CREATE TRIGGER bookings_tip_earns AFTER UPDATE ON bookings_booking FOR EACH ROW
    WHEN (OLD.tip_amount <> NEW.tip_amount)
    EXECUTE FUNCTION bookings_add_tip();
"""

DROP_EARNINGS = """
DROP TRIGGER bookings_tip_earns ON bookings_booking;
DROP TRIGGER bookings_booking_adjusts ON bookings_booking;
DROP TRIGGER bookings_fee_settles ON bookings_booking;
DROP TRIGGER bookings_fee_earns ON bookings_booking;
DROP TRIGGER bookings_day_gone ON bookings_dailyearnings;
DROP TRIGGER bookings_day_changed ON bookings_dailyearnings;
DROP TRIGGER bookings_day_opened ON bookings_dailyearnings;
DROP TRIGGER bookings_booking_settles ON bookings_booking;
DROP TRIGGER bookings_zone_set ON core_platformsettings;
DROP TRIGGER bookings_zone_changed ON core_platformsettings;
DROP TRIGGER bookings_booking_earns ON bookings_booking;
DROP FUNCTION bookings_cut_days_anew();
DROP FUNCTION bookings_days(date, date, bigint);
DROP FUNCTION bookings_open_days();
DROP FUNCTION bookings_stamp_settled();
DROP FUNCTION bookings_add_tip();
DROP FUNCTION bookings_adjust_earnings();
DROP FUNCTION bookings_add_fee();
DROP FUNCTION bookings_add_earnings();
DROP FUNCTION bookings_rebuild_earnings();
DROP FUNCTION bookings_close_days();
DROP FUNCTION bookings_settled_of_ledger();
DROP FUNCTION bookings_earnings_of_ledger();
DROP FUNCTION bookings_earnings_zone();
"""

MONTHS = """
CREATE TABLE bookings_drivermonths (
    driver_id bigint NOT NULL,
    month date NOT NULL,
    fleet bigint NOT NULL,
    rides bigint NOT NULL,
    driver_share numeric(18, 4) NOT NULL,
    tips numeric(18, 4) NOT NULL DEFAULT 0,
    PRIMARY KEY (driver_id, month, fleet)
);
CREATE INDEX driver_months_by_share ON bookings_drivermonths (fleet, driver_share DESC, month DESC, driver_id)
    WHERE rides > 0 OR tips > 0 OR driver_share <> 0;
CREATE INDEX driver_months_by_rides ON bookings_drivermonths (fleet, rides DESC, month DESC, driver_id)
    WHERE rides > 0 OR tips > 0 OR driver_share <> 0;
-- Not the former one read backwards: many drivers have equally few rides, and months stay in descending order.
CREATE INDEX driver_months_by_few ON bookings_drivermonths (fleet, rides, month DESC, driver_id)
    WHERE rides > 0 OR tips > 0 OR driver_share <> 0;

CREATE FUNCTION bookings_months_added() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE FUNCTION bookings_months_changed() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE FUNCTION bookings_months_gone() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE FUNCTION bookings_months_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM bookings_drivermonths;
    RETURN NULL;
END $$;

-- For days that were written while triggers were disabled.
CREATE FUNCTION bookings_rebuild_months() RETURNS void LANGUAGE plpgsql AS $$
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

CREATE TRIGGER bookings_month_added AFTER INSERT ON bookings_dailyearnings
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bookings_months_added();
CREATE TRIGGER bookings_month_changed AFTER UPDATE ON bookings_dailyearnings
    REFERENCING OLD TABLE AS earlier NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION bookings_months_changed();
CREATE TRIGGER bookings_month_gone AFTER DELETE ON bookings_dailyearnings
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bookings_months_gone();
CREATE TRIGGER bookings_month_emptied AFTER TRUNCATE ON bookings_dailyearnings
    FOR EACH STATEMENT EXECUTE FUNCTION bookings_months_emptied();
"""

DROP_MONTHS = """
DROP TRIGGER bookings_month_emptied ON bookings_dailyearnings;
DROP TRIGGER bookings_month_gone ON bookings_dailyearnings;
DROP TRIGGER bookings_month_changed ON bookings_dailyearnings;
DROP TRIGGER bookings_month_added ON bookings_dailyearnings;
DROP FUNCTION bookings_rebuild_months();
DROP FUNCTION bookings_months_emptied();
DROP FUNCTION bookings_months_gone();
DROP FUNCTION bookings_months_changed();
DROP FUNCTION bookings_months_added();
DROP TABLE bookings_drivermonths;
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("bookings", "0002_search"),
        ("core", "0001_initial"),
        ("wallet", "0001_initial"),
    ]

    operations: ClassVar = [
        migrations.RunSQL(EARNINGS, DROP_EARNINGS),
        migrations.RunSQL(MONTHS, DROP_MONTHS),
    ]
