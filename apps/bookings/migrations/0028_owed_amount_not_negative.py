from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('bookings', '0027_months_adjusted'),
    ]

    operations = [
        AddConstraintNotValid(
            model_name='booking',
            constraint=models.CheckConstraint(condition=models.Q(('owed_amount__gte', 0)), name='booking_owed_amount_not_negative'),
        ),
    ]
