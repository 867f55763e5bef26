from django.apps import AppConfig


class PaymentsConfig(AppConfig):
    name = "apps.payments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from apps.payments.verification import CAME_ONCE
        from apps.wallet.verification import register_check

        register_check(CAME_ONCE)
