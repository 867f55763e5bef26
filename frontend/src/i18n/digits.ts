/** The first of the Arabic-Indic, Persian and Devanagari digits. */
const STARTS = [0x0660, 0x06f0, 0x0966];

/** Converts the digits of an Arabic, Persian or Hindi keyboard to the ASCII digits that the server reads. */
export function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) => {
    const code = digit.charCodeAt(0);
    const start = STARTS.find((first) => code >= first && code < first + 10) ?? code;
    return String(code - start);
  });
}

/** Converts an amount typed with any keyboard: the Arabic decimal separator becomes a point. */
export function latinAmount(text: string): string {
  return latinDigits(text).replace("\u066b", ".");
}
