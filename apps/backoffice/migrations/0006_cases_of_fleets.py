from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('backoffice', '0005_case_photos'),
    ]

    operations = [
        migrations.AddField(
            model_name='casemessage',
            name='by_fleet',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AlterField(
            model_name='casemessage',
            name='audience',
            field=models.CharField(choices=[('person', 'The person'), ('other', 'The other person of the trip'), ('staff', 'Staff only'), ('fleet', 'Staff and the fleet admin')], default='person', max_length=10),
        ),
    ]
