from django.apps import AppConfig


class GeoConfig(AppConfig):
    name = "apps.geo"

    def ready(self) -> None:
        from apps.core.diagnosis.registry import register_check
        from apps.geo.diagnosis import MAPS

        register_check(MAPS)
