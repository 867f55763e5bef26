import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ProviderMark } from "./provider-mark";

const DOCUMENTED =
  "paypal braintree stripe paytm payulatam flutterwave paystack securepay payfast liqpay culqi mercadopago test";

describe("the mark of a gateway", () => {
  it("is another one for each documented gateway, and there for one that is new", () => {
    const { container } = render(
      [...DOCUMENTED.split(" "), "later"].map((name) => <ProviderMark key={name} name={name} />),
    );
    const marks = [...container.querySelectorAll("span")];
    expect(new Set(marks.map((mark) => mark.textContent)).size).toBe(14);
    expect(marks.every((mark) => mark.getAttribute("aria-hidden") === "true")).toBe(true);
  });
});
