import classes from "./provider-mark.module.css";

/** Each gateway's own colour and how it is short for itself; drawn here, so that nothing is loaded from it. */
const MARKS: Record<string, readonly [colour: string, letters: string]> = {
  braintree: ["#1f1f1f", "Bt"],
  culqi: ["#00827c", "Cq"],
  flutterwave: ["#b35900", "Fw"],
  liqpay: ["#3f7d20", "LP"],
  mercadopago: ["#00618f", "MP"],
  payfast: ["#b8001f", "PF"],
  paypal: ["#003087", "PP"],
  paystack: ["#0a6e8a", "Ps"],
  paytm: ["#00296b", "Pt"],
  payulatam: ["#4d7c0f", "PU"],
  securepay: ["#a8201a", "SP"],
  stripe: ["#533afd", "S"],
  test: ["#5b5b66", "T"],
};

/** A gateway's logo beside its name. Decorative. */
export function ProviderMark({ name }: { name: string }) {
  const [colour, letters] = MARKS[name] ?? ["#5b5b66", name.slice(0, 2).toUpperCase()];
  return (
    <span className={classes.mark} style={{ backgroundColor: colour }} dir="ltr" aria-hidden="true">
      {letters}
    </span>
  );
}
