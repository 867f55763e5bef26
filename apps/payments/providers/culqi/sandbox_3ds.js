window.Culqi3DS = {
  generateDevice: async function () { return "sandbox-device"; },
  initAuthentication: async function () {
    var found = { eci: "05", xid: "sandbox", cavv: "sandbox", protocolVersion: "2.2.0",
      directoryServerTransactionId: sandboxGateway.digits() };
    setTimeout(function () {
      window.postMessage({ parameters3DS: found, error: null, loading: false }, window.location.origin);
    }, 400);
  },
  reset: function () {},
};
