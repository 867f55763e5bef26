"""What became of a late cancellation's fee; a part that is paid later counts on the day of its payment."""

from django.conf import settings
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models

# As bookings_add_earnings (migration 0010) does at the cancellation itself.
KEPT = """
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

CREATE TRIGGER bookings_fee_earns AFTER UPDATE ON bookings_booking FOR EACH ROW
    WHEN (OLD.status = 'CANCELLED' AND OLD.cancellation_fee <> NEW.cancellation_fee)
    EXECUTE FUNCTION bookings_add_fee();
CREATE TRIGGER bookings_fee_settles BEFORE UPDATE ON bookings_booking FOR EACH ROW
    WHEN (OLD.status = 'CANCELLED' AND OLD.cancellation_fee <> NEW.cancellation_fee)
    EXECUTE FUNCTION bookings_stamp_settled();
"""

GONE = """
DROP TRIGGER bookings_fee_settles ON bookings_booking;
DROP TRIGGER bookings_fee_earns ON bookings_booking;
DROP FUNCTION bookings_add_fee();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('bookings', '0017_chosen_payment'),
        ('fares', '0004_car_types_edited'),
        ('wallet', '0009_owed_fees'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='booking',
            name='booking_amounts_not_negative',
        ),
        migrations.AddField(
            model_name='booking',
            name='cancellation_fee_owed',
            field=models.DecimalField(db_default=0, decimal_places=4, default=0, max_digits=18),
        ),
        migrations.AddField(
            model_name='booking',
            name='cancellation_fee_written_off',
            field=models.DecimalField(db_default=0, decimal_places=4, default=0, max_digits=18),
        ),
        AddConstraintNotValid(
            model_name='booking',
            constraint=models.CheckConstraint(condition=models.Q(('estimate__gte', 0), ('trip_cost__gte', 0), ('convenience_fees__gte', 0), ('driver_share__gte', 0), ('discount__gte', 0), ('cash_payment_amount__gte', 0), ('card_payment_amount__gte', 0), ('used_wallet_money__gte', 0), ('cancellation_fee__gte', 0), ('cancellation_fee_owed__gte', 0), ('cancellation_fee_written_off__gte', 0)), name='booking_amounts_not_negative'),
        ),
        migrations.RunSQL(KEPT, GONE),
    ]
