import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('core', '0014_brand'),
    ]

    operations = [
        migrations.AddField(
            model_name='platformsettings',
            name='max_open_bookings',
            field=models.PositiveSmallIntegerField(db_default=20, default=20, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1000)]),
        ),
        migrations.AddField(
            model_name='platformsettings',
            name='max_sign_ups_per_hour',
            field=models.PositiveSmallIntegerField(db_default=60, default=60, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(10000)]),
        ),
        migrations.AddField(
            model_name='platformsettings',
            name='max_sockets',
            field=models.PositiveSmallIntegerField(db_default=10, default=10, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)]),
        ),
    ]
