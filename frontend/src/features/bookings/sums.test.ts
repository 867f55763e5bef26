// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { BookingRow } from "@/api/types";
import { sumsOf } from "./sums";

const row = (changes: Partial<BookingRow>) =>
  ({
    charged_amount: "0.0000",
    customer_paid: "0.0000",
    convenience_fees: "0.0000",
    cancellation_fee: "0.0000",
    ...changes,
  }) as BookingRow;

describe("the sums of the rows of a list", () => {
  it("are exact where floating-point numbers are not", () => {
    const rows = Array.from({ length: 10 }, () =>
      row({ charged_amount: "0.1000", customer_paid: "90071992547409.9100" }),
    );
    const sums = new Map(sumsOf(rows).map(({ column, amount }) => [column, amount]));
    expect(sums.get("charged_amount")).toBe("1.0000");
    expect(sums.get("customer_paid")).toBe("900719925474099.1000");
    expect(sums.get("cancellation_fee")).toBe("0.0000");
  });

  it("subtract refunds, and include cent amounts", () => {
    const rows = [row({ charged_amount: "-2.5" }), row({ charged_amount: "1" })];
    expect(sumsOf(rows)[0]).toEqual({ column: "charged_amount", amount: "-1.5000" });
  });

  it("omit amounts that the viewer may not see", () => {
    const rows = [row({}), row({ convenience_fees: null })];
    expect(sumsOf(rows).map(({ column }) => column)).not.toContain("convenience_fees");
  });
});
