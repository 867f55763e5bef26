from django.apps import AppConfig


class PaymentsConfig(AppConfig):
    name = "apps.payments"
    default_auto_field = "django.db.models.BigAutoField"
