from django.apps import AppConfig


class BookingsConfig(AppConfig):
    name = "apps.bookings"

    def ready(self) -> None:
        from apps.bookings.exporting import BOOKINGS
        from apps.bookings.selectors import have_trip_together
        from apps.bookings.verification import CHECKS
        from apps.exports.registry import register_export
        from apps.notifications.counterparts import register_acquaintance
        from apps.wallet.verification import register_check

        for check in CHECKS:
            register_check(check)
        register_acquaintance(have_trip_together)
        register_export(BOOKINGS)
