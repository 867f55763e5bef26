window.CulqiCheckout = function (publicKey, config) {
  var culqi = this;
  culqi.open = function () {
    var dialog = document.createElement("dialog"), list = sandboxGateway.chooser("sandbox-mode");
    var pay = document.createElement("button"), leave = document.createElement("button");
    pay.textContent = "Pay " + config.settings.amount / 100 + " " + config.settings.currency;
    leave.textContent = "Close";
    pay.onclick = function () {
      culqi.token = { id: "tkn_test_" + list.value + "_" + sandboxGateway.digits(), email: config.client.email };
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
