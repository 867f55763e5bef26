import type { PaymentAttempt } from "@/api/types";

/** Takes the payer to the gateway: by its address, or by the form that it wants posted. */
export function leaveFor(action: NonNullable<PaymentAttempt["action"]>): void {
  if (action.kind === "redirect") {
    window.location.assign(action.url);
    return;
  }
  const form = document.createElement("form");
  form.method = "post";
  form.action = action.url;
  for (const [name, value] of Object.entries(action.form)) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
