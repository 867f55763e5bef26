import django.db.models.deletion
import django.db.models.expressions
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='KeptMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(choices=[('mail', 'E-mail'), ('sms', 'SMS'), ('push', 'Push')], max_length=10)),
                ('to', models.CharField(db_index=True, max_length=320)),
                ('subject', models.CharField(blank=True, max_length=300)),
                ('text', models.TextField(blank=True)),
                ('html', models.TextField(blank=True)),
                ('data', models.JSONField(default=dict)),
                ('code', models.CharField(blank=True, max_length=12)),
                ('link', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='Announcement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device_type', models.CharField(choices=[('All', 'All'), ('ANDROID', 'Android'), ('IOS', 'Ios')], default='All', max_length=10)),
                ('user_type', models.CharField(choices=[('All', 'All'), ('rider', 'Rider'), ('driver', 'Driver')], default='All', max_length=10)),
                ('title', models.CharField(max_length=100)),
                ('body', models.CharField(max_length=500)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('state', models.CharField(choices=[('draft', 'Draft'), ('sending', 'Sending'), ('sent', 'Sent')], default='draft', editable=False, max_length=10)),
                ('round', models.PositiveIntegerField(default=0, editable=False)),
                ('total', models.PositiveIntegerField(default=0, editable=False)),
                ('sent', models.PositiveIntegerField(default=0, editable=False)),
                ('failed', models.PositiveIntegerField(default=0, editable=False)),
                ('started_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('finished_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('created_by', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('total__gte', django.db.models.expressions.CombinedExpression(models.F('sent'), '+', models.F('failed')))), name='announcement_counts_add_up')],
            },
        ),
        migrations.CreateModel(
            name='InboxMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=120)),
                ('occasion', models.CharField(choices=[('new_request', 'New Request'), ('accepted', 'Accepted'), ('near', 'Near'), ('started', 'Started'), ('completed_please_pay', 'Completed Please Pay'), ('payment_done', 'Payment Done'), ('rating_received', 'Rating Received'), ('tip_received', 'Tip Received'), ('cancelled', 'Cancelled'), ('no_show', 'No Show'), ('redispatched', 'Redispatched'), ('unassigned', 'Unassigned'), ('fare_changed', 'Fare Changed'), ('booking_changed', 'Booking Changed'), ('released', 'Released'), ('reminder', 'Reminder'), ('document_expires', 'Document Expires'), ('document_expired', 'Document Expired'), ('signal_lost', 'Signal Lost'), ('signal_back', 'Signal Back'), ('wallet_updated', 'Wallet Updated'), ('fee_owed', 'Fee Owed'), ('payment_kept', 'Payment Kept'), ('withdrawal_paid', 'Withdrawal Paid'), ('withdrawal_rejected', 'Withdrawal Rejected'), ('payment_problem', 'Payment Problem'), ('payment_taken_back', 'Payment Taken Back'), ('chat', 'Chat'), ('sos', 'Sos'), ('announcement', 'Announcement')], max_length=30)),
                ('title', models.CharField(max_length=120)),
                ('msg', models.TextField()),
                ('screen', models.CharField(choices=[('BookingCab', 'Booking Cab'), ('BookedCab', 'Booked Cab'), ('onlineChat', 'Online Chat'), ('wallet', 'Wallet'), ('DriverTrips', 'Driver Trips')], max_length=20)),
                ('data', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('read_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='inbox', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['user', '-id'], name='inbox_newest'), models.Index(condition=models.Q(('read_at__isnull', True)), fields=['user'], name='inbox_unread')],
                'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='inbox_message_once_a_fact')],
            },
        ),
        migrations.CreateModel(
            name='PushDevice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('webpush', 'Web Push'), ('fcm', 'Fcm')], max_length=10)),
                ('platform', models.CharField(choices=[('ANDROID', 'Android'), ('IOS', 'Ios'), ('WEB', 'Web')], max_length=10)),
                ('address', models.CharField(max_length=1024, unique=True)),
                ('p256dh', models.CharField(blank=True, max_length=100)),
                ('auth', models.CharField(blank=True, max_length=40)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('last_used_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('retired_at', models.DateTimeField(blank=True, db_index=True, null=True)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_devices', to='accounts.devicesession')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='push_devices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('retired_at__isnull', True)), fields=['user'], name='push_device_in_use')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('kind', 'webpush'), models.Q(('p256dh', ''), _negated=True), models.Q(('auth', ''), _negated=True)), models.Q(('auth', ''), ('kind', 'fcm'), ('p256dh', '')), _connector='OR'), name='push_device_has_its_keys')],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('job_id', models.BigIntegerField(unique=True)),
                ('channel', models.CharField(choices=[('mail', 'E-mail'), ('sms', 'SMS'), ('push', 'Push')], max_length=10)),
                ('provider', models.CharField(blank=True, max_length=20)),
                ('to', models.CharField(max_length=120)),
                ('template', models.CharField(max_length=40)),
                ('status', models.CharField(choices=[('waiting', 'Waiting'), ('sending', 'Sending'), ('sent', 'Sent'), ('failed', 'Failed'), ('gone', 'Gone'), ('expired', 'Expired')], default='waiting', max_length=10)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('provider_id', models.CharField(blank=True, max_length=200)),
                ('error', models.CharField(blank=True, max_length=200)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('tried_at', models.DateTimeField(blank=True, null=True)),
                ('sent_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to=settings.AUTH_USER_MODEL)),
                ('device', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='deliveries', to='notifications.pushdevice')),
            ],
            options={
                'verbose_name_plural': 'deliveries',
                'indexes': [models.Index(fields=['user', '-id'], name='delivery_of_user'), models.Index(fields=['created_at'], name='delivery_by_age')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('sent_at__isnull', False), ('status', 'sent')), models.Q(models.Q(('status', 'sent'), _negated=True), ('sent_at__isnull', True)), _connector='OR'), name='delivery_sent_has_its_time')],
            },
        ),
        migrations.CreateModel(
            name='AnnouncementDelivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.PositiveIntegerField()),
                ('step', models.CharField(choices=[('waiting', 'Waiting'), ('sending', 'Sending'), ('sent', 'Sent'), ('failed', 'Failed')], default='waiting', max_length=10)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('due_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('error', models.CharField(blank=True, max_length=100)),
                ('announcement', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='notifications.announcement')),
                ('device', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='notifications.pushdevice')),
            ],
            options={
                'verbose_name_plural': 'announcement deliveries',
                'indexes': [models.Index(condition=models.Q(('step__in', ('waiting', 'sending'))), fields=['announcement', 'id'], name='announcement_unfinished')],
                'constraints': [models.UniqueConstraint(fields=('announcement', 'round', 'device'), name='announcement_once_a_device')],
            },
        ),
    ]
