import { useContext } from "react";
import {
  type Location,
  UNSAFE_NavigationContext,
  useLocation,
  useSearchParams,
} from "react-router";

/** The URL's query, which stores a list's state; changes replace the history entry. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const { navigator } = useContext(UNSAFE_NavigationContext);
  // The router hands out what is drawn. The address may be further by then: at a change made a moment
  // before, or on the way to another page, which is not drawn until all of it is there.
  const now = () => (navigator as typeof navigator & { location: Location }).location;

  /** `before` comes after whatever was changed a moment ago. */
  const write = (after: (before: URLSearchParams) => URLSearchParams, replace: boolean) => {
    const { pathname: there, search } = now();
    // Who has left meanwhile is not brought back.
    if (there === pathname) setParams(after(new URLSearchParams(search)), { replace });
  };
  const changed = (changes: Readonly<Record<string, string>>) => (before: URLSearchParams) => {
    for (const [name, value] of Object.entries(changes)) {
      if (value) before.set(name, value);
      else before.delete(name);
    }
    return before;
  };

  return {
    params,
    /** The query as it is at this moment, which `params` shows as soon as it is drawn. */
    current: () => new URLSearchParams(now().search),
    replace: (query: URLSearchParams) => write(() => query, true),
    /** Sets each name to its value; an empty one goes. */
    change: (changes: Readonly<Record<string, string>>) => write(changed(changes), true),
    /** The same as a step of its own: the browser's Back takes it away again. */
    step: (changes: Readonly<Record<string, string>>) => write(changed(changes), false),
  };
}
