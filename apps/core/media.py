"""Storage of uploaded files, and signed URLs of private ones.

Two storages: "default" for public images, "private" for documents. Both are local folders or S3 buckets
(config.settings, STORAGES). The URL of a private file is signed, for one file and a few minutes.
"""

import time
from typing import Any, Final
from urllib.parse import urlencode

from django.core.files.storage import FileSystemStorage, Storage, storages
from django.core.signing import BadSignature, Signer
from django.utils.deconstruct import deconstructible

PUBLIC: Final = "default"
PRIVATE: Final = "private"


@deconstructible
class SignedFileStorage(FileSystemStorage):
    """A local folder whose files are served only with a signed URL."""

    def __init__(self, *, url_seconds: int, **options: Any) -> None:
        super().__init__(**options)
        self.url_seconds = url_seconds

    def url(self, name: str | None) -> str:
        """Return a URL that is valid for `url_seconds`."""
        expires = int(time.time()) + self.url_seconds
        query = urlencode({"expires": expires, "signature": _signature(name or "", str(expires))})
        return f"{super().url(name)}?{query}"


def is_signature_valid(name: str, *, expires: str, signature: str) -> bool:
    """Return whether the signature is valid for this file now."""
    try:
        # Django also accepts keys of SECRET_KEY_FALLBACKS.
        _signer().unsign(f"{_claim(name, expires)}:{signature}")
    except BadSignature:
        return False
    return int(expires) >= time.time()


def private_storage() -> Storage:
    """Return the storage of documents, for model fields."""
    return storages[PRIVATE]


def _signature(name: str, expires: str) -> str:
    return _signer().signature(_claim(name, expires))


def _claim(name: str, expires: str) -> str:
    # The expiry comes first and on its own line, so that no other name and time give the same text.
    return f"{expires}\n{name}"


def _signer() -> Signer:
    return Signer(salt="hansom.private-media")


def is_local(storage: Any) -> bool:
    """Return whether this process serves the files itself."""
    return isinstance(storage, FileSystemStorage)
