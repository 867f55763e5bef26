import { type ReactNode, startTransition, useLayoutEffect, useState } from "react";
import { NavigationType, Router } from "react-router";
import { createGuardedHistory } from "./guarded-history";

/** The app's router. The previous page stays until the code of the next one has loaded. */
export function GuardedRouter({ children }: { children: ReactNode }) {
  const [history] = useState(createGuardedHistory);
  const [shown, setShown] = useState({
    location: history.location,
    navigationType: NavigationType.Pop,
  });
  useLayoutEffect(
    () =>
      history.listen((action) => {
        const { location } = history;
        const navigationType = action as NavigationType;
        startTransition(() => setShown({ location, navigationType }));
      }),
    [history],
  );
  return (
    <Router {...shown} navigator={history}>
      {children}
    </Router>
  );
}
