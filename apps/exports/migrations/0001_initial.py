import apps.core.media
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
            name='Export',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=40)),
                ('format', models.CharField(choices=[('csv', 'Csv'), ('xlsx', 'Xlsx')], max_length=4)),
                ('filters', models.JSONField(default=dict)),
                ('columns', models.JSONField(default=list)),
                ('language', models.CharField(max_length=10)),
                ('state', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed')], default='queued', max_length=7)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('rows_done', models.PositiveIntegerField(default=0)),
                ('rows_total', models.PositiveIntegerField(null=True)),
                ('error', models.CharField(blank=True, max_length=60)),
                ('file', models.FileField(blank=True, max_length=200, storage=apps.core.media.private_storage, upload_to='')),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('finished_at', models.DateTimeField(null=True)),
                ('expires_at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['expires_at'], name='export_expiry'), models.Index(condition=models.Q(('file', ''), _negated=True), fields=['file'], name='export_file')],
                'constraints': [models.CheckConstraint(condition=models.Q(('state', 'done'), ('file', ''), _connector='XOR'), name='export_file_when_done'), models.CheckConstraint(condition=models.Q(('state', 'failed'), ('error', ''), _connector='XOR'), name='export_error_when_failed')],
            },
        ),
    ]
