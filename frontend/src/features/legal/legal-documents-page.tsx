import { Button } from "@mantine/core";
import { IconPencil, IconPlus, IconSend, IconTrash } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { type TermsVersion, versionsKey } from "@/api/terms";
import { useFormat } from "@/i18n/use-format";
import { DataList } from "@/ui/data-table/data-list";
import type { RowAction } from "@/ui/data-table/types";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { useOpenRequest } from "@/ui/use-open-request";
import { versionColumns, versionName } from "./columns";
import classes from "./legal.module.css";
import { DeleteSheet, PublishSheet } from "./version-sheets";

const VersionForm = lazy(async () => ({
  default: (await import("./version-form")).VersionForm,
}));
const VersionPanel = lazy(async () => ({
  default: (await import("./version-panel")).VersionPanel,
}));

type Opened = { does: "publish" | "delete" | "read"; version: TermsVersion };

/** The versions of the terms of use and the privacy policy: drafts, and what was published when. */
export function LegalDocumentsPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const [edited, setEdited] = useState<TermsVersion | "new" | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  useOpenRequest("add", () => setEdited("new"));
  const close = () => setOpened(null);
  const add = (
    <Button
      variant="lamp"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      aria-haspopup="dialog"
      onClick={() => setEdited("new")}
    >
      {t("terms.add")}
    </Button>
  );
  const actions = (version: TermsVersion): RowAction[] =>
    version.published_at
      ? []
      : [
          {
            label: t("terms.edit"),
            icon: <IconPencil size={16} aria-hidden="true" />,
            onClick: () => setEdited(version),
            dialog: true,
          },
          {
            label: t("terms.publish"),
            icon: <IconSend size={16} aria-hidden="true" />,
            onClick: () => setOpened({ does: "publish", version }),
            dialog: true,
          },
          {
            label: t("terms.delete"),
            icon: <IconTrash size={16} aria-hidden="true" />,
            color: "brick",
            onClick: () => setOpened({ does: "delete", version }),
            dialog: true,
          },
        ];

  return (
    <div className={classes.page}>
      <PageHeader title={t("terms.title")} lead={t("terms.lead")} actions={add} />
      <DataList<TermsVersion>
        name="terms-versions"
        label={t("terms.title")}
        path="terms-versions/"
        queryKey={versionsKey}
        columns={versionColumns(t, format)}
        whole={{}}
        withoutViews
        rowName={(version) => versionName(version, t)}
        onOpen={(version) =>
          version.published_at ? setOpened({ does: "read", version }) : setEdited(version)
        }
        opensDialog
        actions={actions}
        empty={{ title: t("terms.none"), body: t("terms.none_body"), action: add }}
      />
      <Suspense fallback={null}>
        {edited ? (
          <VersionForm version={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
        ) : null}
        {opened?.does === "read" ? <VersionPanel version={opened.version} onClose={close} /> : null}
      </Suspense>
      {opened?.does === "publish" ? (
        <PublishSheet version={opened.version} onClose={close} />
      ) : null}
      {opened?.does === "delete" ? <DeleteSheet version={opened.version} onClose={close} /> : null}
    </div>
  );
}
