import { queryOptions } from "@tanstack/react-query";
import { get, post, remove } from "./client";

/** A saved view of a list. */
export interface SavedView {
  id: number;
  list: string;
  name: string;
  /** The query string of the page's URL. */
  query: string;
  /** Column names; empty for the default columns. */
  columns: string[];
}

export const viewsKey = (list: string) => ["views", list] as const;

export const viewsQuery = (list: string) =>
  queryOptions({
    queryKey: viewsKey(list),
    queryFn: ({ signal }) => get("me/views/", { signal, params: { list } }),
    select: ({ results }) => results,
  });

export const saveView = (view: Omit<SavedView, "id">) => post("me/views/", { body: view });

export const deleteView = (id: number) => remove("me/views/{id}/", { path: { id } });
