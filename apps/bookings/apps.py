from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BookingsConfig(AppConfig):
    name = "apps.bookings"
    verbose_name = _("Bookings")

    def ready(self) -> None:
        from apps.accounts.privacy.registry import register_personal_data
        from apps.accounts.terms.selectors import register_trip_check
        from apps.bookings.cancellation.fees import update_fee_of_booking
        from apps.bookings.cancellation.reason_export import CANCEL_REASONS
        from apps.bookings.history.booking_list import BOOKINGS
        from apps.bookings.personal_data import PERSONAL_DATA
        from apps.bookings.readings import WAITING
        from apps.bookings.register.register_list import REGISTER
        from apps.bookings.retention import RETENTIONS
        from apps.bookings.selectors import has_active_trip, has_open_booking, have_trip_together
        from apps.bookings.verification import CHECKS
        from apps.core.monitoring.readings import register_reading
        from apps.core.privacy.retention import register_retentions
        from apps.exports.lists import register_list
        from apps.fares.car_types.delete_guards import register_delete_guard
        from apps.notifications.recipients import register_recipient_rule
        from apps.wallet.trips.owed import register_fee_listener
        from apps.wallet.verification import register_check

        register_personal_data(*PERSONAL_DATA)
        for check in CHECKS:
            register_check(check)
        register_trip_check(has_active_trip)
        register_recipient_rule(have_trip_together)
        register_fee_listener(update_fee_of_booking)
        register_list(BOOKINGS)
        register_list(CANCEL_REASONS)
        register_list(REGISTER)
        register_delete_guard(has_open_booking)
        register_reading(WAITING)
        register_retentions(*RETENTIONS)
