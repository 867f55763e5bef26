from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("core", "0017_release_by_drive_time"),
    ]

    operations = [
        migrations.AlterField(
            model_name="platformsettings",
            name="dispatch_policy",
            field=models.CharField(
                choices=[
                    ("broadcast", "Broadcast"),
                    ("waves", "Waves"),
                    ("batch", "Batch"),
                    ("soon_free", "Soon free"),
                ],
                default="broadcast",
                max_length=10,
            ),
        ),
    ]
