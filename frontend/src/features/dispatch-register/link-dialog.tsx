import { Button, TextInput } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { NewInspectorAccess } from "@/api/register";
import { useFormat } from "@/i18n/use-format";
import { Modal } from "@/ui/dialog/modal";
import classes from "./dispatch-register.module.css";

interface LinkDialogProps {
  access: NewInspectorAccess;
  onClose: () => void;
}

/** The link of a new access, which the server shows only once. */
export function LinkDialog({ access, onClose }: LinkDialogProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const clipboard = useClipboard({ timeout: 3000 });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("inspection.link_title", { name: access.name })}
      size="md"
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <div className={classes.link}>
        <p>{t("inspection.link_lead")}</p>
        <TextInput
          readOnly
          dir="ltr"
          label={t("inspection.link")}
          description={t("inspection.link_until", { time: dateTime(access.ends_at) })}
          value={access.url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="lamp"
          leftSection={clipboard.copied ? <IconCheck size={20} /> : <IconCopy size={20} />}
          onClick={() => clipboard.copy(access.url)}
          data-autofocus
        >
          {t(clipboard.copied ? "safety.share_copied" : "safety.share_copy")}
        </Button>
      </div>
    </Modal>
  );
}
