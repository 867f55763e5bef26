from __future__ import annotations

from pathlib import Path
from typing import Any

from django.test import Client


def test_service_worker_is_served_at_the_root_and_revalidated(
    client: Client, settings: Any, tmp_path: Path
) -> None:
    settings.BASE_DIR = tmp_path
    (tmp_path / "frontend/dist").mkdir(parents=True)
    (tmp_path / "frontend/dist/service-worker.js").write_text("self.skipWaiting()")

    response = client.get("/sw.js")

    assert response.status_code == 200
    assert response["Content-Type"] == "text/javascript"
    assert response["Cache-Control"] == "no-cache"
    assert response.content == b"self.skipWaiting()"


def test_service_worker_of_an_app_that_is_not_built_is_404(
    client: Client, settings: Any, tmp_path: Path
) -> None:
    settings.BASE_DIR = tmp_path

    assert client.get("/sw.js").status_code == 404
