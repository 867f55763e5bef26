const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What may be sent as an e-mail address; the server looks closer. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}
