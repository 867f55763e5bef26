"""How the rider chose to pay, and what was paid ahead, beside how the trip was paid.

Until a booking is paid, `payment_mode` was the choice; of those that are over nobody knows it any more.
"""


from django.db import migrations, models


CHOSEN = """
UPDATE bookings_booking SET chosen_payment = payment_mode
WHERE payment_mode <> 'cash' AND status NOT IN ('PAID', 'COMPLETE', 'CANCELLED')
"""
PAID_AHEAD = """
UPDATE bookings_booking
SET prepaid_amount = cash_payment_amount + card_payment_amount + used_wallet_money
WHERE prepaid
"""


class Migration(migrations.Migration):

    dependencies = [
        ('bookings', '0016_unassigned_offers'),
    ]

    operations = [
        migrations.AddField(
            model_name='booking',
            name='chosen_gateway',
            field=models.CharField(blank=True, db_default='', default='', max_length=30),
        ),
        migrations.AddField(
            model_name='booking',
            name='chosen_payment',
            field=models.CharField(choices=[('cash', 'Cash'), ('wallet', 'Wallet'), ('card', 'Card')], db_default='cash', default='cash', max_length=10),
        ),
        migrations.AddField(
            model_name='booking',
            name='prepaid_amount',
            field=models.DecimalField(db_default=0, decimal_places=4, default=0, max_digits=18),
        ),
        migrations.RunSQL(CHOSEN, migrations.RunSQL.noop),
        migrations.RunSQL(PAID_AHEAD, migrations.RunSQL.noop),
    ]
