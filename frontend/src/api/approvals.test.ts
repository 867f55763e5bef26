import { expect, it } from "vitest";
import { isWaiting } from "./approvals";

it("recognises an action that waits for a second admin, and no processed withdrawal", () => {
  const requested_at = "2026-11-27T10:00:00Z";
  expect(isWaiting({ approval_id: 5, kind: "payout", amount: "40.0000", requested_at })).toBe(true);
  expect(isWaiting({ id: 1, reference: "W1", amount: "40.0000", requested_at })).toBe(false);
});
