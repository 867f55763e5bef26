from django.apps import AppConfig


class BookingsConfig(AppConfig):
    name = "apps.bookings"

    def ready(self) -> None:
        from apps.bookings.selectors import have_trip_together
        from apps.notifications.counterparts import register_acquaintance

        register_acquaintance(have_trip_together)
