from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ('payments', '0001_initial'),
    ]

    operations = [
        migrations.RenameIndex(
            model_name='attempt',
            new_name='payment_attempt_needs_review',
            old_name='payment_attempt_in_trouble',
        ),
    ]
