from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "apps.accounts"

    def ready(self) -> None:
        # Importing it is what registers it.
        from apps.accounts import schema  # noqa: F401
