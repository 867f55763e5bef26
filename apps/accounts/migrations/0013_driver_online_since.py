from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0012_rider_ratings"),
    ]

    operations = [
        migrations.AddField(
            model_name="driverprofile",
            name="online_since",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
    ]
