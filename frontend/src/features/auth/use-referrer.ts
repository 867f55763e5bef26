import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { findReferrer } from "@/api/auth";
import { ApiError } from "@/api/error";

type Referrer = "none" | "looking" | "known" | "unknown";

/** Checks whether a referral id exists, after a typing pause; the server checks again at sign-up. */
export function useReferrer(id: string) {
  const { mutate, reset, variables, isPending, isSuccess, error } = useMutation({
    mutationFn: findReferrer,
  });
  const wanted = id.trim();
  const isThis = variables === wanted;
  const look = () => {
    if (wanted === "") reset();
    else if (!isThis || error) mutate(wanted);
  };

  // One that came with the address was never left, so it is looked up on arrival.
  const arrived = useRef(false);
  useEffect(() => {
    if (!arrived.current && wanted !== "") mutate(wanted);
    arrived.current = true;
  }, [mutate, wanted]);

  const isUnknown = error instanceof ApiError && error.code === "referer_not_found";
  let state: Referrer = "none";
  if (wanted !== "" && isThis) {
    if (isPending) state = "looking";
    else if (isSuccess) state = "known";
    else if (isUnknown) state = "unknown";
  }
  return { state, look };
}
