"""Scripts with the interface of the gateways' own, for a page of the shop's in a development run.

In the place of card fields they draw a list of the modes: what is chosen becomes the token.
"""

import json
from typing import Final

from embedded.gateways.payment import MODES
from embedded.loopback import Reply

CHOOSER: Final = """
window.standIn = window.standIn || {
  modes: %s,
  chooser: function (id) {
    var list = document.createElement("select");
    list.id = id;
    list.setAttribute("aria-label", "How the sandbox decides");
    Object.keys(this.modes).forEach(function (mode) {
      list.add(new Option(standIn.modes[mode], mode));
    });
    return list;
  },
  digits: function () {
    var bytes = crypto.getRandomValues(new Uint8Array(8));
    return Array.from(bytes, function (byte) { return byte.toString(16).padStart(2, "0"); }).join("");
  },
};
"""
BRAINTREE: Final = """
window.braintree = Object.assign(window.braintree || {}, {
  client: { create: async function (options) { return { authorization: options.authorization }; } },
  hostedFields: {
    create: async function (options) {
      var fields = options.fields, list = standIn.chooser("stand-in-mode");
      Object.keys(fields).forEach(function (name) {
        var place = document.querySelector(fields[name].selector || fields[name].container);
        place.replaceChildren(name === "number" ? list : document.createTextNode("stand-in"));
      });
      return {
        on: function () {},
        focus: function () { list.focus(); },
        clear: function () {},
        tokenize: async function () {
          return { nonce: "stand-in-" + list.value + "-" + standIn.digits(), details: { bin: "411111" } };
        },
      };
    },
  },
  threeDSecure: {
    create: async function () {
      return {
        verifyCard: async function (asked) {
          await new Promise(function (go) { asked.onLookupComplete({}, go); });
          return { nonce: asked.nonce, liabilityShifted: true, liabilityShiftPossible: true };
        },
      };
    },
  },
  dataCollector: { create: async function () { return { deviceData: '{"correlation_id":"stand-in"}' }; } },
});
"""
CULQI: Final = """
window.CulqiCheckout = function (publicKey, config) {
  var culqi = this;
  culqi.open = function () {
    var dialog = document.createElement("dialog"), list = standIn.chooser("stand-in-mode");
    var pay = document.createElement("button"), leave = document.createElement("button");
    pay.textContent = "Pay " + config.settings.amount / 100 + " " + config.settings.currency;
    leave.textContent = "Close";
    pay.onclick = function () {
      culqi.token = { id: "tkn_test_" + list.value + "_" + standIn.digits(), email: config.client.email };
      culqi.culqi();
    };
    leave.onclick = function () { culqi.close(); };
    dialog.append(list, pay, leave);
    document.body.append(dialog);
    dialog.showModal();
    culqi.dialog = dialog;
  };
  culqi.close = function () { if (culqi.dialog) culqi.dialog.remove(); };
};
"""
CULQI_3DS: Final = """
window.Culqi3DS = {
  generateDevice: async function () { return "stand-in-device"; },
  initAuthentication: async function () {
    var found = { eci: "05", xid: "stand-in", cavv: "stand-in", protocolVersion: "2.2.0",
      directoryServerTransactionId: standIn.digits() };
    setTimeout(function () {
      window.postMessage({ parameters3DS: found, error: null, loading: false }, window.location.origin);
    }, 400);
  },
  reset: function () {},
};
"""
SCRIPTS: Final = {
    "braintree": dict.fromkeys(
        ("client.min.js", "hosted-fields.min.js", "three-d-secure.min.js", "data-collector.min.js"), BRAINTREE
    ),
    "culqi": {"checkout-js": CULQI, "3ds": CULQI_3DS},
}
JAVASCRIPT: Final = {"Content-Type": "text/javascript; charset=utf-8"}


def reply(gateway: str, script: str) -> Reply:
    """One of the gateway's scripts; 404 for one that it does not have."""
    text = SCRIPTS[gateway].get(script)
    if text is None:
        return Reply(404, b"", JAVASCRIPT)
    return Reply(200, (CHOOSER % json.dumps(MODES) + text).encode(), JAVASCRIPT)
