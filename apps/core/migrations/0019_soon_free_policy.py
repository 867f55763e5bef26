from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("core", "0018_recording"),
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
