from django.apps import AppConfig


class GeoConfig(AppConfig):
    name = "apps.geo"
