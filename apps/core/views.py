"""Liveness, readiness, and the page that carries the React app."""

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """This process answers."""
    return JsonResponse({"status": "ok"})


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """What this process stands on answers too; 503 names the part that does not."""
    parts: dict[str, str] = {}
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        parts["database"] = "ok"
    except Exception as error:
        parts["database"] = type(error).__name__
    try:
        cache.set("readyz", 1, 5)
        parts["redis"] = "ok"
    except Exception as error:
        parts["redis"] = type(error).__name__
    ready = all(state == "ok" for state in parts.values())
    return JsonResponse({"status": "ok" if ready else "unavailable", **parts}, status=200 if ready else 503)


@csrf_exempt
def no_such_call(request: HttpRequest) -> HttpResponse:
    """An address of the API that does not exist, refused in the API's own shape."""
    return JsonResponse({"code": "not_found", "detail": gettext("There is nothing here.")}, status=404)


@require_safe
def single_page_app(request: HttpRequest) -> HttpResponse:
    """The built React app; one clear line where it was not built yet."""
    try:
        page = get_template("index.html")
    except TemplateDoesNotExist:
        return HttpResponse(
            "The web app is not built yet: run `make run`.", status=503, content_type="text/plain"
        )
    response = HttpResponse(page.render({}, request))
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The app's service worker, at the root because it may serve only pages below its own address."""
    try:
        script = (settings.BASE_DIR / "frontend/dist/service-worker.js").read_bytes()
    except FileNotFoundError:
        raise Http404("The web app is not built yet.") from None
    return HttpResponse(script, content_type="text/javascript", headers={"Cache-Control": "no-cache"})
