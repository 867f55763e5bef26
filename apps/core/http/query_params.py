"""Query parameters of views without a serializer."""

from rest_framework.request import Request


def text_param(request: Request, name: str, *, most: int) -> str:
    """Return the first `most` characters of a parameter, without NUL, which PostgreSQL cannot store."""
    return request.query_params.get(name, "")[:most].replace("\x00", "")
