"""deploy/nginx.conf and deploy/Caddyfile: what the platform needs of them; their own checks if installed."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from embedded.pgbouncer import installed as installed_pgbouncer
from tests.deploy.files import DEPLOY

NGINX = (DEPLOY / "nginx.conf").read_text()
CADDY = (DEPLOY / "Caddyfile").read_text()


def test_nginx_takes_the_largest_body_that_the_platform_takes() -> None:
    assert f"client_max_body_size {settings.MAX_UPLOAD_BYTES // 1024**2}m;" in NGINX
    assert f"max_size {settings.MAX_UPLOAD_BYTES // 1024**2}MiB" in CADDY


def test_nginx_speaks_tls_http2_and_sockets_and_keeps_connections() -> None:
    assert "listen 443 ssl http2;" in NGINX
    assert "ssl_protocols TLSv1.2 TLSv1.3;" in NGINX
    assert "proxy_set_header Upgrade $http_upgrade;" in NGINX
    assert "proxy_set_header Connection $connection_upgrade;" in NGINX
    assert re.search(r"upstream hansom \{[^}]*keepalive \d+;", NGINX)
    assert re.search(r"location /ws/ \{[^}]*proxy_read_timeout 1h;", NGINX)


def test_proxies_do_not_pass_on_whom_a_client_claims_to_be() -> None:
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in NGINX
    assert "proxy_set_header X-Forwarded-For $proxy_add" not in NGINX
    # Caddy replaces the header unless a client is named as trusted.
    assert "trusted_proxies" not in CADDY


def test_private_documents_are_never_files_to_a_proxy() -> None:
    assert re.search(r"location /media/private/ \{\s*proxy_pass http://hansom;", NGINX)
    served = re.findall(r"(?:alias|root \*|root) (/var/lib/hansom\S*?|/srv/hansom\S*?)[;\s]", NGINX + CADDY)
    assert served
    for folder in served:
        # The whole state folder is a root below /static/assets/ only.
        assert folder in ("/var/lib/hansom", "/srv/hansom", "/var/lib/hansom/media/public/")
    assert re.search(r"location /static/assets/ \{\s*root /var/lib/hansom;", NGINX)
    assert len(re.findall(r"root /var/lib/hansom;", NGINX)) == 1
    assert "path /static/assets/*" in CADDY


@pytest.mark.parametrize(("name", "text", "pair"), [("nginx", NGINX, "{}"), ("Caddy", CADDY, "{}")])
def test_blocks_are_closed(name: str, text: str, pair: str) -> None:
    bare = re.sub(r"#.*", "", text)
    assert bare.count(pair[0]) == bare.count(pair[1]), name


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed here")
def test_nginx_takes_its_file(tmp_path: Path) -> None:
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    subject = ["-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=rides.example.org", "-days", "1"]
    subprocess.run(
        ["openssl", "req", *subject, "-keyout", str(key), "-out", str(certificate)],
        capture_output=True,
        check=True,
    )
    text = NGINX.replace("/etc/letsencrypt/live/rides.example.org", str(tmp_path))
    text = text.replace("/run/nginx.pid", str(tmp_path / "pid")).replace("/var/log/nginx", str(tmp_path))
    (tmp_path / "nginx.conf").write_text(text)
    done = subprocess.run(
        ["nginx", "-t", "-c", str(tmp_path / "nginx.conf")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def knows_streams() -> bool:
    """Whether there is Caddy 2.7 or newer, for `stream_close_delay`; Debian 12 has 2.6."""
    if shutil.which("caddy") is None:
        return False
    version = subprocess.run(["caddy", "version"], capture_output=True, text=True, check=True).stdout
    found = re.match(r"v?(\d+)\.(\d+)", version)
    return found is not None and (int(found[1]), int(found[2])) >= (2, 7)


@pytest.mark.skipif(not knows_streams(), reason="Caddy 2.7 or newer is not installed here")
def test_caddy_takes_its_file() -> None:
    done = subprocess.run(
        ["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")],
        env={"DOMAIN": "rides.example.org", "ACME_EMAIL": "ops@example.org", "HOME": "/nonexistent"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(installed_pgbouncer() is None, reason="PgBouncer is not installed here")
def test_pgbouncer_knows_every_setting_of_its_file(tmp_path: Path) -> None:
    """It names what it does not know, and then ends, for it is to run as a user who does not exist."""
    text = (DEPLOY / "pgbouncer.ini").read_text()
    (tmp_path / "users.txt").write_text('"hansom" "secret"\n')
    text = text.replace("/etc/pgbouncer/userlist.txt", str(tmp_path / "users.txt"))
    (tmp_path / "pgbouncer.ini").write_text(text)
    done = subprocess.run(
        [str(installed_pgbouncer()), str(tmp_path / "pgbouncer.ini"), "--user", "nosuchuser"],
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    output = done.stdout + done.stderr
    assert "unknown parameter" not in output
    assert "invalid value" not in output
    assert "nosuchuser" in output
