from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('payments', '0009_owed_part'),
    ]

    operations = [
        migrations.AddField(
            model_name='notification',
            name='body_digest',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=64),
        ),
        migrations.AddField(
            model_name='notification',
            name='body_size',
            field=models.PositiveIntegerField(blank=True, editable=False, null=True),
        ),
        AddIndexConcurrently(
            model_name='notification',
            index=models.Index(condition=models.Q(('verdict', 'forged')), fields=['received_at', 'id'], name='payment_notice_forged'),
        ),
        AddIndexConcurrently(
            model_name='notification',
            index=models.Index(condition=models.Q(('verdict', 'received')), fields=['received_at'], name='payment_notice_waiting'),
        ),
    ]
