// @vitest-environment node
import { describe, expect, it } from "vitest";
import { startingCountry } from "./countries";

const UK = { label: "United Kingdom", code: "GB", phone: "44" };
const ANTIGUA = { label: "Antigua and Barbuda", code: "AG", phone: "1-268" };
const countries = [ANTIGUA, UK];

describe("the default country", () => {
  it("is the operator's, then the browser's, then the first", () => {
    expect(startingCountry(countries, "GB", ["en-AG"])).toBe(UK);
    expect(startingCountry(countries, "", ["en", "en-GB"])).toBe(UK);
    expect(startingCountry(countries, undefined, ["fr"])).toBe(ANTIGUA);
    expect(startingCountry([], "GB", [])).toBeUndefined();
  });
});
