// @vitest-environment node
import { expect, it } from "vitest";
import { familyOf } from "./family";

const tokenWith = (claims: object) =>
  `e30.${btoa(JSON.stringify(claims)).replace(/=+$/, "").replace(/\+/g, "-").replace(/\//g, "_")}.x`;

it("is read from the access token", () => {
  expect(familyOf(tokenWith({ fam: "9f3c", user_id: "7" }))).toBe("9f3c");
});

it("is null for a token without a family", () => {
  expect(familyOf(tokenWith({ user_id: "7" }))).toBeNull();
  expect(familyOf(tokenWith({ fam: 7 }))).toBeNull();
  expect(familyOf("t")).toBeNull();
});
