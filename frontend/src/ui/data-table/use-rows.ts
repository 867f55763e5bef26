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
import { errorText } from "@/i18n/error-text";
import { toast } from "@/ui/toast";
import type { CellEdit, ListPage, ListParams, RowId, WholeList } from "./types";
import type { ListState } from "./use-list-state";

interface ListQuery<Row> {
  queryKey: readonly unknown[];
  path: string;
  /** Filters and other parameters of the request. */
  params: ListParams;
  state: Pick<ListState, "search" | "sort" | "searchParams">;
  pageSize: number;
  whole: WholeList<Row> | undefined;
  rowId: (row: Row) => RowId;
}

/** The pages of a list so far. */
function pagesQuery<Row, Page extends ListPage<Row>>(query: ListQuery<Row>) {
  const { queryKey, path, state, pageSize, whole } = query;
  const params = whole
    ? query.params
    : { ...query.params, ...state.searchParams, page_size: String(pageSize) };
  return infiniteQueryOptions({
    queryKey: [...queryKey, "list", params],
    queryFn: ({ pageParam, signal }) =>
      request<Page>(path, { signal, params: { ...params, cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next ?? null,
    placeholderData: keepPreviousData,
  });
}

/** The rows of a list, and inline edits of one row at a time. */
export function useRows<Row, Page extends ListPage<Row>>(query: ListQuery<Row>) {
  const { rowId, whole } = query;
  const { t } = useTranslation();
  const client = useQueryClient();
  const options = pagesQuery<Row, Page>(query);
  const list = useInfiniteQuery(options);
  /** Rows that were just rolled back: the table marks them. */
  const [rolledBack, setRolledBack] = useState<ReadonlySet<RowId>>(new Set());
  const [limit, setLimit] = useState(query.pageSize);

  const updateRow = (row: Row) =>
    client.setQueryData<InfiniteData<Page, string | null>>(options.queryKey, (data) =>
      data
        ? {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              results: page.results.map((known) => (rowId(known) === rowId(row) ? row : known)),
            })),
          }
        : data,
    );

  const edit = useMutation({
    mutationFn: ({ row, value, how }: { row: Row; value: string; how: CellEdit<Row> }) =>
      how.save(row, value),
    onMutate: async ({ row, value, how }) => {
      await client.cancelQueries({ queryKey: options.queryKey });
      setRolledBack((before) => new Set([...before].filter((id) => id !== rowId(row))));
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
      // Another list is loading, and may have been read before the change.
      if (!client.getQueryData(options.queryKey)) {
        void client.invalidateQueries({ queryKey: options.queryKey });
      }
    },
    onError: (error, { row }) => {
      updateRow(row);
      setRolledBack((before) => new Set(before).add(rowId(row)));
      toast.failure(errorText(error, t));
    },
  });

  const loaded = list.data?.pages.flatMap(({ results }) => results) ?? [];
  const found = whole ? searchAndSort(loaded, whole, query.state) : loaded;
  const followed = whole ? found.findIndex((row) => rowId(row) === whole.follow) + 1 : 0;
  const rows = whole ? found.slice(0, Math.max(limit, followed)) : found;

  return {
    list,
    first: list.data?.pages[0] as Page | undefined,
    loaded,
    rows,
    more: whole ? rows.length < found.length : list.hasNextPage,
    loadMore: () => (whole ? setLimit(rows.length + query.pageSize) : void list.fetchNextPage()),
    rolledBack,
    save: (row: Row, value: string, how: CellEdit<Row>) => edit.mutate({ row, value, how }),
  };
}

function searchAndSort<Row>(
  rows: readonly Row[],
  { matches, compare }: WholeList<Row>,
  { search, sort }: ListQuery<Row>["state"],
): Row[] {
  const found = rows.filter((row) => !search || !matches || matches(row, search));
  if (!sort || !compare) return found;
  const sign = sort.descending ? -1 : 1;
  return found.sort((a, b) => sign * compare(a, b, sort.field));
}
