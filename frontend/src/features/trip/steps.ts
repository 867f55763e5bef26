import type { BookingStatus } from "@/api/types";

export const STEPS = ["booked", "coming", "here", "riding", "done"] as const;

export type StepState = "done" | "now" | "next";

const AT: Record<BookingStatus, number> = {
  PAYMENT_PENDING: 0,
  NEW: 0,
  ACCEPTED: 1,
  ARRIVED: 2,
  STARTED: 3,
  REACHED: 4,
  PENDING: 4,
  PAID: 4,
  COMPLETE: 5,
  CANCELLED: -1,
};

/** The state of each of the five steps. */
export function stepStates(status: BookingStatus): StepState[] {
  const at = AT[status];
  return STEPS.map((_, index) => (index < at ? "done" : index === at ? "now" : "next"));
}
