"""What each driver earned each month, beside the days it is the sum of (docs/decisions/0024).

Who earned most is asked of a year: a hundred thousand sums of half a million days, where an index of the sums
gives a page at once. Fleet 0 is all fleets together. Whoever settles holds the driver's row of the day already.
"""

from typing import ClassVar

from django.db import migrations

KEPT = """
CREATE TABLE bookings_drivermonths (
    driver_id bigint NOT NULL,
    month date NOT NULL,
    fleet bigint NOT NULL,
    rides bigint NOT NULL,
    driver_share numeric(18, 4) NOT NULL,
    PRIMARY KEY (driver_id, month, fleet)
);
CREATE INDEX driver_months_by_share ON bookings_drivermonths (fleet, driver_share DESC, month DESC, driver_id)
    WHERE rides > 0;
CREATE INDEX driver_months_by_rides ON bookings_drivermonths (fleet, rides DESC, month DESC, driver_id)
    WHERE rides > 0;
-- The other way round thousands have as few.
CREATE INDEX driver_months_by_few ON bookings_drivermonths (fleet, rides, month DESC, driver_id)
    WHERE rides > 0;

CREATE FUNCTION bookings_months_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO bookings_drivermonths AS kept (driver_id, month, fleet, rides, driver_share)
    SELECT driver_id, date_trunc('month', day::timestamp)::date, f.fleet, sum(rides), sum(driver_share)
    FROM changed CROSS JOIN LATERAL (VALUES (0::bigint), (fleet_admin_id)) AS f (fleet)
    WHERE driver_id IS NOT NULL AND f.fleet IS NOT NULL
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (driver_id, month, fleet) DO UPDATE
        SET rides = kept.rides + EXCLUDED.rides, driver_share = kept.driver_share + EXCLUDED.driver_share;
    RETURN NULL;
END $$;

CREATE FUNCTION bookings_months_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO bookings_drivermonths AS kept (driver_id, month, fleet, rides, driver_share)
    SELECT driver_id, date_trunc('month', day::timestamp)::date, f.fleet,
           sum(sign * rides), sum(sign * driver_share)
    FROM (
        SELECT 1 AS sign, driver_id, day, fleet_admin_id, rides, driver_share FROM changed
        UNION ALL
        SELECT -1, driver_id, day, fleet_admin_id, rides, driver_share FROM earlier
    ) moved CROSS JOIN LATERAL (VALUES (0::bigint), (fleet_admin_id)) AS f (fleet)
    WHERE driver_id IS NOT NULL AND f.fleet IS NOT NULL
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (driver_id, month, fleet) DO UPDATE
        SET rides = kept.rides + EXCLUDED.rides, driver_share = kept.driver_share + EXCLUDED.driver_share;
    RETURN NULL;
END $$;

CREATE FUNCTION bookings_months_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE bookings_drivermonths kept
    SET rides = kept.rides - gone.rides, driver_share = kept.driver_share - gone.driver_share
    FROM (
        SELECT driver_id, date_trunc('month', day::timestamp)::date AS month, f.fleet,
               sum(rides) AS rides, sum(driver_share) AS driver_share
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

-- For days that were written while triggers were at rest.
CREATE FUNCTION bookings_rebuild_months() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    LOCK TABLE bookings_dailyearnings IN SHARE ROW EXCLUSIVE MODE;
    DELETE FROM bookings_drivermonths;
    INSERT INTO bookings_drivermonths (driver_id, month, fleet, rides, driver_share)
    SELECT driver_id, date_trunc('month', day::timestamp)::date, f.fleet, sum(rides), sum(driver_share)
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

SELECT bookings_rebuild_months();
ANALYZE bookings_drivermonths;
"""

GONE = """
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
    dependencies: ClassVar = [("bookings", "0014_riders_of_fleets")]

    operations: ClassVar = [migrations.RunSQL(KEPT, GONE)]
