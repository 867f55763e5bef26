import { describe, expect, it } from "vitest";
import { first as enFirst } from "./en-first";
import { form as enForm } from "./en-form";
import { rest as enRest } from "./en-rest";
import { FALLBACK, LANGUAGES } from "./languages";
import { firstOf, formOf, restOf } from "./messages";

const PLURAL = /_(zero|one|two|few|many|other)$/;

function flat(words: object, path = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    const at = path ? `${path}.${key}` : key;
    if (typeof value === "string") found.set(at, value);
    else for (const [inner, text] of flat(value, at)) found.set(inner, text);
  }
  return found;
}

const blanks = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((m) => m[1]).sort();
const tags = (text: string) => [...text.matchAll(/<\/?\d+>/g)].map((m) => m[0]).sort();

// The two parts may share a key: the first page's delivery texts come with the rest.
const en = new Map([...flat(enFirst), ...flat(enForm), ...flat(enRest)]);

/** Plural forms differ by language, so keys are compared without their plural suffix. */
const stem = (key: string) => key.replace(PLURAL, "");
// A plural key has other forms beside it; "kind_other" of a list of kinds has none.
const plurals = new Set(
  [...en.keys()].filter((key) => key.endsWith("_other") && en.has(`${stem(key)}_one`)).map(stem),
);
const isPlural = (key: string) => plurals.has(stem(key)) && key !== stem(key);

describe.each(LANGUAGES.map(({ code }) => code))("the texts of %s", async (code) => {
  const own =
    code === FALLBACK
      ? en
      : new Map([
          ...flat(await firstOf(code)),
          ...flat(await formOf(code)),
          ...flat(await restOf(code)),
        ]);

  it("has every sentence that English has, and none besides", () => {
    const name = (key: string) => (isPlural(key) ? stem(key) : key);
    const stems = (words: Map<string, string>) => [...new Set([...words.keys()].map(name))].sort();
    expect(stems(own)).toEqual(stems(en));
  });

  it("has the plural forms of its language, and no other", () => {
    const needed = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    // i18next supports a special "zero" form in every language.
    const nothing = [...en.keys()].filter((key) => isPlural(key) && key.endsWith("_zero"));
    const wanted = [...plurals].flatMap((word) => needed.map((form) => `${word}_${form}`));
    const all = new Set([...wanted, ...nothing]);
    expect([...own.keys()].filter(isPlural).sort()).toEqual([...all].sort());
  });

  it("has the same placeholders", () => {
    const wrong = [...en].filter(([key, text]) => {
      const translated = own.get(key);
      if (translated === undefined || isPlural(key)) return false;
      return (
        blanks(text).join() !== blanks(translated).join() ||
        tags(text).join() !== tags(translated).join()
      );
    });
    expect(wrong).toEqual([]);
  });

  it("adds no placeholders in its plurals", () => {
    const wrong = [...own].filter(([key, text]) => {
      const known = blanks(en.get(`${stem(key)}_other`) ?? "");
      return isPlural(key) && blanks(text).some((name) => !known.includes(name));
    });
    expect(wrong).toEqual([]);
  });

  it("has no empty texts", () => {
    expect([...own].filter(([, text]) => !text.trim())).toEqual([]);
  });
});

describe("the message catalogue of the documents", () => {
  const documented = `must_login user_issue_contact_admin select_proper place_to_coords_error
    past_booking_error no_driver_found_alert_messege deliveryDetailMissing login_validate_error
    otp_validate_error user_does_not_exists proper_email profile_updated login_error require_approval
    email_verify_message not_logged_in login_success reset_pass_msg demo_mode user_exists
    email_or_mobile_issue not_valid_user_type booking_success google_places_error location_fetch_error
    allow_location no_bookings no_cancel_reason no_cars settings_error no_user_match no_provider_found
    provider_fetch_error no_tasks chat_not_found wrong_code updated proper_bonus update_failed
    proper_input_name password_alphaNumeric_check mobile_no_blank_error referer_not_found reg_error
    no_details_error success account_create_successfully`.split(/\s+/);

  it("has a text for every key", () => {
    expect(documented.filter((code) => !en.has(`errors.${code}`))).toEqual([]);
  });
});
