import apps.accounts.fields
import apps.accounts.models.document
import apps.accounts.models.driver
import apps.accounts.models.license_upload
import apps.accounts.models.user
import apps.core.image_fields
import apps.core.media
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('fares', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('email', apps.accounts.fields.LowerCaseEmailField(blank=True, max_length=254, null=True, unique=True)),
                ('mobile', models.CharField(blank=True, max_length=20, null=True, unique=True)),
                ('mobile_verified', models.BooleanField(default=False)),
                ('first_name', models.CharField(blank=True, max_length=80)),
                ('last_name', models.CharField(blank=True, max_length=80)),
                ('user_type', models.CharField(choices=[('rider', 'Rider'), ('driver', 'Driver'), ('fleetadmin', 'Fleet Admin'), ('admin', 'Admin')], default='rider', max_length=10)),
                ('approved', models.BooleanField(default=True)),
                ('login_type', models.CharField(default='email', max_length=20)),
                ('profile_image', apps.core.image_fields.PhotoField(blank=True, upload_to=apps.accounts.models.user.photo_path)),
                ('language', models.CharField(blank=True, max_length=10)),
                ('referral_id', models.CharField(blank=True, max_length=90, null=True, unique=True)),
                ('sign_up_address_hash', models.CharField(blank=True, default='', editable=False, max_length=64)),
                ('rider_rating_sum', models.PositiveIntegerField(db_default=0, default=0, editable=False)),
                ('rider_rating_count', models.PositiveIntegerField(db_default=0, default=0, editable=False)),
                ('bank_name', models.CharField(blank=True, max_length=120)),
                ('bank_code', models.CharField(blank=True, max_length=40)),
                ('bank_account', models.CharField(blank=True, max_length=60)),
                ('created_by_admin', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('is_active', models.BooleanField(default=True)),
                ('deleted_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('is_staff', models.BooleanField(default=False)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('signup_via_referral', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='referred', to=settings.AUTH_USER_MODEL)),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'indexes': [models.Index(fields=['user_type', '-id'], name='user_by_type'), models.Index(fields=['user_type', 'created_at', 'id'], name='user_by_created'), models.Index(fields=['user_type', 'first_name', 'id'], name='user_by_first_name'), models.Index(fields=['user_type', 'last_name', 'id'], name='user_by_last_name'), models.Index(condition=models.Q(('approved', False)), fields=['user_type', 'created_at', 'id'], name='user_waits_for_approval')],
                'constraints': [models.CheckConstraint(condition=models.Q(('email', django.db.models.functions.text.Lower('email'))), name='user_email_lower_case')],
            },
        ),
        migrations.CreateModel(
            name='LicenseUpload',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('image', apps.core.image_fields.DocumentField(storage=apps.core.media.private_storage, upload_to=apps.accounts.models.license_upload.license_upload_path)),
                ('created_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now, editable=False)),
            ],
        ),
        migrations.CreateModel(
            name='DeviceSession',
            fields=[
                ('family', models.CharField(max_length=32, primary_key=True, serialize=False)),
                ('user_agent', models.CharField(blank=True, max_length=400)),
                ('ip', models.GenericIPAddressField(blank=True, null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('last_seen_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('token_id', models.CharField(blank=True, max_length=32)),
                ('replaced_token_id', models.CharField(blank=True, max_length=32)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('ending', models.CharField(blank=True, choices=[('signed_out', 'Signed Out'), ('elsewhere', 'Elsewhere'), ('reused', 'Reused'), ('password_changed', 'Password Changed')], max_length=20)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='device_sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['user', '-last_seen_at'], name='device_session_of_user'), models.Index(fields=['last_seen_at'], name='device_session_seen')],
            },
        ),
        migrations.CreateModel(
            name='DriverDocument',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('license', 'License'), ('insurance', 'Insurance'), ('vehicle', 'Vehicle'), ('other', 'Other')], max_length=10)),
                ('file', apps.core.image_fields.DocumentField(blank=True, storage=apps.core.media.private_storage, upload_to=apps.accounts.models.document.document_path)),
                ('number', models.CharField(blank=True, max_length=60)),
                ('expires_on', models.DateField(blank=True, null=True)),
                ('previous_expires_on', models.DateField(editable=False, null=True)),
                ('state', models.CharField(choices=[('pending', 'Pending'), ('accepted', 'Accepted'), ('refused', 'Refused')], default='pending', max_length=10)),
                ('note', models.CharField(blank=True, max_length=300)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('reviewed_at', models.DateTimeField(blank=True, null=True)),
                ('reminded_for', models.DateField(editable=False, null=True)),
                ('reminded_days', models.SmallIntegerField(editable=False, null=True)),
                ('driver', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='driver_documents', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('expires_on__isnull', False)), fields=['expires_on'], name='driver_document_expires')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('kind', 'license')), fields=('driver',), name='driver_document_one_license')],
            },
        ),
        migrations.CreateModel(
            name='PhoneCode',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('purpose', models.CharField(choices=[('sign_in', 'Sign In'), ('change_mobile', 'Change Mobile')], max_length=20)),
                ('mobile', models.CharField(max_length=20)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('expires_at', models.DateTimeField(db_index=True)),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('from_known_device', models.BooleanField(default=False)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='phone_codes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['user', 'purpose', '-created_at'], name='phone_code_newest'), models.Index(fields=['mobile', '-created_at'], name='phone_code_of_number')],
            },
        ),
        migrations.CreateModel(
            name='SavedAddress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('description', models.CharField(max_length=300)),
                ('lat', models.FloatField()),
                ('lng', models.FloatField()),
                ('count', models.PositiveIntegerField(default=1)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='saved_addresses', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'saved addresses',
                'indexes': [models.Index(fields=['user', '-count'], name='address_most_used')],
            },
        ),
        migrations.CreateModel(
            name='DriverProfile',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='driver_profile', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('vehicle_make', models.CharField(blank=True, max_length=80)),
                ('vehicle_model', models.CharField(blank=True, max_length=80)),
                ('vehicle_number', models.CharField(blank=True, max_length=30)),
                ('other_info', models.CharField(blank=True, max_length=250)),
                ('license_image', apps.core.image_fields.DocumentField(blank=True, storage=apps.core.media.private_storage, upload_to=apps.accounts.models.driver.license_path)),
                ('active', models.BooleanField(default=False)),
                ('online_since', models.DateTimeField(blank=True, editable=False, null=True)),
                ('busy', models.BooleanField(default=False)),
                ('rating_sum', models.PositiveIntegerField(default=0)),
                ('rating_count', models.PositiveIntegerField(default=0)),
                ('rating', models.DecimalField(blank=True, decimal_places=1, max_digits=2, null=True)),
                ('car_type', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='fares.cartype')),
                ('fleet_admin', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='fleet', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('active', True)), fields=['user'], name='driver_active')],
                'constraints': [models.CheckConstraint(condition=models.Q(('rating__isnull', True), ('rating__range', (1, 5)), _connector='OR'), name='driver_rating_in_range')],
            },
        ),
    ]
