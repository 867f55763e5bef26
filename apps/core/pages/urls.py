"""The pages of the React app and what is said of them, after all that has an address of its own."""

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
