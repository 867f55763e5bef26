"""Where sockets go."""

from typing import Any

from channels.routing import URLRouter
from django.urls import path

from apps.realtime.consumers import SocketConsumer

urlpatterns: list[Any] = [path("ws/v1/", SocketConsumer.as_asgi())]
_known = URLRouter(urlpatterns)


async def sockets(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve a socket; one that asks for another address is turned away before the handshake."""
    if scope["path"].lstrip("/") == "ws/v1/":
        await _known(scope, receive, send)
    else:
        await receive()
        await send({"type": "websocket.close", "code": 4404})
