"""A TLS proxy for PostgreSQL with temporary certificates, because the embedded server has no TLS."""

import contextlib
import socket
import ssl
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

SSL_REQUEST = struct.pack("!II", 8, 80877103)


class Certificates:
    """Files of a certificate authority and of its certificates: `server` for localhost, `client`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._authority_key = ec.generate_private_key(ec.SECP256R1())
        self.root = self._write("root", self._authority_key, "Test authority", authority=True)
        self.server = self._write("server", ec.generate_private_key(ec.SECP256R1()), "localhost")
        self.client = self._write("client", ec.generate_private_key(ec.SECP256R1()), "app")

    def key_of(self, certificate: Path) -> Path:
        return certificate.with_suffix(".key")

    def _write(
        self, name: str, key: ec.EllipticCurvePrivateKey, common_name: str, *, authority: bool = False
    ) -> Path:
        now = datetime.now(UTC)
        builder = (
            x509.CertificateBuilder()
            .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common_name)]))
            .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Test authority")]))
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(minutes=1))
            .not_valid_after(now + timedelta(hours=1))
            .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
        )
        if not authority:
            usages = [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]
            builder = builder.add_extension(
                x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False
            ).add_extension(x509.ExtendedKeyUsage(usages), critical=False)
        path = self.folder / f"{name}.crt"
        signed = builder.sign(self._authority_key, hashes.SHA256())
        path.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
        self.key_of(path).touch(mode=0o600)
        self.key_of(path).write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        return path


@contextmanager
def tls_proxy_for(host: str, port: int, certificates: Certificates) -> Iterator[int]:
    """Yield a localhost port that speaks PostgreSQL over TLS and requires our client certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificates.server, certificates.key_of(certificates.server))
    context.load_verify_locations(certificates.root)
    context.verify_mode = ssl.CERT_REQUIRED
    with socket.create_server(("127.0.0.1", 0)) as listener:
        accepting = threading.Thread(
            target=_accept_forever, args=(listener, (host, port), context), daemon=True
        )
        accepting.start()
        yield listener.getsockname()[1]
        # A plain close would leave accept() waiting.
        listener.shutdown(socket.SHUT_RDWR)
        accepting.join(10)


def _accept_forever(listener: socket.socket, server: tuple[str, int], context: ssl.SSLContext) -> None:
    while True:
        try:
            client, _ = listener.accept()
        except OSError:
            return
        threading.Thread(target=_serve, args=(client, server, context), daemon=True).start()


def _serve(client: socket.socket, server: tuple[str, int], context: ssl.SSLContext) -> None:
    with contextlib.suppress(OSError), client:
        if client.recv(len(SSL_REQUEST)) != SSL_REQUEST:
            return
        client.sendall(b"S")
        with (
            context.wrap_socket(client, server_side=True) as encrypted,
            socket.create_connection(server) as plain,
        ):
            back = threading.Thread(target=_copy, args=(plain, encrypted), daemon=True)
            back.start()
            _copy(encrypted, plain)
            back.join(10)


def _copy(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while chunk := source.recv(65536):
            target.sendall(chunk)
        target.shutdown(socket.SHUT_RDWR)
