import i18next from "i18next";
import { beforeAll, expect, it } from "vitest";
import { ApiError } from "@/api/error";
import { rememberMe } from "@/api/session";
import type { Me } from "@/api/types";
import { errorText } from "./error-text";
import { loadRest, startI18n } from "./setup";

const busy = new ApiError(409, "driver_busy", "The driver is on another trip.");

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

it("speaks to the driver who is on a trip, and about that driver to staff", () => {
  rememberMe({ id: 1, user_type: "driver" } as Me);
  expect(errorText(busy, i18next.t)).toBe("You’re already on a trip.");
  for (const user_type of ["admin", "fleetadmin"] as const) {
    rememberMe({ id: 2, user_type } as Me);
    expect(errorText(busy, i18next.t)).toBe("The driver is on another trip.");
  }
});
