from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('bookings', '0013_planned_driver_index'),
    ]

    operations = [
        migrations.AddField(
            model_name='booking',
            name='held_until',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='booking',
            name='hold_reason',
            field=models.CharField(blank=True, db_default='', default='', max_length=250),
        ),
    ]
