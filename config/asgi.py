"""ASGI entry point: sockets on the event loop, Django in threads.

Requests use the WSGI application, because Django's ASGI handler costs several times as much
(docs/decisions/0001-one-port.md).
"""

import asyncio
from typing import Any, Final

from apps.core.http.body_limit import limit_of_scope
from apps.core.monitoring import service
from config.bodies import WholeBodies
from config.env import env
from config.threads import InThreads
from config.wsgi import application as django_application

from apps.realtime.sockets.hub import stop_hub  # isort: skip  # models can be imported only after Django's set-up
from apps.realtime.routing import sockets  # isort: skip
from apps.core.http.quick.replies import QuickReplies  # isort: skip
from apps.fares.estimates.quick import quick_estimate  # isort: skip
from apps.recording.quotes.buffer import BUFFER  # isort: skip

QUICK: Final = {"/api/v1/estimates/": quick_estimate}
"""What answers ahead of Django."""

django_in_threads = InThreads(django_application, workers=env.web_threads)
# In the same threads, each with its connection to the database.
quick = QuickReplies(django_in_threads, QUICK, executor=django_in_threads.executor)
requests = WholeBodies(quick, limit=limit_of_scope)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Dispatch a connection by its type."""
    if scope["type"] == "websocket":
        await sockets(scope, receive, send)
    elif scope["type"] == "http":
        await requests(scope, receive, send)
    elif scope["type"] == "lifespan":
        await live(receive, send)
    else:
        raise ValueError(f"no handler for {scope['type']}")


async def live(receive: Any, send: Any) -> None:
    """Handle start-up and shutdown; at shutdown, write the positions and quotes still in memory."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.shutdown":
            await stop_hub()
            await asyncio.to_thread(BUFFER.stop)
            service.stop()
            await send({"type": "lifespan.shutdown.complete"})
            return
        service.start("web")
        BUFFER.start()
        await send({"type": "lifespan.startup.complete"})
