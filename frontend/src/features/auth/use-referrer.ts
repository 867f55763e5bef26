import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { findReferrer } from "@/api/auth";
import { ApiError } from "@/api/error";

type Referrer = "none" | "looking" | "known" | "unknown";

/** Checks whether a referral id exists. The server checks again at sign-up. */
export function useReferrer(id: string) {
  const { mutate, reset, variables, isPending, isSuccess, error } = useMutation({
    mutationFn: findReferrer,
  });
  const trimmed = id.trim();
  const isChecked = variables === trimmed;
  const look = () => {
    if (trimmed === "") reset();
    else if (!isChecked || error) mutate(trimmed);
  };

  // An id from the URL never gets a blur event, so it is checked on mount.
  const arrived = useRef(false);
  useEffect(() => {
    if (!arrived.current && trimmed !== "") mutate(trimmed);
    arrived.current = true;
  }, [mutate, trimmed]);

  const isUnknown = error instanceof ApiError && error.code === "referer_not_found";
  let state: Referrer = "none";
  if (trimmed !== "" && isChecked) {
    if (isPending) state = "looking";
    else if (isSuccess) state = "known";
    else if (isUnknown) state = "unknown";
  }
  return { state, look };
}
