from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('bookings', '0012_planned_driver'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='booking',
            index=models.Index(
                condition=models.Q(('planned_driver__isnull', False)),
                fields=['planned_driver', 'trip_date'],
                name='booking_planned',
            ),
        ),
    ]
