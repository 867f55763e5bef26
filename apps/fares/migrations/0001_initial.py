import apps.core.image_fields
import apps.fares.models.car_type
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='CarType',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, unique=True)),
                ('image', apps.core.image_fields.PictureField(blank=True, upload_to=apps.fares.models.car_type.car_image_path)),
                ('icon', models.CharField(default='economy', max_length=30)),
                ('base_fare', models.DecimalField(decimal_places=4, default=0, max_digits=18)),
                ('rate_per_unit_distance', models.DecimalField(decimal_places=4, default=0, max_digits=18)),
                ('rate_per_hour', models.DecimalField(decimal_places=4, default=0, max_digits=18)),
                ('min_fare', models.DecimalField(decimal_places=4, default=0, max_digits=18)),
                ('convenience_fees', models.DecimalField(decimal_places=4, default=0, max_digits=18)),
                ('convenience_fee_type', models.CharField(choices=[('flat', 'Flat'), ('percentage', 'Percentage')], default='percentage', max_length=10)),
                ('extra_info', models.CharField(blank=True, max_length=200)),
                ('app_category', models.CharField(blank=True, choices=[('taxi', 'Taxi'), ('delivery', 'Delivery')], max_length=10)),
                ('position', models.PositiveSmallIntegerField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'ordering': ['position', 'id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('base_fare__gte', 0), ('rate_per_unit_distance__gte', 0), ('rate_per_hour__gte', 0), ('min_fare__gte', 0), ('convenience_fees__gte', 0)), name='car_type_amounts_not_negative'), models.CheckConstraint(condition=models.Q(models.Q(('convenience_fee_type', 'percentage'), _negated=True), ('convenience_fees__lte', 100), _connector='OR'), name='car_type_fee_at_most_everything'), models.UniqueConstraint(django.db.models.functions.text.Upper('name'), name='car_type_name_once')],
            },
        ),
        migrations.CreateModel(
            name='Promo',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('promo_name', models.CharField(max_length=60)),
                ('promo_description', models.CharField(blank=True, max_length=200)),
                ('promo_discount_type', models.CharField(choices=[('flat', 'Flat'), ('percentage', 'Percentage')], max_length=10)),
                ('promo_discount_value', models.DecimalField(decimal_places=4, max_digits=18)),
                ('max_promo_discount_value', models.DecimalField(blank=True, decimal_places=4, max_digits=18, null=True)),
                ('min_order', models.DecimalField(decimal_places=4, default=0, max_digits=18)),
                ('promo_validity', models.DateField()),
                ('promo_usage_limit', models.PositiveIntegerField()),
                ('user_avail', models.PositiveIntegerField(default=0, editable=False)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('promo_name'), name='promo_name_once'), models.CheckConstraint(condition=models.Q(('promo_discount_value__gte', 0), ('min_order__gte', 0), models.Q(('max_promo_discount_value__isnull', True), ('max_promo_discount_value__gte', 0), _connector='OR')), name='promo_amounts_not_negative'), models.CheckConstraint(condition=models.Q(models.Q(('promo_discount_type', 'percentage'), _negated=True), ('promo_discount_value__lte', 100), _connector='OR'), name='promo_at_most_everything')],
            },
        ),
        migrations.CreateModel(
            name='CancelSlab',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mins_delayed', models.PositiveSmallIntegerField()),
                ('amount', models.DecimalField(decimal_places=4, max_digits=18)),
                ('car_type', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='cancel_slabs', to='fares.cartype')),
            ],
            options={
                'ordering': ['mins_delayed'],
                'constraints': [models.CheckConstraint(condition=models.Q(('amount__gte', 0)), name='cancelslab_amount_not_negative'), models.UniqueConstraint(fields=('car_type', 'mins_delayed'), name='cancelslab_once_a_car_type')],
            },
        ),
        migrations.CreateModel(
            name='ParcelOption',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('description', models.CharField(max_length=80)),
                ('amount', models.DecimalField(decimal_places=4, default=0, max_digits=18)),
                ('position', models.PositiveSmallIntegerField(default=0)),
                ('car_type', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to='fares.cartype')),
            ],
            options={
                'ordering': ['position', 'id'],
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('amount__gte', 0)), name='parceloption_amount_not_negative'), models.UniqueConstraint(fields=('car_type', 'description'), name='parceloption_once_a_car_type')],
            },
        ),
        migrations.CreateModel(
            name='ParcelType',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('description', models.CharField(max_length=80)),
                ('amount', models.DecimalField(decimal_places=4, default=0, max_digits=18)),
                ('position', models.PositiveSmallIntegerField(default=0)),
                ('car_type', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to='fares.cartype')),
            ],
            options={
                'ordering': ['position', 'id'],
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('amount__gte', 0)), name='parceltype_amount_not_negative'), models.UniqueConstraint(fields=('car_type', 'description'), name='parceltype_once_a_car_type')],
            },
        ),
    ]
