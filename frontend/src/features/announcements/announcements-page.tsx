import { Button } from "@mantine/core";
import { IconPencil, IconSend, IconTrash } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Announcement, announcementsKey } from "@/api/announcements";
import { useFormat } from "@/i18n/use-format";
import { DataList } from "@/ui/data-table/data-list";
import type { Column } from "@/ui/data-table/types";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { useOpenRequest } from "@/ui/use-open-request";
import classes from "./announcements.module.css";
import { SendProgress } from "./send-progress";
import { DeleteSheet, SendSheet } from "./sheets";

const ComposeDrawer = lazy(async () => ({
  default: (await import("./compose-drawer")).ComposeDrawer,
}));

type Action = "write" | "send" | "delete";

/** Notifications to all users of a type. */
export function AnnouncementsPage() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const [dialog, setDialog] = useState<{ action: Action; row: Announcement | null } | null>(null);
  useOpenRequest("add", () => setDialog({ action: "write", row: null }));
  const close = () => setDialog(null);
  const compose = (
    <Button
      variant="lamp"
      leftSection={<IconSend size={18} aria-hidden="true" />}
      aria-haspopup="dialog"
      onClick={() => setDialog({ action: "write", row: null })}
    >
      {t("announcements.compose")}
    </Button>
  );
  const columns: Column<Announcement>[] = [
    {
      id: "title",
      label: t("announcements.heading"),
      sort: "title",
      alphabetical: true,
      place: "title",
      cell: (row) => <strong>{row.title}</strong>,
    },
    { id: "body", label: t("announcements.body"), place: "under", cell: (row) => row.body },
    {
      id: "device_type",
      label: t("announcements.device"),
      cell: (row) => t(`announcements.devices.${row.device_type}`),
    },
    {
      id: "user_type",
      label: t("announcements.people"),
      cell: (row) => t(`announcements.users.${row.user_type}`),
    },
    {
      id: "sent",
      label: t("announcements.state"),
      sort: "sent",
      cell: (row) => <SendProgress row={row} />,
    },
    {
      id: "created_at",
      label: t("announcements.created"),
      sort: "id",
      cell: (row) => dateTime(row.created_at),
    },
  ];

  return (
    <div className={classes.page}>
      <PageHeader
        title={t("announcements.title")}
        lead={t("announcements.lead")}
        actions={compose}
      />
      <DataList<Announcement>
        name="notifications"
        label={t("announcements.title")}
        path="notifications/"
        queryKey={announcementsKey}
        columns={columns}
        filters={[
          {
            name: "user_type",
            label: t("announcements.people"),
            kind: "select",
            options: (["All", "rider", "driver"] as const).map((value) => ({
              value,
              label: t(`announcements.users.${value}`),
            })),
          },
        ]}
        searchable
        rowName={(row) => row.title}
        actions={(row) => {
          const busy = row.state === "sending" && t("announcements.busy");
          return [
            {
              label: t("announcements.send"),
              icon: <IconSend size={16} aria-hidden="true" />,
              onClick: () => setDialog({ action: "send", row }),
              dialog: true,
              disabled: busy,
            },
            {
              label: t("announcements.edit"),
              icon: <IconPencil size={16} aria-hidden="true" />,
              onClick: () => setDialog({ action: "write", row }),
              dialog: true,
              disabled: busy,
            },
            {
              label: t("announcements.delete"),
              icon: <IconTrash size={16} aria-hidden="true" />,
              color: "brick",
              onClick: () => setDialog({ action: "delete", row }),
              dialog: true,
              disabled: busy,
            },
          ];
        }}
        empty={{ title: t("announcements.none"), action: compose }}
        exported={{ kind: "notifications", lead: t("announcements.export_lead") }}
      />
      <Suspense fallback={null}>
        {dialog?.action === "write" ? <ComposeDrawer row={dialog.row} onClose={close} /> : null}
      </Suspense>
      {dialog?.action === "send" && dialog.row ? (
        <SendSheet row={dialog.row} onClose={close} />
      ) : null}
      {dialog?.action === "delete" && dialog.row ? (
        <DeleteSheet row={dialog.row} onClose={close} />
      ) : null}
    </div>
  );
}
