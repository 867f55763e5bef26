import apps.backoffice.models.language
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Language',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('code', models.CharField(max_length=20, unique=True, validators=[apps.backoffice.models.language.validate_language])),
                ('date_locale', models.CharField(max_length=40, validators=[apps.backoffice.models.language.validate_date_locale])),
                ('base', models.CharField(editable=False, max_length=20)),
                ('default', models.BooleanField(default=False)),
                ('removed', models.BooleanField(default=False)),
                ('copied', models.JSONField(blank=True, default=dict)),
                ('pairs', models.JSONField(blank=True, default=dict)),
                ('version', models.PositiveIntegerField(default=1)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('default', True)), fields=('default',), name='language_one_default'), models.CheckConstraint(condition=models.Q(('default', False), ('removed', False), _connector='OR'), name='language_default_is_there')],
            },
        ),
        migrations.CreateModel(
            name='SavedView',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('columns', models.JSONField(default=list)),
                ('list', models.CharField(max_length=40)),
                ('name', models.CharField(max_length=60)),
                ('query', models.CharField(blank=True, max_length=1000)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'list', 'name'), name='saved_view_once_a_name')],
            },
        ),
    ]
