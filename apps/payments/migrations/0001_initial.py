import apps.payments.models.attempt
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('bookings', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='TestCharge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ref', models.CharField(max_length=32, unique=True)),
                ('result', models.CharField(max_length=10)),
                ('amount', models.DecimalField(decimal_places=4, max_digits=18)),
                ('currency', models.CharField(max_length=3)),
                ('succeeds_at', models.DateTimeField(blank=True, null=True)),
                ('refunded_amount', models.DecimalField(decimal_places=4, default=0, max_digits=18)),
            ],
        ),
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ref', models.CharField(default=apps.payments.models.attempt.new_ref, editable=False, max_length=32, unique=True)),
                ('provider', models.CharField(max_length=20)),
                ('live', models.BooleanField()),
                ('purpose', models.CharField(choices=[('top_up', 'Top Up'), ('booking', 'Booking')], max_length=10)),
                ('reference', models.CharField(max_length=60)),
                ('amount', models.DecimalField(decimal_places=4, max_digits=18)),
                ('wallet_amount', models.DecimalField(decimal_places=4, default=0, max_digits=18)),
                ('owed_amount', models.DecimalField(db_default=0, decimal_places=4, default=0, editable=False, max_digits=18)),
                ('currency', models.CharField(max_length=3)),
                ('state', models.CharField(choices=[('created', 'Created'), ('redirected', 'Redirected'), ('pending', 'Pending'), ('paid', 'Paid'), ('failed', 'Failed'), ('expired', 'Expired'), ('partially_refunded', 'Partially Refunded'), ('refunded', 'Refunded'), ('disputed', 'Disputed')], default='created', max_length=20)),
                ('session_id', models.CharField(blank=True, max_length=200)),
                ('action', models.JSONField(default=dict)),
                ('payment_id', models.CharField(blank=True, max_length=200)),
                ('problem', models.CharField(blank=True, max_length=250)),
                ('credited_to', models.CharField(blank=True, choices=[('wallet', 'Wallet'), ('booking', 'Booking'), ('held', 'Held')], max_length=10)),
                ('is_difference', models.BooleanField(db_default=False, default=False, editable=False)),
                ('refunded_amount', models.DecimalField(decimal_places=4, default=0, max_digits=18)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('expires_at', models.DateTimeField()),
                ('paid_at', models.DateTimeField(blank=True, null=True)),
                ('checks', models.PositiveSmallIntegerField(default=0)),
                ('next_check_at', models.DateTimeField(blank=True, null=True)),
                ('booking', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='payment_attempts', to='bookings.booking')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='payment_attempts', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['user', '-id'], name='payment_attempt_of_user'), models.Index(condition=models.Q(('next_check_at__isnull', False)), fields=['next_check_at'], name='payment_attempt_to_check'), models.Index(condition=models.Q(('session_id', ''), _negated=True), fields=['provider', 'session_id'], name='payment_attempt_of_session'), models.Index(fields=['state', '-id'], name='payment_attempt_by_state'), models.Index(fields=['provider', '-id'], name='payment_attempt_by_provider'), models.Index(fields=['live', '-id'], name='payment_attempt_by_live'), models.Index(fields=['purpose', '-id'], name='payment_attempt_by_purpose'), models.Index(fields=['created_at', 'id'], name='payment_attempt_by_time'), models.Index(fields=['payment_id'], name='payment_attempt_by_payment'), models.Index(condition=models.Q(('state__in', ('failed', 'disputed')), models.Q(models.Q(('problem', ''), _negated=True), models.Q(('state', 'expired'), _negated=True)), _connector='OR'), fields=['-updated_at'], name='payment_attempt_in_trouble')],
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['created', 'redirected', 'pending', 'paid', 'failed', 'expired', 'partially_refunded', 'refunded', 'disputed'])), name='payment_attempt_state_known'), models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='payment_attempt_is_of_something'), models.CheckConstraint(condition=models.Q(('refunded_amount__gte', 0), ('refunded_amount__lte', models.F('amount'))), name='payment_attempt_refunds_no_more_than_it_took'), models.CheckConstraint(condition=models.Q(models.Q(('booking__isnull', False), ('purpose', 'booking')), models.Q(('booking__isnull', True), ('purpose', 'top_up'), ('wallet_amount', 0)), _connector='OR'), name='payment_attempt_names_its_booking'), models.CheckConstraint(condition=models.Q(('wallet_amount__gte', 0)), name='payment_attempt_wallet_part_not_negative'), models.CheckConstraint(condition=models.Q(('owed_amount__gte', 0), ('owed_amount__lt', models.F('amount'))), name='payment_attempt_owed_part_fits'), models.UniqueConstraint(condition=models.Q(('credited_to', 'booking')), fields=('booking', 'is_difference'), name='payment_attempt_pays_a_booking_once'), models.UniqueConstraint(condition=models.Q(('payment_id', ''), _negated=True), fields=('provider', 'live', 'payment_id'), name='payment_attempt_one_payment_once')],
            },
        ),
        migrations.CreateModel(
            name='Notification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('provider', models.CharField(max_length=20)),
                ('live', models.BooleanField(blank=True, null=True)),
                ('method', models.CharField(default='POST', max_length=6)),
                ('headers', models.JSONField(default=dict)),
                ('query', models.JSONField(default=dict)),
                ('body', models.BinaryField()),
                ('body_digest', models.CharField(blank=True, db_default='', default='', editable=False, max_length=64)),
                ('body_size', models.PositiveIntegerField(blank=True, editable=False, null=True)),
                ('remote_addr', models.CharField(blank=True, max_length=45)),
                ('received_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('verdict', models.CharField(choices=[('received', 'Received'), ('forged', 'Forged'), ('unknown', 'Unknown'), ('handled', 'Handled'), ('repeated', 'Repeated'), ('refused', 'Refused')], default='received', max_length=10)),
                ('reason', models.CharField(blank=True, max_length=250)),
                ('attempt', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='notifications', to='payments.attempt')),
            ],
            options={
                'indexes': [models.Index(fields=['received_at'], name='payment_notice_by_time'), models.Index(condition=models.Q(('verdict', 'forged')), fields=['received_at', 'id'], name='payment_notice_forged'), models.Index(condition=models.Q(('verdict', 'received')), fields=['received_at'], name='payment_notice_waiting')],
            },
        ),
        migrations.CreateModel(
            name='ProviderAccount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('provider', models.CharField(max_length=20)),
                ('live', models.BooleanField(default=False)),
                ('enabled', models.BooleanField(default=False)),
                ('sealed_credentials', models.TextField(blank=True, editable=False)),
                ('checked_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('check_outcome', models.CharField(blank=True, choices=[('ok', 'Ok'), ('refused', 'Refused'), ('unreachable', 'Unreachable'), ('uncheckable', 'Uncheckable')], default='', editable=False, max_length=12)),
                ('check_reason', models.CharField(blank=True, default='', editable=False, max_length=200)),
                ('broken_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('provider', 'live'), name='payment_account_once_a_mode'), models.UniqueConstraint(condition=models.Q(('enabled', True)), fields=('provider',), name='payment_account_one_mode_offered')],
            },
        ),
        migrations.CreateModel(
            name='Refund',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ref', models.CharField(default=apps.payments.models.attempt.new_ref, editable=False, max_length=32, unique=True)),
                ('amount', models.DecimalField(decimal_places=4, max_digits=18)),
                ('state', models.CharField(choices=[('requested', 'Requested'), ('pending', 'Pending'), ('done', 'Done'), ('failed', 'Failed')], default='requested', max_length=10)),
                ('refund_id', models.CharField(blank=True, max_length=200)),
                ('reason', models.CharField(blank=True, max_length=250)),
                ('problem', models.CharField(blank=True, max_length=250)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('checks', models.PositiveSmallIntegerField(default=0)),
                ('next_check_at', models.DateTimeField(blank=True, null=True)),
                ('attempt', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='refunds', to='payments.attempt')),
                ('created_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('next_check_at__isnull', False)), fields=['next_check_at'], name='payment_refund_to_check')],
                'constraints': [models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='payment_refund_is_of_something')],
            },
        ),
        # Searches by the start of a reference, whatever the database's collation.
        migrations.RunSQL(
            "CREATE INDEX payment_attempt_reference_begins ON payments_attempt (reference varchar_pattern_ops)",
            "DROP INDEX payment_attempt_reference_begins",
        ),
    ]
