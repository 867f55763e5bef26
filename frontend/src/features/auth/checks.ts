const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Checks the basic form of an email address. The server validates it fully. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}
