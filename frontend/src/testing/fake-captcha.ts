/** A fake captcha worker that solves a challenge at once. */
export class QuickWorker {
  private listeners: ((event: { data: unknown }) => void)[] = [];

  addEventListener(type: string, listener: (event: { data: unknown }) => void) {
    if (type === "message") this.listeners.push(listener);
  }

  removeEventListener() {}

  postMessage(message: { type: string }) {
    if (message.type !== "work") return;
    for (const listener of this.listeners) {
      listener({ data: { counter: 41, derivedKey: "00ff", time: 1 } });
    }
  }

  terminate() {}
}

export const CHALLENGE = {
  parameters: { algorithm: "PBKDF2/SHA-256", nonce: "00", salt: "00", cost: 1, keyPrefix: "00" },
  signature: "signed",
};
