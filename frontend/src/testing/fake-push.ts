import { vi } from "vitest";

export class FakeSubscription {
  ended = false;
  readonly options: { applicationServerKey: ArrayBuffer };
  readonly endpoint: string;
  private readonly onEnd: () => void;

  constructor(endpoint: string, key: Uint8Array, onEnd: () => void = () => undefined) {
    this.endpoint = endpoint;
    this.options = { applicationServerKey: key.slice().buffer as ArrayBuffer };
    this.onEnd = onEnd;
  }

  toJSON() {
    return { endpoint: this.endpoint, keys: { p256dh: "p", auth: "a" } };
  }

  async unsubscribe() {
    this.ended = true;
    this.onEnd();
    return true;
  }
}

/** The state of the fake browser, and the user's answer to the permission prompt. */
export interface FakePushBrowser {
  permission: NotificationPermission;
  answer: NotificationPermission;
  held: FakeSubscription | null;
  subscriptions: number;
  prompts: number;
  /** False in a private window. */
  allowsPush: boolean;
}

/** Installs a fake push service; `removePushBrowser` removes it. */
export function pushBrowser(): FakePushBrowser {
  const browser: FakePushBrowser = {
    permission: "default",
    answer: "granted",
    held: null,
    subscriptions: 0,
    prompts: 0,
    allowsPush: true,
  };
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", {
    get permission() {
      return browser.permission;
    },
    requestPermission: async () => {
      browser.prompts += 1;
      browser.permission = browser.answer;
      return browser.answer;
    },
  });
  const pushManager = {
    getSubscription: async () => browser.held,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      if (!browser.allowsPush) throw new DOMException("permission denied", "NotAllowedError");
      browser.subscriptions += 1;
      const endpoint = `https://push.example/${browser.subscriptions}`;
      browser.held = new FakeSubscription(endpoint, applicationServerKey, () => {
        browser.held = null;
      });
      return browser.held;
    },
  };
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: {
      getRegistration: async () => ({ pushManager }),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    },
  });
  return browser;
}

export function removePushBrowser(): void {
  Reflect.deleteProperty(navigator, "serviceWorker");
}
