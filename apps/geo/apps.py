from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GeoConfig(AppConfig):
    name = "apps.geo"
    verbose_name = _("Map")

    def ready(self) -> None:
        from apps.core.diagnosis.registry import register_check
        from apps.geo.diagnosis import MAPS

        register_check(MAPS)
