from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FaresConfig(AppConfig):
    name = "apps.fares"
    verbose_name = _("Fares")

    def ready(self) -> None:
        from apps.core.monitoring.readings import register_reading
        from apps.core.privacy.retention import register_retentions
        from apps.exports.lists import register_list
        from apps.fares.admin_api.lists import CAR_TYPES, PROMOS
        from apps.fares.readings import SURGE
        from apps.fares.retention import RETENTIONS
        from apps.fares.surge.lists import SURGE_CHANGES
        from apps.fares.tariffs.lists import PUBLIC_HOLIDAYS, TARIFFS

        for spec in (CAR_TYPES, PROMOS, TARIFFS, PUBLIC_HOLIDAYS, SURGE_CHANGES):
            register_list(spec)
        register_retentions(*RETENTIONS)
        register_reading(SURGE)
