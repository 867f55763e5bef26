import { type ComponentType, lazy as reactLazy } from "react";
import { orNextRelease } from "./release";

/** As React's own; a part that a newer release has taken away brings the page of that release instead of a failure. */
// biome-ignore lint/suspicious/noExplicitAny: React's own signature, as whatever props the part has.
export function lazy<T extends ComponentType<any>>(load: () => Promise<{ default: T }>) {
  return reactLazy(() => load().catch(orNextRelease));
}
