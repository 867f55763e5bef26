import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { request } from "@/api/request";
import type { Page } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { toast } from "@/ui/toast";
import type { CellEdit, ListParams } from "./types";

interface Identified {
  id: number | string;
}

interface ListQuery {
  queryKey: readonly unknown[];
  path: string;
  params: ListParams;
}

/** The pages of a list so far. */
const pagesQuery = <Row>({ queryKey, path, params }: ListQuery) =>
  infiniteQueryOptions({
    queryKey: [...queryKey, "list", params],
    queryFn: ({ pageParam, signal }) =>
      request<Page<Row>>(path, { signal, params: { ...params, cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

/** The rows of a list, and inline edits of one row at a time. */
export function useRows<Row extends Identified>(query: ListQuery) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const options = pagesQuery<Row>(query);
  const list = useInfiniteQuery(options);
  /** Rows that have just been put back: the table shows it. */
  const [rolledBack, setRolledBack] = useState<ReadonlySet<Row["id"]>>(new Set());

  const updateRow = (row: Row) =>
    client.setQueryData<InfiniteData<Page<Row>, string | null>>(options.queryKey, (data) =>
      data
        ? {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              results: page.results.map((known) => (known.id === row.id ? row : known)),
            })),
          }
        : data,
    );

  const edit = useMutation({
    mutationFn: ({ row, value, how }: { row: Row; value: string; how: CellEdit<Row> }) =>
      how.save(row, value),
    onMutate: async ({ row, value, how }) => {
      await client.cancelQueries({ queryKey: options.queryKey });
      setRolledBack((before) => new Set([...before].filter((id) => id !== row.id)));
      updateRow(how.apply(row, value));
    },
    onSuccess: (row, { row: before, how }) => {
      updateRow(row);
      if (how.done) {
        const { done: _said, ...again } = how;
        toast.undoable(how.done(row), t("list.undo"), () =>
          edit.mutate({ row, value: how.value(before), how: again }),
        );
      }
      // Another list is on its way, and may have been read before the change.
      if (!client.getQueryData(options.queryKey)) {
        void client.invalidateQueries({ queryKey: options.queryKey });
      }
    },
    onError: (error, { row }) => {
      updateRow(row);
      setRolledBack((before) => new Set(before).add(row.id));
      toast.failure(errorText(error, t));
    },
  });

  return {
    list,
    rows: list.data?.pages.flatMap(({ results }) => results) ?? [],
    rolledBack,
    save: (row: Row, value: string, how: CellEdit<Row>) => edit.mutate({ row, value, how }),
  };
}
