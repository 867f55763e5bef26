import apps.bookings.models.booking
import apps.core.image_fields
import apps.core.media
import django.db.models.constraints
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.datetime
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('fares', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Booking',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reference', models.CharField(max_length=6, unique=True)),
                ('status', models.CharField(choices=[('PAYMENT_PENDING', 'Payment Pending'), ('NEW', 'New'), ('ACCEPTED', 'Accepted'), ('ARRIVED', 'Arrived'), ('STARTED', 'Started'), ('REACHED', 'Reached'), ('PENDING', 'Pending'), ('PAID', 'Paid'), ('COMPLETE', 'Complete'), ('CANCELLED', 'Cancelled')], max_length=15)),
                ('version', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('book_later', models.BooleanField(default=False)),
                ('trip_date', models.DateTimeField()),
                ('booking_type_admin', models.BooleanField(default=False)),
                ('customer_name', models.CharField(max_length=170)),
                ('customer_email', models.EmailField(blank=True, max_length=254)),
                ('customer_contact', models.CharField(blank=True, max_length=20)),
                ('customer_image', models.CharField(blank=True, max_length=200)),
                ('driver_name', models.CharField(blank=True, max_length=170)),
                ('driver_contact', models.CharField(blank=True, max_length=20)),
                ('driver_image', models.CharField(blank=True, max_length=200)),
                ('driver_rating', models.DecimalField(blank=True, decimal_places=1, max_digits=2, null=True)),
                ('vehicle_number', models.CharField(blank=True, max_length=30)),
                ('vehicle_make', models.CharField(blank=True, max_length=80)),
                ('vehicle_model', models.CharField(blank=True, max_length=80)),
                ('car_type_name', models.CharField(max_length=60)),
                ('car_type_icon', models.CharField(max_length=30)),
                ('car_image', models.CharField(blank=True, max_length=200)),
                ('pickup_lat', models.FloatField()),
                ('pickup_lng', models.FloatField()),
                ('pickup_add', models.CharField(max_length=300)),
                ('drop_lat', models.FloatField()),
                ('drop_lng', models.FloatField()),
                ('drop_add', models.CharField(max_length=300)),
                ('route_polyline', models.TextField(blank=True)),
                ('estimate', models.DecimalField(decimal_places=4, max_digits=18)),
                ('estimate_distance_km', models.DecimalField(decimal_places=3, max_digits=10)),
                ('estimate_duration_seconds', models.PositiveIntegerField()),
                ('rates', models.JSONField(default=dict)),
                ('breakdown', models.JSONField(default=list)),
                ('trip_cost', models.DecimalField(decimal_places=4, max_digits=18)),
                ('convenience_fees', models.DecimalField(decimal_places=4, max_digits=18)),
                ('driver_share', models.DecimalField(decimal_places=4, max_digits=18)),
                ('discount', models.DecimalField(decimal_places=4, default=0, max_digits=18)),
                ('cash_payment_amount', models.DecimalField(decimal_places=4, default=0, max_digits=18)),
                ('card_payment_amount', models.DecimalField(decimal_places=4, default=0, max_digits=18)),
                ('used_wallet_money', models.DecimalField(decimal_places=4, default=0, max_digits=18)),
                ('other_payment_amount', models.DecimalField(db_default=0, decimal_places=4, default=0, max_digits=18)),
                ('owed_amount', models.DecimalField(db_default=0, decimal_places=4, default=0, max_digits=18)),
                ('written_off_amount', models.DecimalField(db_default=0, decimal_places=4, default=0, max_digits=18)),
                ('chosen_payment', models.CharField(choices=[('cash', 'Cash'), ('wallet', 'Wallet'), ('card', 'Card')], db_default='cash', default='cash', max_length=10)),
                ('chosen_gateway', models.CharField(blank=True, db_default='', default='', max_length=30)),
                ('payment_mode', models.CharField(choices=[('cash', 'Cash'), ('wallet', 'Wallet'), ('card', 'Card'), ('other', 'Other'), ('written_off', 'Written Off')], default='cash', max_length=15)),
                ('gateway', models.CharField(blank=True, max_length=30)),
                ('prepaid', models.BooleanField(default=False)),
                ('prepaid_amount', models.DecimalField(db_default=0, decimal_places=4, default=0, max_digits=18)),
                ('promo_details', models.JSONField(blank=True, null=True)),
                ('cancellation_fee', models.DecimalField(decimal_places=4, default=0, max_digits=18)),
                ('cancellation_fee_owed', models.DecimalField(db_default=0, decimal_places=4, default=0, max_digits=18)),
                ('cancellation_fee_written_off', models.DecimalField(db_default=0, decimal_places=4, default=0, max_digits=18)),
                ('refunded_amount', models.DecimalField(decimal_places=4, default=0, max_digits=18)),
                ('adjustment_amount', models.DecimalField(db_default=0, decimal_places=4, default=0, max_digits=18)),
                ('adjustment_reason', models.CharField(blank=True, db_default='', default='', max_length=250)),
                ('tip_amount', models.DecimalField(db_default=0, decimal_places=4, default=0, max_digits=18)),
                ('tipped_at', models.DateTimeField(blank=True, null=True)),
                ('app_category', models.CharField(default='taxi', max_length=10)),
                ('delivery_person', models.CharField(blank=True, max_length=120)),
                ('delivery_person_phone', models.CharField(blank=True, max_length=40)),
                ('pickup_instructions', models.CharField(blank=True, max_length=500)),
                ('delivery_instructions', models.CharField(blank=True, max_length=500)),
                ('parcel_type_selected', models.JSONField(blank=True, null=True)),
                ('option_selected', models.JSONField(blank=True, null=True)),
                ('pickup_image', apps.core.image_fields.DocumentField(blank=True, storage=apps.core.media.private_storage, upload_to=apps.bookings.models.booking.pickup_image_path)),
                ('deliver_image', apps.core.image_fields.DocumentField(blank=True, storage=apps.core.media.private_storage, upload_to=apps.bookings.models.booking.deliver_image_path)),
                ('payment_due_at', models.DateTimeField(blank=True, null=True)),
                ('reminded_at', models.DateTimeField(blank=True, null=True)),
                ('distance_km', models.DecimalField(blank=True, decimal_places=3, max_digits=10, null=True)),
                ('distance_source', models.CharField(blank=True, choices=[('estimate', 'Estimate'), ('drive_time', 'Drive Time'), ('multi_waypoint', 'Multi Waypoint'), ('great_circle', 'Great Circle')], max_length=20)),
                ('total_trip_time', models.PositiveIntegerField(blank=True, null=True)),
                ('accepted_at', models.DateTimeField(blank=True, null=True)),
                ('redispatched_at', models.DateTimeField(blank=True, null=True)),
                ('driver_arrive_time', models.DateTimeField(blank=True, null=True)),
                ('trip_start_time', models.DateTimeField(blank=True, null=True)),
                ('trip_end_time', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('settled_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('otp', models.CharField(blank=True, max_length=5)),
                ('otp_wrong_tries', models.PositiveSmallIntegerField(default=0)),
                ('dispatch_round', models.PositiveSmallIntegerField(default=0)),
                ('search_until', models.DateTimeField(blank=True, null=True)),
                ('dispatch_after', models.DateTimeField(blank=True, null=True)),
                ('search_widened', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('reason', models.CharField(blank=True, max_length=250)),
                ('cancelled_by', models.CharField(blank=True, choices=[('rider', 'Rider'), ('driver', 'Driver'), ('fleetadmin', 'Fleet Admin'), ('admin', 'Admin'), ('system', 'System')], max_length=10)),
                ('rating', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('feedback', models.TextField(blank=True, max_length=1000)),
                ('rider_rating', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('car_type', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='fares.cartype')),
                ('customer', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='bookings', to=settings.AUTH_USER_MODEL)),
                ('driver', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='trips', to=settings.AUTH_USER_MODEL)),
                ('fleet_admin', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='fleet_bookings', to=settings.AUTH_USER_MODEL)),
                ('promo', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='fares.promo')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('app_category', 'delivery')), fields=['id'], name='booking_delivery'), models.Index(fields=['customer', '-id'], name='booking_of_customer'), models.Index(fields=['driver', '-id'], name='booking_of_driver'), models.Index(fields=['fleet_admin', '-id'], include=('customer',), name='booking_of_fleet'), models.Index(fields=['status', '-id'], name='booking_by_status'), models.Index(models.OrderBy(models.F('id'), descending=True), condition=models.Q(('status__in', ('PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID'))), name='booking_active'), models.Index(condition=models.Q(('status', 'NEW')), fields=['dispatch_after'], name='booking_searching'), models.Index(condition=models.Q(('book_later', True)), fields=['trip_date'], name='booking_scheduled'), models.Index(fields=['car_type', '-id'], name='booking_of_car_type'), models.Index(fields=['payment_mode', '-id'], name='booking_by_payment'), models.Index(fields=['trip_date', 'id'], name='booking_by_date'), models.Index(models.Case(models.When(status='CANCELLED', then=django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('cancellation_fee'), '+', models.F('cancellation_fee_owed')), '+', models.F('cancellation_fee_written_off'))), default=models.F('trip_cost')), models.F('id'), name='booking_by_charge'), models.Index(models.Case(models.When(status='CANCELLED', then=django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('cancellation_fee'), '+', models.F('cancellation_fee_owed')), '+', models.F('cancellation_fee_written_off'))), default=models.F('trip_cost')), models.F('id'), condition=models.Q(('status', 'CANCELLED')), name='booking_cancelled_by_charge'), models.Index(condition=models.Q(('driver__isnull', False)), fields=['driver', 'trip_date', 'id'], name='booking_driver_by_date'), models.Index(models.F('driver'), models.Case(models.When(status='CANCELLED', then=django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('cancellation_fee'), '+', models.F('cancellation_fee_owed')), '+', models.F('cancellation_fee_written_off'))), default=models.F('trip_cost')), models.F('id'), condition=models.Q(('driver__isnull', False)), name='booking_driver_by_charge'), models.Index(condition=models.Q(('fleet_admin__isnull', False)), fields=['fleet_admin', 'trip_date', 'id'], name='booking_fleet_by_date'), models.Index(models.F('fleet_admin'), models.Case(models.When(status='CANCELLED', then=django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('cancellation_fee'), '+', models.F('cancellation_fee_owed')), '+', models.F('cancellation_fee_written_off'))), default=models.F('trip_cost')), models.F('id'), condition=models.Q(('fleet_admin__isnull', False)), name='booking_fleet_by_charge'), models.Index(condition=models.Q(('settled_at__isnull', False)), fields=['settled_at', 'id'], name='booking_settled'), models.Index(condition=models.Q(('driver__isnull', False), ('settled_at__isnull', False)), fields=['driver', 'settled_at', 'id'], name='booking_driver_settled'), models.Index(condition=models.Q(('fleet_admin__isnull', False), ('settled_at__isnull', False)), fields=['fleet_admin', 'settled_at', 'id'], name='booking_fleet_settled'), models.Index(condition=models.Q(('status', 'CANCELLED')), fields=['ended_at'], name='booking_cancelled_by_time'), models.Index(condition=models.Q(('fleet_admin__isnull', False), ('status', 'CANCELLED')), fields=['fleet_admin', 'ended_at'], name='booking_fleet_cancelled'), models.Index(condition=models.Q(('status', 'NEW')), fields=['trip_date'], name='booking_waiting'), models.Index(condition=models.Q(('status__in', ('REACHED', 'PENDING'))), fields=['trip_end_time', 'id'], name='booking_unpaid'), models.Index(condition=models.Q(('pickup_image', ''), _negated=True), fields=['pickup_image'], name='booking_pickup_image'), models.Index(condition=models.Q(('deliver_image', ''), _negated=True), fields=['deliver_image'], name='booking_deliver_image')],
                'constraints': [models.CheckConstraint(condition=models.Q(('status__in', ['PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID', 'COMPLETE', 'CANCELLED'])), name='booking_status_known'), models.CheckConstraint(condition=models.Q(models.Q(('driver__isnull', True), ('status__in', ('PAYMENT_PENDING', 'NEW'))), ('status', 'CANCELLED'), models.Q(models.Q(('status__in', ('PAYMENT_PENDING', 'NEW')), _negated=True), ('driver__isnull', False)), _connector='OR'), name='booking_driver_where_status_needs_one'), models.UniqueConstraint(condition=models.Q(('status__in', ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'))), fields=('driver',), name='booking_one_trip_a_driver'), models.CheckConstraint(condition=models.Q(('estimate__gte', 0), ('trip_cost__gte', 0), ('convenience_fees__gte', 0), ('driver_share__gte', 0), ('discount__gte', 0), ('cash_payment_amount__gte', 0), ('card_payment_amount__gte', 0), ('used_wallet_money__gte', 0), ('other_payment_amount__gte', 0), ('written_off_amount__gte', 0), ('cancellation_fee__gte', 0), ('cancellation_fee_owed__gte', 0), ('cancellation_fee_written_off__gte', 0)), name='booking_amounts_not_negative'), models.CheckConstraint(condition=models.Q(('owed_amount__gte', 0)), name='booking_owed_amount_not_negative'), models.CheckConstraint(condition=models.Q(('trip_cost', django.db.models.expressions.CombinedExpression(models.F('driver_share'), '+', models.F('convenience_fees')))), name='booking_trip_cost_is_shared_out'), models.CheckConstraint(condition=models.Q(models.Q(('status__in', ('PAID', 'COMPLETE')), _negated=True), ('trip_cost', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('discount'), '+', models.F('cash_payment_amount')), '+', models.F('card_payment_amount')), '+', models.F('used_wallet_money')), '+', models.F('other_payment_amount')), '+', models.F('written_off_amount')), '+', models.F('adjustment_amount'))), _connector='OR'), name='booking_paid_in_full_when_paid'), models.CheckConstraint(condition=models.Q(models.Q(('tip_amount', 0), ('tipped_at__isnull', True)), models.Q(('status__in', ('PAID', 'COMPLETE')), ('tip_amount__gt', 0), ('tipped_at__isnull', False)), _connector='OR'), name='booking_tip_of_a_paid_trip'), models.CheckConstraint(condition=models.Q(('rating__isnull', True), ('rating__range', (1, 5)), _connector='OR'), name='booking_rating_in_range'), models.CheckConstraint(condition=models.Q(('rider_rating__isnull', True), ('rider_rating__range', (1, 5)), _connector='OR'), name='booking_rider_rating_in_range'), models.CheckConstraint(condition=models.Q(('otp_wrong_tries__lte', 5)), name='booking_otp_tries_bounded')],
            },
        ),
        migrations.CreateModel(
            name='BookingEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('name', models.CharField(max_length=20)),
                ('from_status', models.CharField(blank=True, choices=[('PAYMENT_PENDING', 'Payment Pending'), ('NEW', 'New'), ('ACCEPTED', 'Accepted'), ('ARRIVED', 'Arrived'), ('STARTED', 'Started'), ('REACHED', 'Reached'), ('PENDING', 'Pending'), ('PAID', 'Paid'), ('COMPLETE', 'Complete'), ('CANCELLED', 'Cancelled')], max_length=15)),
                ('to_status', models.CharField(choices=[('PAYMENT_PENDING', 'Payment Pending'), ('NEW', 'New'), ('ACCEPTED', 'Accepted'), ('ARRIVED', 'Arrived'), ('STARTED', 'Started'), ('REACHED', 'Reached'), ('PENDING', 'Pending'), ('PAID', 'Paid'), ('COMPLETE', 'Complete'), ('CANCELLED', 'Cancelled')], max_length=15)),
                ('role', models.CharField(choices=[('rider', 'Rider'), ('driver', 'Driver'), ('fleetadmin', 'Fleet Admin'), ('admin', 'Admin'), ('system', 'System')], max_length=10)),
                ('data', models.JSONField(default=dict)),
                ('at', models.DateTimeField()),
                ('actor', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('booking', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='bookings.booking')),
            ],
            options={
                'ordering': ['booking', 'version'],
                'constraints': [models.UniqueConstraint(fields=('booking', 'version'), name='booking_event_one_a_version')],
            },
        ),
        migrations.CreateModel(
            name='CancelReason',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('label', models.CharField(max_length=250)),
                ('value', models.PositiveSmallIntegerField()),
            ],
            options={
                'ordering': ['value'],
                'constraints': [models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('value',), name='cancel_reason_one_a_place')],
            },
        ),
        migrations.CreateModel(
            name='DailyEarnings',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('vehicle_number', models.CharField(blank=True, max_length=30)),
                ('rides', models.PositiveIntegerField()),
                ('trip_cost', models.DecimalField(decimal_places=4, max_digits=18)),
                ('driver_share', models.DecimalField(decimal_places=4, max_digits=18)),
                ('convenience_fees', models.DecimalField(decimal_places=4, max_digits=18)),
                ('discount', models.DecimalField(decimal_places=4, max_digits=18)),
                ('cancellation_fees', models.DecimalField(decimal_places=4, max_digits=18)),
                ('tips', models.DecimalField(db_default=0, decimal_places=4, max_digits=18)),
                ('driver', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('fleet_admin', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'daily earnings',
                'indexes': [models.Index(fields=['driver', 'day'], name='daily_earnings_of_driver'), models.Index(condition=models.Q(('fleet_admin__isnull', False)), fields=['fleet_admin', 'day'], name='daily_earnings_of_fleet')],
                'constraints': [models.UniqueConstraint(fields=('day', 'driver', 'fleet_admin'), name='daily_earnings_once', nulls_distinct=False)],
            },
        ),
        migrations.CreateModel(
            name='DayTotals',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fleet', models.BigIntegerField()),
                ('day', models.DateField()),
                ('rides', models.PositiveIntegerField()),
                ('trip_cost', models.DecimalField(decimal_places=4, max_digits=18)),
                ('driver_share', models.DecimalField(decimal_places=4, max_digits=18)),
                ('convenience_fees', models.DecimalField(decimal_places=4, max_digits=18)),
                ('discount', models.DecimalField(decimal_places=4, max_digits=18)),
                ('cancellation_fees', models.DecimalField(decimal_places=4, max_digits=18)),
                ('tips', models.DecimalField(db_default=0, decimal_places=4, max_digits=18)),
                ('drivers', models.PositiveIntegerField()),
                ('cancelled', models.PositiveIntegerField()),
            ],
            options={
                'verbose_name_plural': 'totals of days',
                'indexes': [models.Index(fields=['-day'], name='day_totals_latest')],
                'constraints': [models.UniqueConstraint(fields=('fleet', 'day'), name='day_totals_once')],
            },
        ),
        migrations.CreateModel(
            name='Offer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('offered', 'Offered'), ('accepted', 'Accepted'), ('declined', 'Declined'), ('expired', 'Expired'), ('withdrawn', 'Withdrawn'), ('unassigned', 'Unassigned')], default='offered', max_length=10)),
                ('round', models.PositiveSmallIntegerField(default=1)),
                ('rank', models.PositiveSmallIntegerField(default=1)),
                ('distance_km', models.FloatField(blank=True, null=True)),
                ('road_distance_km', models.FloatField(blank=True, null=True)),
                ('eta_seconds', models.PositiveIntegerField(blank=True, null=True)),
                ('offered_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('booking', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='offers', to='bookings.booking')),
                ('driver', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='offers', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('state', 'offered')), fields=['driver', '-id'], name='offer_open_of_driver'), models.Index(condition=models.Q(('state', 'offered')), fields=['expires_at'], name='offer_open_due')],
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['offered', 'accepted', 'declined', 'expired', 'withdrawn', 'unassigned'])), name='offer_state_known'), models.UniqueConstraint(condition=models.Q(('state', 'offered')), fields=('booking', 'driver'), name='offer_open_once_a_driver'), models.UniqueConstraint(condition=models.Q(('state', 'accepted')), fields=('booking',), name='offer_one_winner')],
            },
        ),
        migrations.CreateModel(
            name='SosAlert',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('lat', models.FloatField(blank=True, null=True)),
                ('lng', models.FloatField(blank=True, null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('handled_at', models.DateTimeField(blank=True, null=True)),
                ('booking', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sos_alerts', to='bookings.booking')),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('handled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('handled_at__isnull', True)), fields=['-id'], name='sos_open')],
            },
        ),
        migrations.CreateModel(
            name='TrackingPoint',
            fields=[
                ('pk', models.CompositePrimaryKey('booking', 'at', blank=True, editable=False, primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
                ('status', models.CharField(choices=[('PAYMENT_PENDING', 'Payment Pending'), ('NEW', 'New'), ('ACCEPTED', 'Accepted'), ('ARRIVED', 'Arrived'), ('STARTED', 'Started'), ('REACHED', 'Reached'), ('PENDING', 'Pending'), ('PAID', 'Paid'), ('COMPLETE', 'Complete'), ('CANCELLED', 'Cancelled')], max_length=15)),
                ('lat', models.FloatField()),
                ('lng', models.FloatField()),
                ('booking', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tracking_points', to='bookings.booking')),
            ],
        ),
        migrations.CreateModel(
            name='TripShare',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('expires_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('booking', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shares', to='bookings.booking')),
                ('created_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        # Events are append-only for every database role.
        migrations.RunSQL(
            sql="""
                CREATE FUNCTION bookings_bookingevent_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    RAISE EXCEPTION 'booking events are append-only' USING ERRCODE = 'restrict_violation';
                END $$;
                CREATE TRIGGER bookings_bookingevent_append_only
                    BEFORE UPDATE OR DELETE ON bookings_bookingevent
                    FOR EACH ROW EXECUTE FUNCTION bookings_bookingevent_refuse();
            """,
            reverse_sql="""
                DROP TRIGGER bookings_bookingevent_append_only ON bookings_bookingevent;
                DROP FUNCTION bookings_bookingevent_refuse();
            """,
        ),
    ]
