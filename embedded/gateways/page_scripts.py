"""Scripts with the interface of a gateway's own, for the card page of a development run.

Instead of card fields they show a list of the modes. The selected mode becomes part of the token.
"""

import json
from pathlib import Path
from typing import Final

from embedded.gateways.payment import MODES
from embedded.loopback import Reply

CHOOSER: Final = """
window.sandboxGateway = window.sandboxGateway || {
  modes: %s,
  chooser: function (id) {
    var list = document.createElement("select");
    list.id = id;
    list.setAttribute("aria-label", "Result of the payment");
    Object.keys(this.modes).forEach(function (mode) {
      list.add(new Option(sandboxGateway.modes[mode], mode));
    });
    return list;
  },
  digits: function () {
    var bytes = crypto.getRandomValues(new Uint8Array(8));
    return Array.from(bytes, function (byte) { return byte.toString(16).padStart(2, "0"); }).join("");
  },
};
"""
JAVASCRIPT: Final = {"Content-Type": "text/javascript; charset=utf-8"}


def script_reply(path: Path) -> Reply:
    """Return the script of a gateway's folder, with the list of modes in front of it."""
    return Reply(200, (CHOOSER % json.dumps(MODES) + path.read_text()).encode(), JAVASCRIPT)
