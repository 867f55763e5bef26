from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ExportsConfig(AppConfig):
    name = "apps.exports"
    verbose_name = _("Exports")

    def ready(self) -> None:
        from apps.accounts.privacy.registry import register_personal_data
        from apps.core.privacy.retention import register_retentions
        from apps.exports import data_export
        from apps.exports.personal_data import PERSONAL_DATA
        from apps.exports.retention import RETENTIONS

        register_personal_data(*PERSONAL_DATA)
        register_retentions(*RETENTIONS)
        data_export.register()
