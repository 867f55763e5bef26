import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Modal } from "@/ui/dialog/modal";

interface AlertDialogProps {
  opened: boolean;
  message: string;
  onClose: () => void;
}

/**
 * The specification's alert: titled 'Alert', with a Close button. For what the user must read, not for form
 * errors.
 */
export function AlertDialog({ opened, message, onClose }: AlertDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("app.alert")}
      size="sm"
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <p style={{ marginBlock: "0 1.5rem" }}>{message}</p>
      <Button fullWidth onClick={onClose} data-autofocus>
        {t("app.close")}
      </Button>
    </Modal>
  );
}
