"""Fares that staff adjust after the payment, in the earnings of their day."""

from django.conf import settings
import django.db.models.expressions
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models

# As bookings_add_earnings (migration 0010) does at the settlement: an adjustment counts on its own day.
KEPT = """
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

CREATE TRIGGER bookings_booking_adjusts AFTER UPDATE ON bookings_booking FOR EACH ROW
    WHEN (OLD.status = NEW.status AND NEW.status IN ('PAID', 'COMPLETE')
          AND (OLD.trip_cost, OLD.driver_share, OLD.convenience_fees, OLD.discount)
              IS DISTINCT FROM (NEW.trip_cost, NEW.driver_share, NEW.convenience_fees, NEW.discount))
    EXECUTE FUNCTION bookings_adjust_earnings();

CREATE OR REPLACE FUNCTION bookings_earnings_of_ledger() RETURNS TABLE (
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
        -- What an adjustment took from the driver and from us; the rest went to the rider.
        SELECT e.booking_id, e.created_at, 0,
               coalesce(sum(p.amount) FILTER (WHERE a.user_id = t.driver_id OR a.name = 'revenue'), 0),
               coalesce(sum(p.amount) FILTER (WHERE a.user_id = t.driver_id), 0),
               coalesce(sum(p.amount) FILTER (WHERE a.name = 'revenue'), 0),
               coalesce(-sum(p.amount) FILTER (WHERE a.name = 'promotions'), 0),
               0
        FROM wallet_journalentry e
        JOIN bookings_booking t ON t.id = e.booking_id
        JOIN wallet_posting p ON p.entry_id = e.id
        JOIN wallet_account a ON a.id = p.account_id
        WHERE e.kind = 'fare_adjustment'
        GROUP BY e.id
        UNION ALL
        SELECT free.id, moved.at, 1, 0, 0, 0, 0, 0
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
"""

GONE = """
DROP TRIGGER bookings_booking_adjusts ON bookings_booking;
DROP FUNCTION bookings_adjust_earnings();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('bookings', '0019_delivery_index'),
        ('fares', '0004_car_types_edited'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='booking',
            name='booking_paid_in_full_when_paid',
        ),
        migrations.AddField(
            model_name='booking',
            name='adjustment_amount',
            field=models.DecimalField(db_default=0, decimal_places=4, default=0, max_digits=18),
        ),
        migrations.AddField(
            model_name='booking',
            name='adjustment_reason',
            field=models.CharField(blank=True, db_default='', default='', max_length=250),
        ),
        AddConstraintNotValid(
            model_name='booking',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status__in', ('PAID', 'COMPLETE')), _negated=True), ('trip_cost', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('discount'), '+', models.F('cash_payment_amount')), '+', models.F('card_payment_amount')), '+', models.F('used_wallet_money')), '+', models.F('adjustment_amount'))), _connector='OR'), name='booking_paid_in_full_when_paid'),
        ),
        migrations.RunSQL(KEPT, GONE),
    ]
