from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ExportsConfig(AppConfig):
    name = "apps.exports"
    verbose_name = _("Exports")

    def ready(self) -> None:
        from apps.core.privacy.retention import register_retentions
        from apps.exports.retention import RETENTIONS

        register_retentions(*RETENTIONS)
