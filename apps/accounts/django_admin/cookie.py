"""The Django admin's session cookie, separate from the cookie of all other pages."""

from typing import Any, Final

from django.conf import settings
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse

PATH: Final = "/django-admin/"


class SessionsApartMiddleware(SessionMiddleware):
    """Django's sessions, with another cookie name below the Django admin's path."""

    def process_request(self, request: HttpRequest) -> None:
        if _is_django_admin(request):
            request.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)
            own = request.COOKIES.pop(settings.DJANGO_ADMIN_COOKIE, None)
            if own is not None:
                request.COOKIES[settings.SESSION_COOKIE_NAME] = own
        super().process_request(request)

    def process_response(self, request: HttpRequest, response: Any) -> HttpResponse:
        answer: HttpResponse = super().process_response(request, response)
        if _is_django_admin(request) and settings.SESSION_COOKIE_NAME in answer.cookies:
            morsel = answer.cookies.pop(settings.SESSION_COOKIE_NAME)
            answer.cookies[settings.DJANGO_ADMIN_COOKIE] = morsel.value
            answer.cookies[settings.DJANGO_ADMIN_COOKIE].update(morsel)
            # Links from other sites open the login page, never a page of a logged-in user.
            answer.cookies[settings.DJANGO_ADMIN_COOKIE].update({"path": PATH, "samesite": "Strict"})
        return answer


def _is_django_admin(request: HttpRequest) -> bool:
    return request.path_info.startswith(PATH)
