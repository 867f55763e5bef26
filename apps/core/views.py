"""Liveness, readiness, unknown API endpoints and the service worker."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from apps.core.monitoring.health import database_state, redis_state
from config.version import VERSION


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Return 200 and the version while this process responds."""
    return JsonResponse({"status": "ok", "version": VERSION})


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Return whether this process can serve: it needs the database; without Redis it is degraded.

    503 `unavailable` and 200 `degraded` name the part that does not respond.
    """
    parts = {"version": VERSION, "database": database_state(), "redis": redis_state()}
    if parts["database"] != "ok":
        return JsonResponse({"status": "unavailable", **parts}, status=503)
    return JsonResponse({"status": "ok" if parts["redis"] == "ok" else "degraded", **parts})


@csrf_exempt
def unknown_endpoint(request: HttpRequest) -> HttpResponse:
    """Return 404 in the API's error format."""
    return JsonResponse({"code": "not_found", "detail": gettext("Not found.")}, status=404)


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, at the root because its scope is its own folder."""
    try:
        script = (settings.BASE_DIR / "frontend/dist/service-worker.js").read_bytes()
    except FileNotFoundError:
        raise Http404("The web app is not built yet.") from None
    return HttpResponse(script, content_type="text/javascript", headers={"Cache-Control": "no-cache"})
