from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('bookings', '0014_held_bookings'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='booking',
            index=models.Index(
                condition=models.Q(('held_until__isnull', False)),
                fields=['held_until'],
                name='booking_held',
            ),
        ),
    ]
