import apps.core.brand
import apps.core.image_fields
import apps.core.platform_settings
import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.core.serializers.json
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Topic',
            fields=[
                ('name', models.CharField(max_length=100, primary_key=True, serialize=False)),
                ('last_seq', models.BigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='OutboxEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('event', 'Event'), ('job', 'Job')], max_length=8)),
                ('key', models.CharField(max_length=160, null=True)),
                ('name', models.CharField(max_length=80)),
                ('topic', models.CharField(blank=True, max_length=100)),
                ('seq', models.BigIntegerField(null=True)),
                ('payload', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('due_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('sends', models.PositiveSmallIntegerField(db_default=0)),
                ('attempts', models.PositiveIntegerField(default=0)),
                ('last_error', models.TextField(blank=True)),
                ('done_at', models.DateTimeField(null=True)),
            ],
            options={
                'indexes': [models.Index(models.F('id'), condition=models.Q(('kind', 'event'), ('seq__isnull', True)), name='outbox_event_unnumbered'), models.Index(models.F('due_at'), models.F('id'), condition=models.Q(('done_at__isnull', True), ('kind', 'event')), name='outbox_event_unpublished'), models.Index(models.F('due_at'), models.F('id'), condition=models.Q(('done_at__isnull', True), ('kind', 'job')), name='outbox_job_due'), models.Index(models.F('done_at'), condition=models.Q(('done_at__isnull', False)), name='outbox_done')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('key__isnull', False)), fields=('key',), name='outbox_one_row_a_key'), models.UniqueConstraint(condition=models.Q(('seq__isnull', False)), fields=('topic', 'seq'), name='outbox_one_seq_a_topic'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'job'), ('topic', '')), models.Q(('kind', 'event'), models.Q(('topic', ''), _negated=True)), _connector='OR'), name='outbox_events_have_a_topic')],
            },
        ),
        migrations.CreateModel(
            name='PlatformSettings',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('symbol', models.CharField(default='$', max_length=8)),
                ('code', models.CharField(default='USD', max_length=3)),
                ('decimal', models.PositiveSmallIntegerField(default=2, validators=[django.core.validators.MaxValueValidator(4)])),
                ('swipe_symbol', models.BooleanField(default=False)),
                ('time_zone', models.CharField(default='UTC', max_length=64, validators=[apps.core.platform_settings.validate_time_zone])),
                ('otp_secure', models.BooleanField(default=False)),
                ('driver_approval', models.BooleanField(default=False)),
                ('email_verify', models.BooleanField(default=False)),
                ('bonus', models.DecimalField(decimal_places=4, default=10, max_digits=18, validators=[django.core.validators.MinValueValidator(0)])),
                ('referral_period_days', models.PositiveSmallIntegerField(default=30, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(365)])),
                ('referral_max_per_month', models.PositiveSmallIntegerField(default=10, validators=[django.core.validators.MaxValueValidator(1000)])),
                ('max_sign_ups_per_hour', models.PositiveSmallIntegerField(db_default=60, default=60, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(10000)])),
                ('max_sockets', models.PositiveSmallIntegerField(db_default=10, default=10, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)])),
                ('license', models.CharField(blank=True, max_length=200)),
                ('password_policy', models.CharField(choices=[('alphanumeric', 'Alphanumeric'), ('modern', 'Modern')], default='alphanumeric', max_length=12)),
                ('staff_two_factor', models.BooleanField(default=False)),
                ('facebook_login_enabled', models.BooleanField(default=True)),
                ('google_login_enabled', models.BooleanField(default=True)),
                ('apple_login_enabled', models.BooleanField(default=True)),
                ('mobile_login_enabled', models.BooleanField(default=True)),
                ('country', models.CharField(blank=True, max_length=80)),
                ('restrict_country', models.CharField(blank=True, max_length=2)),
                ('allow_country_selection', models.BooleanField(default=True)),
                ('app_category', models.CharField(choices=[('taxi', 'Taxi'), ('delivery', 'Delivery')], default='taxi', max_length=10)),
                ('auto_dispatch', models.BooleanField(default=True)),
                ('dispatch_policy', models.CharField(choices=[('broadcast', 'Broadcast'), ('waves', 'Waves'), ('batch', 'Batch')], default='broadcast', max_length=10)),
                ('offer_seconds', models.PositiveSmallIntegerField(default=60, validators=[django.core.validators.MinValueValidator(5)])),
                ('free_waiting_minutes', models.PositiveSmallIntegerField(default=5, validators=[django.core.validators.MaxValueValidator(120)])),
                ('no_show_fee', models.DecimalField(decimal_places=4, default=0, max_digits=18, validators=[django.core.validators.MinValueValidator(0)])),
                ('driver_radius', models.DecimalField(blank=True, decimal_places=2, default=10, max_digits=8, null=True, validators=[django.core.validators.MinValueValidator(0)])),
                ('max_open_bookings', models.PositiveSmallIntegerField(db_default=20, default=20, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1000)])),
                ('convert_to_mile', models.BooleanField(default=False)),
                ('car_horn_repeat', models.BooleanField(default=True)),
                ('allow_delivery_pickup_image_capture', models.BooleanField(default=False)),
                ('allow_final_delivery_image_capture', models.BooleanField(default=False)),
                ('prepaid', models.BooleanField(default=False)),
                ('email_receipts', models.BooleanField(db_default=True, default=True)),
                ('negative_balance', models.BooleanField(default=False)),
                ('bank_fields', models.BooleanField(default=False)),
                ('rider_withdraw', models.BooleanField(default=False)),
                ('unpaid_alert_hours', models.PositiveSmallIntegerField(default=24, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(720)])),
                ('quick_amounts', models.JSONField(blank=True, default=list)),
                ('tips', models.BooleanField(default=False)),
                ('tip_kind', models.CharField(choices=[('percent', 'Percent'), ('amount', 'Amount')], default='percent', max_length=10)),
                ('tip_suggestions', models.JSONField(default=apps.core.platform_settings.default_tip_suggestions)),
                ('panic', models.CharField(blank=True, max_length=40)),
                ('allow_critical_edits_admin', models.BooleanField(default=True)),
                ('app_name', models.CharField(default='Hansom', max_length=80, validators=[django.core.validators.RegexValidator('[\\x00-\\x1f\\x7f\\x85\\u2028\\u2029]', 'Use one line.', inverse_match=True)])),
                ('company_name', models.CharField(blank=True, max_length=120, validators=[django.core.validators.RegexValidator('[\\x00-\\x1f\\x7f\\x85\\u2028\\u2029]', 'Use one line.', inverse_match=True)])),
                ('company_website', models.URLField(blank=True)),
                ('company_terms', models.URLField(blank=True)),
                ('contact_email', models.EmailField(blank=True, max_length=254)),
                ('logo', apps.core.image_fields.PictureField(blank=True, db_default='', upload_to=apps.core.brand.logo_path)),
                ('brand_color', models.CharField(db_default='#ffbe38', default='#ffbe38', max_length=7, validators=[django.core.validators.RegexValidator('\\A#[0-9a-fA-F]{6}\\Z', 'Enter a colour as #rrggbb, for example #1c5fd4.')])),
                ('postal_address', models.TextField(blank=True, db_default='', max_length=300)),
                ('facebook_handle', models.URLField(blank=True)),
                ('twitter_handle', models.URLField(blank=True)),
                ('instagram_handle', models.URLField(blank=True)),
                ('apple_store_link', models.URLField(blank=True)),
                ('play_store_link', models.URLField(blank=True)),
            ],
            options={
                'verbose_name_plural': 'platform settings',
                'constraints': [models.CheckConstraint(condition=models.Q(('pk', 1)), name='platform_settings_one_row'), models.CheckConstraint(condition=models.Q(('bonus__gte', 0)), name='platform_settings_bonus_not_negative'), models.CheckConstraint(condition=models.Q(('decimal__lte', 4)), name='platform_settings_decimal_fits_columns'), models.CheckConstraint(condition=models.Q(('driver_radius__isnull', True), ('driver_radius__gte', 0), _connector='OR'), name='platform_settings_radius_not_negative'), models.CheckConstraint(condition=models.Q(('brand_color__regex', '^#[0-9a-fA-F]{6}$')), name='platform_settings_brand_color')],
            },
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('actor_name', models.CharField(blank=True, max_length=200)),
                ('door', models.CharField(choices=[('office', 'Office'), ('raw_admin', 'Raw Admin'), ('shell', 'Shell')], default='office', max_length=10)),
                ('action', models.CharField(max_length=40)),
                ('kind', models.CharField(max_length=40)),
                ('target_id', models.CharField(blank=True, max_length=40)),
                ('label', models.CharField(blank=True, max_length=200)),
                ('before', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('after', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('actor', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'audit entries',
                'indexes': [models.Index(fields=['kind', 'target_id', '-id'], name='audit_of_thing'), models.Index(fields=['at', 'id'], name='audit_by_time'), models.Index(fields=['actor', 'at', 'id'], name='audit_of_actor_by_time'), models.Index(fields=['kind', 'at', 'id'], name='audit_of_kind_by_time'), models.Index(fields=['door', 'at', 'id'], name='audit_by_door'), django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.search.SearchVector('label', 'actor_name', config='simple'), name='audit_words')],
            },
        ),
        migrations.CreateModel(
            name='IdempotencyKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=100)),
                ('request_hash', models.CharField(max_length=64)),
                ('status', models.PositiveSmallIntegerField()),
                ('body', models.TextField()),
                ('created_at', models.DateTimeField(auto_now_add=True, db_index=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='idempotency_key_once_a_user')],
            },
        ),
    ]
