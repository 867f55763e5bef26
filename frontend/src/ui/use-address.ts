import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";

/** The address's query, where a list keeps what it shows; changes leave no steps behind them. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  // The router hands out what is drawn: of two quick changes the second would take the first one back.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);

  const replace = (query: URLSearchParams) => {
    latest.current = query;
    setParams(query, { replace: true });
  };
  return {
    params,
    replace,
    /** Sets each name to its value; an empty one goes. */
    change: (changes: Readonly<Record<string, string>>) => {
      const after = new URLSearchParams(latest.current);
      for (const [name, value] of Object.entries(changes)) {
        if (value) after.set(name, value);
        else after.delete(name);
      }
      replace(after);
    },
  };
}
