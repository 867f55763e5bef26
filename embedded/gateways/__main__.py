"""`python -m embedded.gateways PORT SHOP_URL` runs the sandbox gateways of a development run."""

import signal
import sys
import threading

from embedded.gateways.sandbox import SandboxGateways


def main(port: int, shop: str) -> None:
    """Run until SIGINT or SIGTERM."""
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    with SandboxGateways(shop=shop, port=port, post=True) as sandbox:
        while not stopped.wait(1):
            sandbox.run_due()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
