import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { personQuery } from "@/api/people";
import type { Rider } from "@/api/types";

/** Preselects the rider of a "Book for" link. Another rider can be chosen instead. */
export function useRiderOfAddress(onRider: (rider: Rider) => void): void {
  const [params] = useSearchParams();
  const id = Number(params.get("rider")) || 0;
  const given = useRef(0);
  const { data } = useQuery({ ...personQuery(id), enabled: id > 0 });
  useEffect(() => {
    if (data?.id !== id || data.user_type !== "rider" || given.current === id) return;
    given.current = id;
    onRider(data);
  }, [data, id, onRider]);
}
