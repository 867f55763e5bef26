"""How much a request may carry, refused by its own announcement before a byte of it is read."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

UPLOAD_TYPE = "multipart/form-data"


class BodyLimitMiddleware:
    """413 for a body that is larger than its kind may be.

    Django itself looks at the size of forms only, and a JSON body would be read to its end. A body that does
    not announce its size is taken for empty (WSGI knows no other way).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        announced = request.META.get("CONTENT_LENGTH") or "0"
        uploads = request.META.get("CONTENT_TYPE", "").lower().startswith(UPLOAD_TYPE)
        limit = settings.MAX_UPLOAD_BYTES if uploads else settings.MAX_JSON_BYTES
        if announced.isdecimal() and int(announced[:20]) > limit:
            code = "image_too_large" if uploads else "too_large"
            detail = _("The picture is larger than 8 MB.") if uploads else _("This is too much at once.")
            return JsonResponse({"code": code, "detail": detail}, status=413)
        return self.get_response(request)
