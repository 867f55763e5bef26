/** Where the Arabic-Indic, the Persian and the Devanagari digits start. */
const STARTS = [0x0660, 0x06f0, 0x0966];

/** The digits of an Arabic, Persian or Hindi keyboard as the ones that the server reads; all else as it is. */
export function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) => {
    const code = digit.charCodeAt(0);
    const start = STARTS.find((first) => code >= first && code < first + 10) ?? code;
    return String(code - start);
  });
}

/** An amount as it is typed with any keyboard: the Arabic decimal separator is a point. */
export function latinAmount(text: string): string {
  return latinDigits(text).replace("\u066b", ".");
}
