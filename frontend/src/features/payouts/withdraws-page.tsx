import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBuildingBank, IconCheck, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { waitingApprovalsQuery } from "@/api/approvals";
import { withdrawalsKey } from "@/api/payouts";
import type { PayoutBatch, WithdrawalRow } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { DataList } from "@/ui/data-table/data-list";
import type { ListFilter, RowAction } from "@/ui/data-table/types";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { withdrawalColumns } from "./columns";
import classes from "./payouts.module.css";
import { SelectionBar } from "./selection-bar";

const FilesDialog = lazy(async () => ({ default: (await import("./files-dialog")).FilesDialog }));
const ProcessSheet = lazy(async () => ({
  default: (await import("./process-sheet")).ProcessSheet,
}));
const RejectSheet = lazy(async () => ({ default: (await import("./reject-sheet")).RejectSheet }));

const STATES = ["requested", "processed", "rejected"] as const;

type Opened =
  | { process: { row: WithdrawalRow } | { batch: PayoutBatch } }
  | { reject: WithdrawalRow };

/** Withdrawals: paid one by one or by a bank file, or rejected. */
export function WithdrawsPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const [filesOpened, files] = useDisclosure(false);
  const approvals = useQuery(waitingApprovalsQuery()).data ?? [];
  /** The id of the approval for which a withdrawal, or its bank file, waits. */
  const waitingFor = (row: WithdrawalRow) =>
    approvals.find(
      ({ withdrawal_id, batch_id }) =>
        withdrawal_id === row.id || (batch_id !== null && batch_id === row.batch_id),
    )?.id;
  /** Whether a withdrawal can be added to a bank file. */
  const fits = (row: WithdrawalRow) =>
    row.state === "requested" &&
    row.batch_id === null &&
    row.bank_account !== "" &&
    waitingFor(row) === undefined;

  const filters: ListFilter<WithdrawalRow>[] = [
    { name: "from", label: t("history.from"), kind: "date", until: "to" },
    { name: "to", label: t("history.to"), kind: "date", since: "from" },
    {
      name: "batch",
      label: t("payouts.files"),
      kind: "field",
      accepts: (value) => Number.isSafeInteger(Number(value)) && Number(value) > 0,
      render: ({ value, set }) =>
        value ? (
          <Button
            size="sm"
            variant="filled"
            rightSection={<IconX size={16} aria-hidden="true" />}
            onClick={() => set("")}
          >
            {t("payouts.file_number", { number: value })}
          </Button>
        ) : null,
    },
  ];
  const actions = (row: WithdrawalRow): RowAction[] => {
    const what = { name: row.name, amount: format.money(row.amount) };
    const disabled = row.state !== "requested" || waitingFor(row) !== undefined;
    return [
      {
        label: t("payouts.process"),
        inline: t("payouts.process_of", what),
        icon: <IconCheck size={20} aria-hidden="true" />,
        color: "moss",
        onClick: () => setOpened({ process: { row } }),
        disabled,
        dialog: true,
      },
      {
        label: t("payouts.reject"),
        inline: t("payouts.reject_of", what),
        icon: <IconX size={20} aria-hidden="true" />,
        color: "brick",
        onClick: () => setOpened({ reject: row }),
        disabled,
        dialog: true,
      },
    ];
  };

  return (
    <div className={classes.page}>
      <PageHeader
        title={t("payouts.withdraws")}
        actions={
          <Button
            variant="default"
            leftSection={<IconBuildingBank size={18} aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={files.open}
          >
            {t("payouts.files")}
          </Button>
        }
      />
      <DataList<WithdrawalRow>
        name="withdraws"
        label={t("payouts.withdraws")}
        path="withdrawals/"
        queryKey={withdrawalsKey}
        columns={withdrawalColumns(t, format, waitingFor)}
        tabs={{
          name: "show",
          label: t("payouts.which"),
          options: [
            ...STATES.map((state) => ({
              value: state,
              label: t(`payouts.tab_${state}`),
              params: { state },
            })),
            { value: "all", label: t("payouts.tab_all") },
          ],
        }}
        filters={filters}
        searchable
        searchTexts={{ label: t("payouts.search"), hint: t("payouts.search") }}
        rowName={(row) => row.name}
        selection={{
          may: fits,
          label: (row) => t("payouts.choose", { name: row.name, amount: format.money(row.amount) }),
          labelAll: t("payouts.choose_all"),
        }}
        actions={actions}
        empty={{ title: t("payouts.none") }}
        noMatch={{ title: t("payouts.none") }}
        exported={{ kind: "withdrawals", lead: t("payouts.export_withdraws") }}
        below={({ rows, selected }) => (
          <SelectionBar
            selected={selected.rows}
            pending={rows.some(fits)}
            onCreated={selected.clear}
          />
        )}
      />
      <Suspense fallback={null}>
        {filesOpened ? (
          <FilesDialog
            opened
            onClose={files.close}
            onProcess={(batch) => {
              files.close();
              setOpened({ process: { batch } });
            }}
          />
        ) : null}
        {opened && "process" in opened ? (
          <ProcessSheet what={opened.process} onClose={close} />
        ) : null}
        {opened && "reject" in opened ? <RejectSheet row={opened.reject} onClose={close} /> : null}
      </Suspense>
    </div>
  );
}
