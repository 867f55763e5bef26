from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.http import require_safe

from apps.core.http.compression import accepted_coding
from apps.core.pages.head import head_of
from apps.core.pages.language import address_language, offered, page_language
from apps.core.pages.preload import preload_links
from apps.core.pages.prepared import Kind, prepared_page
from apps.core.pages.routes import is_page

ROLE_COOKIE: Final = "hansom_role"
"""Role of the last login on this device; set by the browser and not trusted (api/page-cookies.ts)."""
ROLES: Final = frozenset({"rider", "driver", "fleetadmin", "admin"})
WORKERS: Final = frozenset({"driver", "fleetadmin"})
"""Roles whose home page is rendered in the browser."""


@require_safe
def page(request: HttpRequest) -> HttpResponseBase:
    """Return the React app in the visitor's language, prerendered; with status 404 for an unknown page."""
    there = offered()
    language = page_language(request, there)
    role = _role_of(request)
    named = address_language(request, there)
    title, head = head_of(request.path, language, there, named=named, is_visitor=not role)
    head += preload_links(request.path, role, language)
    prepared = prepared_page(language, kind_of(request), title=title, head=head)
    if prepared is None:
        return HttpResponse(
            "The web app is not built yet: run `make run`.", status=503, content_type="text/plain"
        )
    coding = accepted_coding(request)
    response = HttpResponse(prepared.coded(coding), status=200 if is_page(request.path) else 404)
    response["Cache-Control"] = "no-cache"
    response["Content-Language"] = language
    # Weak, because the compressed bytes differ.
    etag = f'W/"{prepared.tag}"'
    response["ETag"] = etag
    if coding:
        response["Content-Encoding"] = coding
    patch_vary_headers(response, ("Accept-Encoding", "Accept-Language", "Cookie"))
    if response.status_code == 404:
        return response
    return get_conditional_response(request, etag, None, response) or response


def _role_of(request: HttpRequest) -> str:
    role = request.COOKIES.get(ROLE_COOKIE, "")
    return role if role in ROLES else ""


def kind_of(request: HttpRequest) -> Kind:
    role = _role_of(request)
    if request.path == "/":
        return "page" if role in WORKERS else "home"
    # Logged-in users are redirected; the drivers' sign-up page has another title.
    if request.path == "/login" and not role:
        return "login"
    if request.path == "/register" and not role and "as" not in request.GET:
        return "register"
    return "stage" if request.path.startswith("/trip/") else "page"
