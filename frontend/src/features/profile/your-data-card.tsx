import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Me } from "@/api/types";
import { startOwnDataExport } from "@/api/your-data";
import { DataExportDialog } from "@/ui/export/data-export-dialog";
import { AgreedTerms } from "./agreed-terms";
import { DeleteAccountSheet } from "./delete-account-sheet";
import form from "./form.module.css";
import { Section } from "./section";

/** The user's rights: a copy of the data, and the deletion of the account. */
export function YourDataCard({ me }: { me: Me }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<"export" | "delete" | null>(null);
  const close = () => setOpen(null);
  return (
    <Section id="your_data" title={t("profile.your_data.title")} lead={t("profile.your_data.lead")}>
      <div className={form.actions}>
        <Button
          variant="default"
          size="md"
          aria-haspopup="dialog"
          onClick={() => setOpen("export")}
        >
          {t("profile.your_data.export")}
        </Button>
        <Button
          variant="default"
          color="brick"
          size="md"
          aria-haspopup="dialog"
          onClick={() => setOpen("delete")}
        >
          {t("profile.your_data.delete")}
        </Button>
      </div>
      {me.user_type === "admin" ? null : <AgreedTerms />}
      <DataExportDialog
        title={t("profile.your_data.export")}
        lead={t("profile.your_data.export_lead")}
        start={startOwnDataExport}
        opened={open === "export"}
        onClose={close}
      />
      <DeleteAccountSheet me={me} opened={open === "delete"} onClose={close} />
    </Section>
  );
}
