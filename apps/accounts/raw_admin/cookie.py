"""The raw admin's session lives in a cookie of its own, which no other page is sent or can end."""

from typing import Any, Final

from django.conf import settings
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse

PATH: Final = "/django-admin/"
COOKIE: Final = "hansom_raw_admin"


class SessionsApartMiddleware(SessionMiddleware):
    """Django's sessions, with another cookie's name below the raw admin's address."""

    def process_request(self, request: HttpRequest) -> None:
        if _is_raw_admin(request):
            request.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)
            own = request.COOKIES.pop(COOKIE, None)
            if own is not None:
                request.COOKIES[settings.SESSION_COOKIE_NAME] = own
        super().process_request(request)

    def process_response(self, request: HttpRequest, response: Any) -> HttpResponse:
        answer: HttpResponse = super().process_response(request, response)
        if _is_raw_admin(request) and settings.SESSION_COOKIE_NAME in answer.cookies:
            morsel = answer.cookies.pop(settings.SESSION_COOKIE_NAME)
            answer.cookies[COOKIE] = morsel.value
            answer.cookies[COOKIE].update(morsel)
            # Links of other sites open the sign-in, not a page of somebody who is signed in.
            answer.cookies[COOKIE].update({"path": PATH, "samesite": "Strict"})
        return answer


def _is_raw_admin(request: HttpRequest) -> bool:
    return request.path_info.startswith(PATH)
