import {
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";

/** A full number: plus sign, dial code and digits, in an E.164 length. */
const FULL = /^\+[1-9][0-9]{6,14}$/;

/**
 * Returns the full number of the typed text: `+44...`, `0044...`, or as dialled in `home` (ISO code); null if
 * it cannot be a number. The server decides by the same rules: apps/accounts/phone_numbers/countries.py.
 */
export function typedMobile(typed: string, home: string | undefined): string | null {
  const plain = withoutPunctuation(typed).replace(/^00/, "+");
  if (plain.startsWith("+")) {
    if (!FULL.test(plain)) return null;
    const number = read(plain, undefined);
    // A number of an unknown length stays unchanged.
    return number?.isPossible() ? number.number : plain;
  }
  if (!home || !/^\d+$/.test(plain)) return null;
  const number = read(plain, home);
  return number?.isPossible() ? number.number : null;
}

/** Formats a number with spaces: `+44 7700 900101`. */
export function formatFullMobile(full: string): string {
  return read(full, undefined)?.formatInternational() ?? full;
}

function read(plain: string, home: string | undefined): PhoneNumber | undefined {
  const defaultCountry = home && isSupportedCountry(home) ? home : undefined;
  return parsePhoneNumberFromString(plain, {
    extract: false,
    ...(defaultCountry ? { defaultCountry } : {}),
  });
}

/**
 * Reduces the text to ASCII digits and a leading plus sign; removes a zero in brackets after the dial code.
 */
function withoutPunctuation(typed: string): string {
  const text = typed.normalize("NFKC").replace(/^(\s*\+[0-9\s]+)\(0\)/, "$1");
  return text.replace(/\p{Nd}/gu, asciiDigit).replace(/[\s().\-/\u2010-\u2015]/g, "");
}

/** In every script the ten digits are consecutive code points. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}
