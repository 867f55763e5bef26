from django.apps import AppConfig


class FaresConfig(AppConfig):
    name = "apps.fares"

    def ready(self) -> None:
        from apps.exports.registry import register_export
        from apps.fares.admin_api.exporting import CAR_TYPES, PROMOS

        register_export(CAR_TYPES)
        register_export(PROMOS)
