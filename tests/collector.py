"""A collector of OpenTelemetry traces: OTLP over HTTP, as strict as the real one about path and type."""

import gzip
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


class Collector:
    """A server with OTLP over HTTP that keeps the spans it receives."""

    def __init__(self) -> None:
        self.spans: list[Any] = []
        self.services: set[str] = set()
        self.body = b""
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if self.headers.get("Content-Encoding") == "gzip":
                    body = gzip.decompress(body)
                is_right = self.path == "/v1/traces"
                is_right &= self.headers["Content-Type"] == "application/x-protobuf"
                if is_right:
                    collector.receive(body)
                self.send_response(200 if is_right else 400)
                self.end_headers()

            def do_GET(self) -> None:
                self.send_response(204)
                self.end_headers()
                collector.headers = dict(self.headers)

            def log_message(self, *_: Any) -> None:
                pass

        self.headers: dict[str, str] = {}
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def receive(self, body: bytes) -> None:
        self.body += body
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            attributes = {entry.key: entry.value.string_value for entry in resource.resource.attributes}
            self.services.add(attributes["service.name"])
            self.spans += [span for scope in resource.scope_spans for span in scope.spans]

    def named(self, name: str) -> Any:
        (span,) = [span for span in self.spans if span.name == name]
        return span

    def has(self, name: str) -> bool:
        return any(span.name == name for span in self.spans)

    def below(self, span: Any) -> list[Any]:
        return [other for other in self.spans if other.parent_span_id == span.span_id]

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()
