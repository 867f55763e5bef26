from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_people")]

    operations = [
        migrations.AddField(
            model_name="phonecode",
            name="from_known_device",
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name="phonecode",
            index=models.Index(fields=["mobile", "-created_at"], name="phone_code_of_number"),
        ),
    ]
