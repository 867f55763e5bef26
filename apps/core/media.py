"""Where uploaded files live, and for how long a private one may be looked at.

Two storages: "default" for images that everyone may see, "private" for documents. Both are folders of
this machine or both are an S3 bucket (config.settings, STORAGES); a private file's address is signed
either way, for one file and for a few minutes.
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
    """A folder whose files are given out only to who brings a signed address."""

    def __init__(self, *, url_seconds: int, **options: Any) -> None:
        super().__init__(**options)
        self.url_seconds = url_seconds

    def url(self, name: str | None) -> str:
        """The address of a file for the next `url_seconds`."""
        expires = int(time.time()) + self.url_seconds
        query = urlencode({"expires": expires, "signature": _signature(name or "", str(expires))})
        return f"{super().url(name)}?{query}"


def may_see(name: str, *, expires: str, signature: str) -> bool:
    """Whether this signature opens this file, now."""
    try:
        # Which of the keys signed it is Django's business (SECRET_KEY_FALLBACKS).
        _signer().unsign(f"{_claim(name, expires)}:{signature}")
    except BadSignature:
        return False
    return int(expires) >= time.time()


def private_storage() -> Storage:
    """For model fields: the storage of documents."""
    return storages[PRIVATE]


def _signature(name: str, expires: str) -> str:
    return _signer().signature(_claim(name, expires))


def _claim(name: str, expires: str) -> str:
    # The first line is the time alone, so that no name can pass for another with another time.
    return f"{expires}\n{name}"


def _signer() -> Signer:
    return Signer(salt="hansom.private-media")


def is_local(storage: Any) -> bool:
    """Whether this process serves the files itself."""
    return isinstance(storage, FileSystemStorage)
