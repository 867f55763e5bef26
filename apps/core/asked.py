"""What an address asks for, where no form reads it."""

from rest_framework.request import Request


def text_asked(request: Request, name: str, *, most: int) -> str:
    """The first `most` letters of a parameter, without NUL: PostgreSQL knows no text with it."""
    return request.query_params.get(name, "")[:most].replace("\x00", "")
