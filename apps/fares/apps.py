from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FaresConfig(AppConfig):
    name = "apps.fares"
    verbose_name = _("Fares")

    def ready(self) -> None:
        from apps.exports.lists import register_list
        from apps.fares.admin_api.lists import CAR_TYPES, PROMOS
        from apps.fares.tariffs.lists import PUBLIC_HOLIDAYS, TARIFFS

        for spec in (CAR_TYPES, PROMOS, TARIFFS, PUBLIC_HOLIDAYS):
            register_list(spec)
