/** The part of the browser's PushManager that a renewal needs. */
export interface Subscriber {
  subscribe: (options: {
    userVisibleOnly: boolean;
    applicationServerKey: BufferSource;
  }) => Promise<{ toJSON: () => unknown }>;
}

const post = (path: string, body: unknown, token?: string) =>
  fetch(`/api/v1/${path}`, {
    method: "POST",
    credentials: "same-origin",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });

/** The pages use the same lock: two refreshes at once would send one cookie twice and end the session. */
const withRefreshLock = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request("hansom.refresh", work) : work();

async function accessToken(): Promise<string | null> {
  const response = await withRefreshLock(() => post("auth/refresh/", {}));
  if (!response.ok) return null;
  return ((await response.json()) as { access: string }).access;
}

/**
 * Creates a subscription under the same key after the browser has dropped one, and sends it to the server; no
 * page need be open. Without a session it does nothing, because the next login subscribes.
 */
export async function renewSubscription(
  manager: Subscriber,
  key: BufferSource | null | undefined,
  platform: string,
): Promise<boolean> {
  if (!key) return false;
  const token = await accessToken();
  if (token === null) return false;
  const subscription = await manager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const body = { kind: "webpush", subscription: subscription.toJSON(), platform };
  return (await post("me/devices/", body, token)).ok;
}
