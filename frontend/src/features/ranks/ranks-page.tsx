import { Button } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash, IconUsers } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Rank, ranksKey } from "@/api/ranks";
import { useFormat } from "@/i18n/use-format";
import { useLiveRanks } from "@/realtime/live";
import { DataList } from "@/ui/data-table/data-list";
import type { RowAction } from "@/ui/data-table/types";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { useOpenRequest } from "@/ui/use-open-request";
import { rankColumns } from "./columns";
import { DeleteSheet } from "./delete-sheet";
import { QueuePanel } from "./queue-panel";
import classes from "./ranks.module.css";

const RankForm = lazy(async () => ({ default: (await import("./rank-form")).RankForm }));

/** Taxi ranks with their live queues. */
export function RanksPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const [edited, setEdited] = useState<Rank | "new" | null>(null);
  const [watched, setWatched] = useState<Rank | null>(null);
  const [toDelete, setToDelete] = useState<Rank | null>(null);
  useOpenRequest("add", () => setEdited("new"));
  useLiveRanks();
  const add = (
    <Button
      variant="lamp"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      aria-haspopup="dialog"
      onClick={() => setEdited("new")}
    >
      {t("fleet.rank_add")}
    </Button>
  );
  const actions = (row: Rank): RowAction[] => [
    {
      label: t("fleet.rank_queue"),
      icon: <IconUsers size={16} aria-hidden="true" />,
      onClick: () => setWatched(row),
      dialog: true,
    },
    {
      label: t("fleet.edit"),
      icon: <IconPencil size={16} aria-hidden="true" />,
      onClick: () => setEdited(row),
      dialog: true,
    },
    {
      label: t("people.delete"),
      icon: <IconTrash size={16} aria-hidden="true" />,
      color: "brick",
      onClick: () => setToDelete(row),
      dialog: true,
    },
  ];

  return (
    <div className={classes.page}>
      <PageHeader title={t("menu.ranks")} lead={t("fleet.ranks_lead")} actions={add} />
      <DataList<Rank>
        name="ranks"
        label={t("menu.ranks")}
        path="ranks/"
        queryKey={ranksKey}
        columns={rankColumns(t, format)}
        searchable
        searchTexts={{ label: t("fleet.ranks_search"), hint: t("fleet.ranks_search") }}
        filters={[
          {
            name: "active",
            label: t("fleet.state"),
            kind: "select",
            options: [
              { value: "true", label: t("fleet.rank_open") },
              { value: "false", label: t("fleet.rank_closed") },
            ],
          },
        ]}
        rowName={(row) => row.name}
        onOpen={setWatched}
        opensDialog
        actions={actions}
        empty={{ title: t("fleet.ranks_none"), body: t("fleet.ranks_none_body"), action: add }}
        exported={{ kind: "ranks", lead: t("fleet.ranks_export") }}
      />
      <Suspense fallback={null}>
        {edited ? (
          <RankForm rank={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
        ) : null}
      </Suspense>
      {watched ? <QueuePanel rank={watched} onClose={() => setWatched(null)} /> : null}
      {toDelete ? <DeleteSheet rank={toDelete} onClose={() => setToDelete(null)} /> : null}
    </div>
  );
}
