from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('bookings', '0013_planned_driver_index'),
    ]

    operations = [
        migrations.AddField(
            model_name='booking',
            name='released_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
    ]
