import { queryOptions } from "@tanstack/react-query";
import { get } from "./client";

export const retentionQuery = () =>
  queryOptions({
    queryKey: ["retention"],
    queryFn: ({ signal }) => get("retention/", { signal }),
  });
