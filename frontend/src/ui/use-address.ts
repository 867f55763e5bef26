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
  // The router's hooks return the rendered location. The actual URL may be newer: after a change in the same
  // tick, or during a navigation that is not rendered until the next page has loaded.
  const now = () => (navigator as typeof navigator & { location: Location }).location;

  /** `before` includes changes that are not rendered yet. */
  const write = (after: (before: URLSearchParams) => URLSearchParams, replace: boolean) => {
    const { pathname: there, search } = now();
    // Does not return a user who has left the page meanwhile.
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
    /** The current query, which `params` contains once it is rendered. */
    current: () => new URLSearchParams(now().search),
    replace: (query: URLSearchParams) => write(() => query, true),
    /** Sets each name to its value; an empty value removes the name. */
    change: (changes: Readonly<Record<string, string>>) => write(changed(changes), true),
    /** Like `change`, but adds a history entry, which the browser's back button reverts. */
    step: (changes: Readonly<Record<string, string>>) => write(changed(changes), false),
  };
}
