from django.apps import AppConfig


class FaresConfig(AppConfig):
    name = "apps.fares"

    def ready(self) -> None:
        from apps.exports.lists import register_list
        from apps.fares.admin_api.lists import CAR_TYPES, PROMOS

        register_list(CAR_TYPES)
        register_list(PROMOS)
