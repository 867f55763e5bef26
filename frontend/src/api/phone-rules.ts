import {
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";

/** A full number: plus sign, dial code and digits, of the length that E.164 allows. */
const FULL = /^\+[1-9][0-9]{6,14}$/;

/**
 * Returns the full number of the typed text: `+44...`, `0044...`, or as dialled in `home` (ISO code). Null
 * where it cannot be a number. Same rules as the server, which decides: apps/accounts/phone_numbers/countries.py.
 */
export function typedMobile(typed: string, home: string | undefined): string | null {
  const plain = withoutPunctuation(typed).replace(/^00/, "+");
  if (plain.startsWith("+")) {
    if (!FULL.test(plain)) return null;
    const number = read(plain, undefined);
    // What has no length that its country knows stays as it is.
    return number?.isPossible() ? number.number : plain;
  }
  if (!home || !/^\d+$/.test(plain)) return null;
  const number = read(plain, home);
  return number?.isPossible() ? number.number : null;
}

/** The same with spaces, for reading: `+44 7700 900101`. */
export function spacedMobile(full: string): string {
  return read(full, undefined)?.formatInternational() ?? full;
}

function read(plain: string, home: string | undefined): PhoneNumber | undefined {
  const defaultCountry = home && isSupportedCountry(home) ? home : undefined;
  return parsePhoneNumberFromString(plain, {
    extract: false,
    ...(defaultCountry ? { defaultCountry } : {}),
  });
}

/** The digits as ASCII and a leading plus sign; a zero in brackets after the dial code goes. */
function withoutPunctuation(typed: string): string {
  const text = typed.normalize("NFKC").replace(/^(\s*\+[0-9\s]+)\(0\)/, "$1");
  return text.replace(/\p{Nd}/gu, asciiDigit).replace(/[\s().\-/\u2010-\u2015]/g, "");
}

/** The ten digits of every script are consecutive code points. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}
