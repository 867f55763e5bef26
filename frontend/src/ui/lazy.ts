import { type ComponentType, lazy as reactLazy } from "react";
import { reloadOrThrow } from "./release";

/**
 * React's `lazy`; if a newer release has removed the chunk, it loads that release's page instead of failing.
 */
// biome-ignore lint/suspicious/noExplicitAny: React's own signature for any props.
export function lazy<T extends ComponentType<any>>(load: () => Promise<{ default: T }>) {
  return reactLazy(() => load().catch(reloadOrThrow));
}
