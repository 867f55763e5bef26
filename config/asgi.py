"""One port for everything: sockets on the event loop, Django in threads beside it.

Django's own ASGI handler costs several times its WSGI path, so requests go to the WSGI application
(docs/decisions/0001-one-port.md).
"""

from typing import Any, cast

from a2wsgi import WSGIMiddleware

from apps.core.http.body_limit import limit_of_scope
from config.bodies import WholeBodies
from config.env import env
from config.wsgi import application as django_application

from apps.realtime.sockets.hub import stop_hub  # isort: skip  # models exist only after the line above
from apps.realtime.routing import sockets  # isort: skip

# Both sides keep the protocol; their type stubs spell it differently.
django_in_threads: Any = WSGIMiddleware(cast(Any, django_application), workers=env.web_threads)
requests = WholeBodies(django_in_threads, limit=limit_of_scope)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Route one connection by its kind."""
    if scope["type"] == "websocket":
        await sockets(scope, receive, send)
    elif scope["type"] == "http":
        await requests(scope, receive, send)
    elif scope["type"] == "lifespan":
        await live(receive, send)
    else:
        raise ValueError(f"no handler for {scope['type']}")


async def live(receive: Any, send: Any) -> None:
    """Nothing to do at the start; at the end, write down what the sockets still hold in memory."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.shutdown":
            await stop_hub()
            await send({"type": "lifespan.shutdown.complete"})
            return
        await send({"type": "lifespan.startup.complete"})
