import { pageOfNotice } from "../api/screens";

/** The payload of a push: the inbox's text, in the user's language. */
interface PushedNotice {
  title: string;
  msg: string;
  screen: string;
  data: Record<string, unknown>;
  tag: string;
}

/** The operator's logo, or the build's own icon. */
const ICON = "/icons/192.png";
/**
 * White on transparent, because Android fills the shape in the status bar: a full image becomes a white
 * square.
 */
const BADGE = "/static/badge-96.png";

const text = (value: unknown) => (typeof value === "string" ? value : "");

/** Parses a payload; missing or invalid fields are empty. */
function readNotice(payload: unknown): PushedNotice {
  const given = (typeof payload === "object" && payload !== null ? payload : {}) as Record<
    string,
    unknown
  >;
  const data = typeof given.data === "object" && given.data !== null ? given.data : {};
  return {
    title: text(given.title) || "Hansom",
    msg: text(given.msg),
    screen: text(given.screen),
    data: data as Record<string, unknown>,
    tag: text(given.tag),
  };
}

/** Returns the system notification; silent if a focused window shows the message itself. */
export function notificationOf(payload: unknown, inFront: boolean) {
  const notice = readNotice(payload);
  return {
    title: notice.title,
    options: {
      body: notice.msg,
      dir: "auto" as const,
      icon: ICON,
      badge: BADGE,
      silent: inFront,
      data: { page: pageOfNotice(notice) },
      // A later notification of the same booking replaces the earlier one and alerts again.
      ...(notice.tag ? { tag: notice.tag, renotify: !inFront } : {}),
    },
  };
}

/** The part of a window client that this module needs. */
export interface OpenWindow {
  url: string;
  focused: boolean;
  visibilityState: string;
  focus: () => Promise<unknown>;
  postMessage: (message: unknown, transfer: MessagePort[]) => void;
}

/** Returns the focused window, else a visible one, else any. */
export function chooseWindow<W extends OpenWindow>(windows: readonly W[]): W | undefined {
  return (
    windows.find(({ focused }) => focused) ??
    windows.find(({ visibilityState }) => visibilityState === "visible") ??
    windows[0]
  );
}

const ANSWER_WITHIN_MS = 1500;

/**
 * Requests the app in a window to open a page; false if there is no response, as from a page that is still
 * loading.
 */
function turnTo(there: Pick<OpenWindow, "postMessage">, page: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const answer = (taken: boolean) => {
      clearTimeout(timer);
      port1.close();
      resolve(taken);
    };
    const timer = setTimeout(() => answer(false), ANSWER_WITHIN_MS);
    port1.onmessage = () => answer(true);
    there.postMessage({ type: "turn-to", page }, [port2]);
  });
}

/** Shows the page in an open window, else in a new one. */
export async function openPage<W extends OpenWindow>(
  page: string,
  windows: readonly W[],
  openWindow: (page: string) => Promise<unknown>,
): Promise<void> {
  const there = chooseWindow(windows);
  if (!there) {
    await openWindow(page);
    return;
  }
  await there.focus().catch(() => undefined);
  if (new URL(there.url).pathname === page) return;
  if (!(await turnTo(there, page))) await openWindow(page);
}
