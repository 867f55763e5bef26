from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('core', '0016_driver_heat_map'),
    ]

    operations = [
        migrations.AddField(
            model_name='platformsettings',
            name='release_by_drive_time',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
