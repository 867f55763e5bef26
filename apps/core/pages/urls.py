"""URLs of pages and their metadata; must come after all other URLs."""

from django.urls import path, re_path

from apps.core.pages.icons import icon
from apps.core.pages.manifest import manifest
from apps.core.pages.robots import robots, sitemap
from apps.core.pages.views import page

urlpatterns = [
    path("manifest.webmanifest", manifest),
    path("icons/<slug:name>.png", icon),
    path("robots.txt", robots),
    path("sitemap.xml", sitemap),
    re_path(r"^(?!api/|static/|media/|ws/|maps/|functions/).*$", page, name="app"),
]
