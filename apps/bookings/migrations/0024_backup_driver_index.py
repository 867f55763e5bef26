from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('bookings', '0023_backup_driver'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='booking',
            index=models.Index(
                condition=models.Q(('backup_driver__isnull', False)),
                fields=['backup_driver', 'trip_date'],
                name='booking_backup',
            ),
        ),
    ]
