"""URLs of the platform: the API, the Django admin, health checks, and the React app for the rest."""

from django.contrib import admin
from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from apps.core.views import healthz, readyz, service_worker, unknown_endpoint

api = [
    # Django tries the patterns in turn: first those of a trip.
    path("", include("apps.fares.urls")),
    path("", include("apps.bookings.urls")),
    path("", include("apps.realtime.urls")),
    path("", include("apps.accounts.urls")),
    path("", include("apps.geo.urls")),
    path("", include("apps.notifications.urls")),
    path("", include("apps.exports.urls")),
    path("", include("apps.wallet.urls")),
    path("", include("apps.fleet.urls")),
    path("", include("apps.calls.urls")),
    path("", include("apps.chat.urls")),
    path("", include("apps.payments.urls")),
    path("", include("apps.recording.urls")),
    path("", include("apps.backoffice.urls")),
]

# The functions of document 1, section 7, with their own names.
functions = [
    path("", include("apps.accounts.functions_urls")),
    path("", include("apps.geo.functions_urls")),
    path("", include("apps.notifications.functions_urls")),
    path("", include("apps.payments.functions_urls")),
]

urlpatterns = [
    path("api/v1/", include(api)),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    # Assets in separate files, because the page's policy forbids inline scripts.
    path(
        "api/docs/",
        SpectacularSwaggerSplitView.as_view(url_name="schema", template_name="core/api_docs.html"),
        name="docs",
    ),
    path("functions/", include(functions)),
    re_path(r"^(?:api|functions)/", unknown_endpoint),
    path("django-admin/", admin.site.urls),
    path("accounts/", include("apps.accounts.social_urls")),
    path("dev/outbox/", include("apps.notifications.outbox_urls")),
    path("healthz", healthz),
    path("readyz", readyz),
    path("maps/", include("apps.geo.map_urls")),
    path("media/", include("apps.core.files.media_urls")),
    path("sw.js", service_worker),
    # Everything else is a page of the React app, or a 404.
    path("", include("apps.core.pages.urls")),
]
