from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('payments', '0002_booking_payments'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='attempt',
            index=models.Index(condition=models.Q(('state__in', ('failed', 'disputed')), models.Q(('problem', ''), _negated=True) & models.Q(('state', 'expired'), _negated=True), _connector='OR'), fields=['-updated_at'], name='payment_attempt_in_trouble'),
        ),
    ]
