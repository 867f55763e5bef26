"""Storage of uploaded files: local folders or S3 buckets."""

from typing import Any, Final
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from config.env import Env

PRIVATE_URL_SECONDS: Final = 300
"""Long enough to open a page, too short to share."""
YEAR: Final = 365 * 24 * 3600


def media_storages(env: Env, *, media_url: str) -> dict[str, Any]:
    """Return Django's STORAGES of public images ("default") and documents ("private")."""
    return _buckets(env) if env.storage == "s3" else _folders(env, media_url)


def image_origins(env: Env) -> list[str]:
    """Return other origins of images, for the Content-Security-Policy."""
    if env.storage != "s3":
        return []
    if env.s3_endpoint_url:
        bucket = _origin(env.s3_endpoint_url)
    else:
        region = f".{env.s3_region}" if env.s3_region else ""
        bucket = f"https://{env.s3_bucket}.s3{region}.amazonaws.com"
    return [bucket, *([_origin(env.s3_public_url)] if env.s3_public_url else [])]


def _folders(env: Env, media_url: str) -> dict[str, Any]:
    # Separate folders, so that a manipulated image URL cannot lead to a document.
    return {
        "default": {
            "BACKEND": "django.core.files.storage.FileSystemStorage",
            "OPTIONS": {"location": env.media_root / "public", "base_url": media_url},
        },
        "private": {
            "BACKEND": "apps.core.media.SignedFileStorage",
            "OPTIONS": {
                "location": env.media_root / "private",
                "base_url": f"{media_url}private/",
                "url_seconds": PRIVATE_URL_SECONDS,
                "file_permissions_mode": 0o600,
                "directory_permissions_mode": 0o700,
            },
        },
    }


def _buckets(env: Env) -> dict[str, Any]:
    if not env.s3_bucket:
        raise ImproperlyConfigured("STORAGE=s3 needs S3_BUCKET")
    # Not at the top: without buckets, no process needs the SDK.
    from botocore.config import Config

    shared = {
        "bucket_name": env.s3_bucket,
        "endpoint_url": env.s3_endpoint_url or None,
        "region_name": env.s3_region or None,
        # Without keys, boto3 uses its defaults: the machine's role, ~/.aws.
        "access_key": env.s3_access_key_id or None,
        "secret_key": env.s3_secret_access_key or None,
        "file_overwrite": False,
        "client_config": Config(
            signature_version="s3v4",
            # Amazon puts the bucket into the host name, most self-hosted servers into the path.
            s3={"addressing_style": "path" if env.s3_endpoint_url else "virtual"},
            connect_timeout=3,
            read_timeout=10,
            retries={"total_max_attempts": 2},
            # Many servers do not support Amazon's newer checksums; SigV4 covers the content already.
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
        ),
    }
    public = {
        **shared,
        "location": "public",
        "querystring_auth": False,
        "object_parameters": {"CacheControl": f"public, max-age={YEAR}, immutable"},
    }
    if env.s3_public_url:
        parts = urlsplit(env.s3_public_url)
        public |= {"custom_domain": parts.netloc + parts.path.rstrip("/"), "url_protocol": f"{parts.scheme}:"}
    private = {
        **shared,
        "location": "private",
        "querystring_auth": True,
        "querystring_expire": PRIVATE_URL_SECONDS,
        "object_parameters": {"CacheControl": "private, no-store"},
    }
    backend = "storages.backends.s3.S3Storage"
    return {
        "default": {"BACKEND": backend, "OPTIONS": public},
        "private": {"BACKEND": backend, "OPTIONS": private},
    }


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
