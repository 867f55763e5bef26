import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { AmountInput } from "./amount-input";
import { ThemeProvider } from "./theme/theme-provider";

function Form() {
  const [amount, setAmount] = useState("");
  return (
    <>
      <AmountInput
        label="Amount"
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <output>{amount}</output>
    </>
  );
}

it.each([
  ["١٢٫٥", "12.5"],
  ["۱۲", "12"],
  ["12,50", "12,50"],
])("takes %s as %s, which is what is shown and sent", async (typed, sent) => {
  render(
    <ThemeProvider>
      <Form />
    </ThemeProvider>,
  );
  await userEvent.type(screen.getByRole("textbox", { name: "Amount" }), typed);
  expect(screen.getByRole("textbox", { name: "Amount" })).toHaveValue(sent);
  expect(screen.getByRole("status")).toHaveTextContent(sent);
});
