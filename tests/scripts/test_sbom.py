"""The list of components: what it must contain."""

from scripts.sbom import contained, pinned
from tests.servers import ROOT


def test_pinned_versions_are_read_with_extras_and_without_comments() -> None:
    text = "# Production.\nDjango==5.2.19\npsycopg[binary,pool]==3.3.9\nchannels_redis==4.3.0  # sockets\n"
    assert pinned(text) == {"django": "5.2.19", "psycopg": "3.3.9", "channels-redis": "4.3.0"}


def test_every_line_of_the_requirements_is_pinned() -> None:
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    named = [line for line in lines if line and not line.startswith(("#", "-"))]
    assert len(pinned("\n".join(lines))) == len(named)


def test_components_are_compared_by_normalized_name() -> None:
    bom: dict[str, object] = {"components": [{"name": "Channels.Redis", "version": "4.3.0"}]}
    assert contained(bom) == {"channels-redis": "4.3.0"}
