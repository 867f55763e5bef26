window.braintree = Object.assign(window.braintree || {}, {
  client: { create: async function (options) { return { authorization: options.authorization }; } },
  hostedFields: {
    create: async function (options) {
      var fields = options.fields, list = sandboxGateway.chooser("sandbox-mode");
      Object.keys(fields).forEach(function (name) {
        var place = document.querySelector(fields[name].selector || fields[name].container);
        place.replaceChildren(name === "number" ? list : document.createTextNode("sandbox"));
      });
      return {
        on: function () {},
        focus: function () { list.focus(); },
        clear: function () {},
        tokenize: async function () {
          return { nonce: "sandbox-" + list.value + "-" + sandboxGateway.digits(), details: { bin: "411111" } };
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
  dataCollector: { create: async function () { return { deviceData: '{"correlation_id":"sandbox"}' }; } },
});
