import { describe, expect, it } from "vitest";
import { latinDigits } from "@/i18n/digits";
import { fullMobile, startingCountry } from "./countries";

const UK = { label: "United Kingdom", code: "GB", phone: "44" };
const ANTIGUA = { label: "Antigua and Barbuda", code: "AG", phone: "1-268" };
const countries = [ANTIGUA, UK];

describe("a full mobile number", () => {
  it("is plus, dial prefix and digits, without spaces and hyphens", () => {
    expect(fullMobile(UK, "7700 900-123")).toBe("+447700900123");
    expect(fullMobile(ANTIGUA, "4641234")).toBe("+12684641234");
  });

  it("stands as it is when it was typed with its own plus", () => {
    expect(fullMobile(UK, " +1 268 464 1234")).toBe("+12684641234");
  });

  it("is nothing when nothing was typed", () => {
    expect(fullMobile(UK, " - ")).toBe("");
  });

  it("is read from an Arabic keyboard as well", () => {
    expect(fullMobile(UK, "٧٧٠٠٩٠٠١٢٣")).toBe("+447700900123");
    expect(latinDigits("۱۲۳ abc")).toBe("123 abc");
  });
});

describe("the country to start on", () => {
  it("is the operator's, then the browser's, then the first", () => {
    expect(startingCountry(countries, "GB", ["en-AG"])).toBe(UK);
    expect(startingCountry(countries, "", ["en", "en-GB"])).toBe(UK);
    expect(startingCountry(countries, undefined, ["fr"])).toBe(ANTIGUA);
    expect(startingCountry([], "GB", [])).toBeUndefined();
  });
});
