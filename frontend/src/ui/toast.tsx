import { Suspense, useSyncExternalStore } from "react";
import { lazy } from "./lazy";

/**
 * Toasts confirm. They are never the only place of an error, which belongs beside its cause. An error's toast
 * stays until it is dismissed. The implementation loads with the first toast.
 */
let wanted = false;
const listeners = new Set<() => void>();

const Host = lazy(() => import("./toast-host"));

/** An action of a toast, which also closes it. */
export interface ToastAction {
  label: string;
  onPress: () => void;
}

async function show(
  kind: "success" | "failure" | "info",
  message: string,
  title?: string,
  action?: ToastAction,
): Promise<void> {
  wanted = true;
  for (const notify of listeners) notify();
  const { showToast } = await import("./toast-host");
  showToast(kind, message, title, action);
}

export const toast = {
  success: (message: string) => void show("success", message),
  undoable: (message: string, label: string, onPress: () => void) =>
    void show("success", message, undefined, { label, onPress }),
  failure: (message: string) => void show("failure", message),
  info: (message: string, title?: string) => void show("info", message, title),
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Mounted once, by the providers. */
export function ToastOutlet() {
  const isWanted = useSyncExternalStore(
    subscribe,
    () => wanted,
    () => false,
  );
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <Host />
    </Suspense>
  );
}
