import { describe, expect, it } from "vitest";
import { first as arFirst } from "./ar-first";
import { rest as arRest } from "./ar-rest";
import { first as enFirst } from "./en-first";
import { rest as enRest } from "./en-rest";

type Words = { [key: string]: string | Words };

const PLURAL = /_(zero|one|two|few|many|other)$/;
const ARABIC_FORMS = ["zero", "one", "two", "few", "many", "other"];

function flat(words: Words, path = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    const at = path ? `${path}.${key}` : key;
    if (typeof value === "string") found.set(at, value);
    else for (const [inner, text] of flat(value, at)) found.set(inner, text);
  }
  return found;
}

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((m) => m[1]).sort();

// A part of the words may be in both: what the first page says of deliveries comes with the rest.
const en = new Map([...flat(enFirst), ...flat(enRest)]);
const ar = new Map([...flat(arFirst), ...flat(arRest)]);

/** Plural forms differ by language, so they are compared by what they have in common. */
const stems = (words: Map<string, string>) =>
  new Set([...words.keys()].map((key) => key.replace(PLURAL, "")));

describe("Arabic", () => {
  it("has every sentence that English has, and none besides", () => {
    expect([...stems(en)].filter((key) => !stems(ar).has(key))).toEqual([]);
    expect([...stems(ar)].filter((key) => !stems(en).has(key))).toEqual([]);
  });

  it("has all six plural forms wherever English has two", () => {
    const plurals = [...en.keys()].filter((key) => key.endsWith("_other"));
    const missing = plurals.flatMap((key) => {
      const stem = key.replace(PLURAL, "");
      return ARABIC_FORMS.map((form) => `${stem}_${form}`).filter((form) => !ar.has(form));
    });
    expect(missing).toEqual([]);
  });

  it("fills in the same blanks", () => {
    const wrong = [...en].filter(([key, text]) => {
      const translated = ar.get(key);
      return translated !== undefined && !PLURAL.test(key)
        ? placeholders(text).join() !== placeholders(translated).join()
        : false;
    });
    expect(wrong).toEqual([]);
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

  it("has a sentence for every key", () => {
    expect(documented.filter((code) => !en.has(`errors.${code}`))).toEqual([]);
  });
});
