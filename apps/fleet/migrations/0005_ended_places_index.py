from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('fleet', '0004_past_demand'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='rankqueueentry',
            index=models.Index(
                condition=models.Q(('ended_at__isnull', False)),
                fields=['rank', '-ended_at', '-id'],
                name='rank_ended',
            ),
        ),
    ]
