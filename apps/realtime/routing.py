"""Routes WebSocket connections."""

from typing import Any

from channels.routing import URLRouter
from django.urls import path

from apps.realtime.consumers import SocketConsumer

urlpatterns: list[Any] = [path("ws/v1/", SocketConsumer.as_asgi())]
_router = URLRouter(urlpatterns)


async def sockets(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve a socket, or close it before the handshake if the path is unknown."""
    if scope["path"].lstrip("/") == "ws/v1/":
        await _router(scope, receive, send)
    else:
        await receive()
        await send({"type": "websocket.close", "code": 4404})
