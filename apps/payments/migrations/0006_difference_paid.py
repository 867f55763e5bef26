# What a trip that was paid ahead came to in the end may be paid by card, beside the payment before it.

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('payments', '0005_attempts_narrowed'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='attempt',
            name='payment_attempt_pays_a_booking_once',
        ),
        migrations.AddField(
            model_name='attempt',
            name='is_difference',
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.UniqueConstraint(condition=models.Q(('credited_to', 'booking')), fields=('booking', 'is_difference'), name='payment_attempt_pays_a_booking_once'),
        ),
    ]
