import apps.geo.fields
import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.comparison
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='DriverPosition',
            fields=[
                ('driver', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='position', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('car_type_id', models.BigIntegerField(null=True)),
                ('fleet_admin_id', models.BigIntegerField(null=True)),
                ('lat', models.FloatField(null=True)),
                ('lng', models.FloatField(null=True)),
                ('heading', models.FloatField(null=True)),
                ('speed', models.FloatField(null=True)),
                ('at', models.DateTimeField(null=True)),
                ('received_at', models.DateTimeField(null=True)),
                ('online', models.BooleanField(default=False)),
                ('free', models.BooleanField(default=False)),
                ('fit_until', models.DateTimeField(null=True)),
                ('spot', models.GeneratedField(db_persist=True, expression=models.Func(models.Func(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.functions.comparison.Coalesce(models.F('car_type_id'), models.Value(0)), '*', models.Value(1000)), '+', models.F('lng')), output_field=models.FloatField(), template='(%(expressions)s)'), models.Func(models.Func(models.Func(django.db.models.functions.comparison.Least(django.db.models.functions.comparison.Greatest(models.F('lat'), -89.9), 89.9), function='tand'), function='asinh'), function='degrees'), function='point', output_field=apps.geo.fields.PointField()), output_field=apps.geo.fields.PointField())),
            ],
            options={
                'indexes': [django.contrib.postgres.indexes.GistIndex(condition=models.Q(('free', True)), fields=['spot'], name='position_free_spot')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('at__isnull', True), ('lat__isnull', True), ('lng__isnull', True)), models.Q(('at__isnull', False), ('lat__isnull', False), ('lng__isnull', False), ('lat__range', (-90, 90)), ('lng__range', (-180, 180))), _connector='OR'), name='position_whole_and_on_earth'), models.CheckConstraint(condition=models.Q(('free', False), ('online', True), _connector='OR'), name='free_means_online')],
            },
        ),
        migrations.CreateModel(
            name='MapRegion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120)),
                ('extract_sha256', models.CharField(max_length=64)),
                ('version', models.CharField(max_length=40)),
                ('west', models.FloatField()),
                ('south', models.FloatField()),
                ('east', models.FloatField()),
                ('north', models.FloatField()),
                ('center_lat', models.FloatField()),
                ('center_lng', models.FloatField()),
                ('place_count', models.PositiveIntegerField(default=0)),
                ('country', models.CharField(blank=True, max_length=2)),
                ('current', models.BooleanField(default=True)),
                ('imported_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('current', True)), fields=('current',), name='one_current_region')],
            },
        ),
        migrations.CreateModel(
            name='Place',
            fields=[
                ('id', models.CharField(max_length=24, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('house', 'House'), ('street', 'Street'), ('poi', 'Poi'), ('locality', 'Locality'), ('postcode', 'Postcode')], max_length=8)),
                ('main_text', models.CharField(max_length=200)),
                ('secondary_text', models.CharField(blank=True, max_length=200)),
                ('house_number', models.CharField(blank=True, max_length=30)),
                ('street', models.CharField(blank=True, max_length=200)),
                ('city', models.CharField(blank=True, max_length=120)),
                ('postcode', models.CharField(blank=True, max_length=20)),
                ('importance', models.FloatField()),
                ('lat', models.FloatField()),
                ('lng', models.FloatField()),
                ('folded', models.CharField(max_length=200)),
                ('search_text', models.TextField()),
                ('search', models.GeneratedField(db_persist=True, expression=models.Func(models.Func(models.F('search_text'), models.Value(' '), function='string_to_array'), function='array_to_tsvector'), output_field=django.contrib.postgres.search.SearchVectorField())),
                ('spot', models.GeneratedField(db_persist=True, expression=models.Func(models.F('lng'), models.Func(models.Func(models.Func(django.db.models.functions.comparison.Least(django.db.models.functions.comparison.Greatest(models.F('lat'), -89.9), 89.9), function='tand'), function='asinh'), function='degrees'), function='point', output_field=apps.geo.fields.PointField()), output_field=apps.geo.fields.PointField())),
                ('region', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='geo.mapregion')),
            ],
            options={
                'indexes': [django.contrib.postgres.indexes.GinIndex(condition=models.Q(('kind', 'house'), _negated=True), fields=['search'], name='place_search_named'), django.contrib.postgres.indexes.GinIndex(condition=models.Q(('kind', 'house')), fields=['search'], name='place_search_house'), django.contrib.postgres.indexes.GistIndex(condition=models.Q(('kind__in', ['house', 'poi'])), fields=['spot'], name='place_spot_address'), django.contrib.postgres.indexes.GistIndex(condition=models.Q(('kind', 'locality')), fields=['spot'], name='place_spot_locality')],
            },
        ),
        migrations.CreateModel(
            name='StreetPoint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('lat', models.FloatField()),
                ('lng', models.FloatField()),
                ('spot', models.GeneratedField(db_persist=True, expression=models.Func(models.F('lng'), models.Func(models.Func(models.Func(django.db.models.functions.comparison.Least(django.db.models.functions.comparison.Greatest(models.F('lat'), -89.9), 89.9), function='tand'), function='asinh'), function='degrees'), function='point', output_field=apps.geo.fields.PointField()), output_field=apps.geo.fields.PointField())),
                ('street', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='points', to='geo.place')),
            ],
            options={
                'indexes': [models.Index(fields=['street'], name='street_point_street'), django.contrib.postgres.indexes.GistIndex(fields=['spot'], name='street_point_spot')],
            },
        ),
    ]
