import { useSyncExternalStore } from "react";
import { post } from "./client";
import {
  onSessionEnded,
  onSessionSaved,
  renewAccess,
  sessionEnded,
  signedInBefore,
  watchOtherTabs,
  whileLeaving,
} from "./token";
import type { Me, UserType } from "./types";

/**
 * The current user's state: loading, offline, a visitor, or logged in. `left` marks a visitor who has logged
 * out themselves.
 */
export type Viewer =
  | { state: "offline"; me: null; role: null }
  | { state: "loading"; me: null; role: null }
  | { state: "visitor"; me: null; role: null; left?: boolean }
  | { state: "signed-in"; me: Me; role: UserType };

const LOADING: Viewer = { state: "loading", me: null, role: null };
const OFFLINE: Viewer = { state: "offline", me: null, role: null };
const VISITOR: Viewer = { state: "visitor", me: null, role: null };
const LEFT: Viewer = { ...VISITOR, left: true };

let viewer: Viewer = LOADING;
const listeners = new Set<() => void>();

function become(next: Viewer): void {
  viewer = next;
  for (const notify of listeners) notify();
}

export function currentViewer(): Viewer {
  return viewer;
}

export function onViewerChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stores the latest profile from the server. */
export function rememberMe(me: Me): void {
  become({ state: "signed-in", me, role: me.user_type });
}

export function useViewer(): Viewer {
  return useSyncExternalStore(onViewerChange, currentViewer, () => LOADING);
}

/** Call once at startup: restores the session from the cookie, and follows its changes. */
export async function restoreSession(): Promise<void> {
  onSessionSaved((session) => rememberMe(session.user));
  onSessionEnded((how) => become(how === "left" ? LEFT : VISITOR));
  watchOtherTabs(() => void retryRestore());
  window.addEventListener("online", () => {
    if (viewer.state === "offline") void retryRestore();
  });
  if (signedInBefore()) await retryRestore();
  else become(VISITOR);
}

/** Retries after the server could not be reached at startup. */
export async function retryRestore(): Promise<void> {
  if (viewer.state !== "signed-in") become(LOADING);
  await renewAccess().catch(() => {
    if (viewer.state !== "signed-in") become(OFFLINE);
  });
}

/** Retries in the background: the screen does not change until the server responds. */
export function retryInBackground(): void {
  renewAccess().catch(() => undefined);
}

/** Ends the session on this device even if the server cannot be reached. */
export async function signOut(): Promise<void> {
  try {
    await whileLeaving(() => post("auth/sign-out/", { body: {} }));
  } finally {
    sessionEnded("left");
  }
}
