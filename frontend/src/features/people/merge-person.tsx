import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { mergePerson, mergePreviewQuery, peopleKey } from "@/api/people";
import { ridersQuery } from "@/api/riders";
import type { PersonRow, Rider } from "@/api/types";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { ErrorState, LoadingState } from "@/ui/states";
import { toast } from "@/ui/toast";
import { MergeFacts } from "./merge-facts";
import { nameOf } from "./name-of";
import classes from "./people.module.css";

const TYPING_PAUSE_MS = 250;

interface MergePersonProps {
  person: PersonRow;
  onClose: () => void;
  onMerged: (accountId: number) => void;
}

const labelOf = ({ name, mobile, email }: Rider) =>
  [name, mobile, email].filter(Boolean).join(" · ");

/** Chooses the account of a caller, shows what a merge moves, and confirms it. */
export function MergePerson({ person, onClose, onMerged }: MergePersonProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const found = useQuery(ridersQuery(search === chosen?.label ? "" : search));
  const into = Number(chosen?.value ?? 0);
  const preview = useQuery({ ...mergePreviewQuery(person.id, into), enabled: into > 0 });
  const merge = useMutation({
    mutationFn: () => mergePerson(person.id, into),
    onSuccess: (account) => {
      toast.success(t("people.merged", { name: nameOf(person, t) }));
      onClose();
      onMerged(account.id);
      void client.invalidateQueries({ queryKey: peopleKey });
    },
    onError: () => void preview.refetch(),
  });
  const others = (found.data ?? []).filter(({ id }) => id !== person.id);
  const options = others.map((one) => ({ value: String(one.id), label: labelOf(one) }));
  const data =
    chosen && !options.some(({ value }) => value === chosen.value) ? [chosen, ...options] : options;
  const blocked = () => {
    if (!chosen) return t("people.merge_choose");
    return preview.data ? undefined : t("people.merge_checking");
  };

  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("people.merge_title", { name: nameOf(person, t) })}
      confirmLabel={t("people.merge")}
      tone="danger"
      working={merge.isPending}
      error={merge.error}
      blockedReason={blocked()}
      onConfirm={() => merge.mutate()}
    >
      <p className={classes.explanation}>{t("people.merge_lead")}</p>
      <Select
        label={t("people.merge_into")}
        placeholder={t("people.merge_search")}
        data={data}
        value={chosen?.value ?? null}
        onChange={(_value, option) => {
          setChosen(option ?? null);
          merge.reset();
        }}
        onSearchChange={setTyped}
        // The server has searched by name, email and phone.
        filter={({ options: all }) => all}
        searchable
        nothingFoundMessage={found.isFetching ? t("app.loading") : t("people.merge_nothing")}
        error={found.error ? t("people.merge_search_failed") : undefined}
        data-autofocus
      />
      {chosen && preview.isLoading ? <LoadingState compact /> : null}
      {chosen && preview.error ? (
        <ErrorState compact error={preview.error} onRetry={() => void preview.refetch()} />
      ) : null}
      {chosen && preview.data && !preview.error ? <MergeFacts preview={preview.data} /> : null}
    </ConfirmSheet>
  );
}
