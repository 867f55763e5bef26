import { type ComponentType, lazy as reactLazy } from "react";
import { orNextRelease } from "./release";

/** React's lazy; when a newer release has removed the chunk, the page of that release is loaded instead of failing. */
// biome-ignore lint/suspicious/noExplicitAny: React's own signature, as whatever props the part has.
export function lazy<T extends ComponentType<any>>(load: () => Promise<{ default: T }>) {
  return reactLazy(() => load().catch(orNextRelease));
}
