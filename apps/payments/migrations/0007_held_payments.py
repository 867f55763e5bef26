# Money that came in a currency which the platform has left is held for staff.

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('payments', '0006_difference_paid'),
    ]

    operations = [
        migrations.AlterField(
            model_name='attempt',
            name='credited_to',
            field=models.CharField(blank=True, choices=[('wallet', 'Wallet'), ('booking', 'Booking'), ('held', 'Held')], max_length=10),
        ),
    ]
