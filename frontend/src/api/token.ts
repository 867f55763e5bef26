import { ApiError } from "./error";
import { pruneLastTrips } from "./last-trips";
import { setPageCookie } from "./page-cookies";
import type { Session, UserType } from "./types";

/**
 * The access token is stored only in this module's memory; the refresh token is a cookie that scripts cannot
 * read. `signedInBefore` only indicates that a refresh may succeed.
 */
const MARK = "hansom.signed-in";
const EARLY_MS = 20_000;
const ROLES: readonly UserType[] = ["rider", "driver", "fleetadmin", "admin"];

let token: string | null = null;
let expiresAt = 0;
let renewal: Promise<string | null> | null = null;
let leaving = 0;
/** `left`: the user has logged out. `ended`: the server or another tab ended the session. */
export type Ending = "left" | "ended";

const endings = new Set<(how: Ending) => void>();
const renewals = new Set<(session: Session) => void>();

export function signedInBefore(): boolean {
  return localStorage.getItem(MARK) !== null;
}

/** Returns the last user's role, to draw the right frame while the session is restored. */
export function likelyRole(): UserType | null {
  const mark = localStorage.getItem(MARK);
  return ROLES.find((role) => role === mark) ?? null;
}

/** Returns why a session is unusable: the account has no profile, or an unknown type. */
export function faultOf(session: Session): ApiError | null {
  const user = session.user as Session["user"] | null | undefined;
  if (!user) return new ApiError(403, "profile_missing", "This account has no profile.");
  if (ROLES.includes(user.user_type)) return null;
  return new ApiError(403, "not_valid_user_type", "This type of account can’t log in here.");
}

export function saveSession(session: Session): void {
  token = session.access;
  expiresAt = Date.now() + session.expires_in * 1000;
  localStorage.setItem(MARK, session.user.user_type);
  setPageCookie("hansom_role", session.user.user_type);
  pruneLastTrips(({ user }) => user === session.user.id);
  for (const notify of renewals) notify(session);
}

export function dropSession(): void {
  token = null;
  expiresAt = 0;
  localStorage.removeItem(MARK);
  setPageCookie("hansom_role", null);
  pruneLastTrips();
}

/** Clears the session and notifies listeners; safe to call twice. */
export function sessionEnded(how: Ending = "ended"): void {
  dropSession();
  for (const notify of endings) notify(leaving > 0 ? "left" : how);
}

/** Marks a logout in progress, so that a socket event before the response counts as the user's own logout. */
export async function whileLeaving<T>(work: () => Promise<T>): Promise<T> {
  leaving += 1;
  try {
    return await work();
  } finally {
    leaving -= 1;
  }
}

export function onSessionEnded(listener: (how: Ending) => void): () => void {
  endings.add(listener);
  return () => endings.delete(listener);
}

export function onSessionSaved(listener: (session: Session) => void): () => void {
  renewals.add(listener);
  return () => renewals.delete(listener);
}

/** Follows logins and logouts of other tabs: they share the mark, but not the token. */
export function watchOtherTabs(onSignedIn: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key !== MARK) return;
    if (event.newValue === null) sessionEnded();
    else onSignedIn();
  };
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}

async function fetchToken(): Promise<string | null> {
  const response = await fetch("/api/v1/auth/refresh/", {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: "{}",
  }).catch(() => {
    throw new ApiError(0, "network_error", "The server cannot be reached.");
  });
  if (response.status === 401 || response.status === 403) return null;
  if (!response.ok) throw new ApiError(response.status, "server_error", response.statusText);
  const session = (await response.json()) as Session;
  if (faultOf(session)) {
    const signOut = fetch("/api/v1/auth/sign-out/", { method: "POST", credentials: "same-origin" });
    await signOut.catch(() => undefined);
    return null;
  }
  saveSession(session);
  return session.access;
}

/**
 * Serializes refreshes across tabs: the refresh cookie rotates, and sending an old one twice ends the
 * session.
 */
function withRefreshLock<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request("hansom.refresh", work) : work();
}

/** Refreshes the token once for all waiting requests; null if the session is over. */
export function renewAccess(stale?: string): Promise<string | null> {
  if (stale !== undefined && token !== null && token !== stale) return Promise.resolve(token);
  renewal ??= withRefreshLock(fetchToken)
    .then((fresh) => {
      if (fresh === null) sessionEnded();
      return fresh;
    })
    .finally(() => {
      renewal = null;
    });
  return renewal;
}

/** Returns the token to send, renewed before it expires; null for a visitor. */
export async function accessToken(): Promise<string | null> {
  if (token === null) return null;
  if (Date.now() < expiresAt - EARLY_MS) return token;
  try {
    return await renewAccess(token);
  } catch {
    return token;
  }
}
