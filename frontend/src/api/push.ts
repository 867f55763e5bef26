import { get } from "./client";
import { addPushDevice, removePushDevice } from "./devices";
import { ApiError } from "./error";
import { ownFamily } from "./family";
import { platformOf } from "./platform";

/**
 * Push notifications of this browser. The server ties the device to the session and removes both together;
 * the browser's subscription ends with them. The user's choice is stored, so that the next login of the same
 * user subscribes again.
 */
const MEMORY = "hansom.push";
const TIMEOUT_MS = 20_000;

interface Memory {
  user: number;
  /** The session family that registered the device; another family is another device for the server. */
  family: string | null;
  device: number | null;
  endpoint: string | null;
}

/** `install`: an iPhone or iPad, where only apps on the home screen receive push notifications. */
export type PushAbility = "unsupported" | "install" | "default" | "denied" | "granted";

const ownPlatform = () => platformOf(navigator.userAgent, navigator.maxTouchPoints);

const onHomeScreen = () => window.matchMedia("(display-mode: standalone)").matches;

export function pushAbility(): PushAbility {
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
    return Notification.permission;
  }
  return ownPlatform() === "IOS" && !onHomeScreen() ? "install" : "unsupported";
}

function readMemory(): Memory | null {
  try {
    return JSON.parse(localStorage.getItem(MEMORY) ?? "null") as Memory | null;
  } catch {
    return null;
  }
}

function writeMemory(memory: Memory | null): void {
  if (memory) localStorage.setItem(MEMORY, JSON.stringify(memory));
  else localStorage.removeItem(MEMORY);
}

/** Returns this browser's device id for the user; null if it is not registered. */
export function pushDeviceHere(user: number): number | null {
  const memory = readMemory();
  return memory?.user === user && pushAbility() === "granted" ? memory.device : null;
}

/**
 * Returns the app's active service worker, or null if there is none, as in development. Only the app
 * registers it, per role and language: a registration under another URL would replace it and its cache.
 */
async function worker(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator)) return null;
  if (!import.meta.env.PROD) return (await navigator.serviceWorker.getRegistration()) ?? null;
  return Promise.race([navigator.serviceWorker.ready, nullAfter(TIMEOUT_MS)]);
}

const bytesOf = (key: string) =>
  Uint8Array.from(atob(key.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));

function sameKey(subscription: PushSubscription, key: Uint8Array): boolean {
  const held = subscription.options.applicationServerKey;
  if (!held) return true;
  const bytes = new Uint8Array(held);
  return bytes.length === key.length && bytes.every((byte, at) => byte === key[at]);
}

/** Returns a subscription under the server's current key. */
async function subscribe(): Promise<PushSubscription> {
  const { vapid_public_key } = await get("push/config/");
  const registration = await worker();
  if (!vapid_public_key) {
    throw new ApiError(0, "push_not_configured", "This platform does not send push notifications.");
  }
  if (!registration) throw new ApiError(0, "push_refused", "No service worker is running.");
  const key = bytesOf(vapid_public_key);
  const held = await registration.pushManager.getSubscription();
  if (held && sameKey(held, key)) return held;
  await held?.unsubscribe();
  // A private window rejects; a browser that cannot reach its push service never responds.
  const fresh = registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: key })
    .catch(() => null);
  const subscription = await Promise.race([fresh, nullAfter(TIMEOUT_MS)]);
  if (!subscription) throw new ApiError(0, "push_refused", "The browser did not subscribe.");
  return subscription;
}

const nullAfter = (milliseconds: number) =>
  new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), milliseconds);
  });

async function register(user: number): Promise<number> {
  const subscription = await subscribe();
  const { id } = await addPushDevice(subscription.toJSON(), ownPlatform());
  const { endpoint } = subscription;
  writeMemory({ user, family: await ownFamily(), device: id, endpoint });
  return id;
}

/**
 * Requests the browser's permission (call it from a click handler) and registers this browser as a device.
 */
export async function enablePush(user: number): Promise<PushAbility> {
  const answer = await Notification.requestPermission();
  if (answer === "granted") await register(user);
  return answer;
}

/** Unsubscribes this browser until the user enables push again. */
export async function disablePush(user: number): Promise<void> {
  const device = pushDeviceHere(user);
  if (device !== null) await removePushDevice(device);
  writeMemory(null);
  await unsubscribe();
}

async function unsubscribe(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

/** Restores the user's choice once per page and session, and registers a changed endpoint. */
export async function syncPush(user: number): Promise<void> {
  const memory = readMemory();
  if (memory?.user !== user || pushAbility() !== "granted") return;
  const registration = await worker();
  const held = await registration?.pushManager.getSubscription();
  const registered = memory.device !== null && memory.family === (await ownFamily());
  if (!registered || held?.endpoint !== memory.endpoint) await register(user);
}

/** Unsubscribes when the session ends: the next user of this browser must not receive its notifications. */
export async function endPush(): Promise<void> {
  const memory = readMemory();
  if (!memory) return;
  writeMemory({ ...memory, device: null, endpoint: null });
  await unsubscribe();
}
