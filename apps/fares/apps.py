from django.apps import AppConfig


class FaresConfig(AppConfig):
    name = "apps.fares"
