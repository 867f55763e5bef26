import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('bookings', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ChatMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(choices=[('rider', 'Rider'), ('driver', 'Driver')], max_length=10)),
                ('message', models.CharField(max_length=1000)),
                ('client_id', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('delivered_at', models.DateTimeField(blank=True, null=True)),
                ('read_at', models.DateTimeField(blank=True, null=True)),
                ('booking', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='chat_messages', to='bookings.booking')),
                ('driver', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['booking', 'driver', '-id'], name='chat_newest'), models.Index(condition=models.Q(('read_at__isnull', True)), fields=['booking', 'driver', 'source'], name='chat_unread')],
                'constraints': [models.CheckConstraint(condition=models.Q(('source__in', ['rider', 'driver'])), name='chat_source_known'), models.CheckConstraint(condition=models.Q(('message', ''), _negated=True), name='chat_message_not_empty'), models.CheckConstraint(condition=models.Q(('read_at__isnull', True), ('delivered_at__lte', models.F('read_at')), _connector='OR'), name='chat_delivered_before_read'), models.UniqueConstraint(fields=('booking', 'driver', 'source', 'client_id'), name='chat_message_once')],
            },
        ),
    ]
