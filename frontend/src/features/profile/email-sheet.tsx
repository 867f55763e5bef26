import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { changeEmail } from "@/api/profile";
import { refreshMe } from "@/api/refresh-me";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

interface EmailSheetProps {
  opened: boolean;
  /** Whether the user has no address yet. */
  first: boolean;
  onClose: () => void;
}

/** A new email address. It takes effect once the link in the email is opened. */
export function EmailSheet({ opened, first, onClose }: EmailSheetProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm({
    values: { email: "" },
    send: async ({ email }) => {
      if (!EMAIL.test(email.trim())) {
        throw new ApiError(400, "proper_email", "Enter a valid email.");
      }
      await changeEmail(email.trim());
      // The response never depends on the address. The profile shows the pending one.
      await refreshMe(client);
    },
    marks: () => ["email"],
    notice: t("profile.contact.link_sent"),
    onDone: () => close(),
  });
  const close = () => {
    form.reset();
    onClose();
  };

  return (
    <ConfirmSheet
      opened={opened}
      onClose={close}
      title={t(first ? "profile.contact.add_email" : "profile.contact.change_email")}
      confirmLabel={t("profile.contact.email_send")}
      onConfirm={form.submit}
      working={form.isPending}
      error={form.failure}
    >
      <Form form={form}>
        <TextInput
          data-autofocus
          label={t("profile.contact.email_new")}
          description={t("profile.contact.email_note")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          type="email"
          inputMode="email"
          autoComplete="email"
          dir="ltr"
          {...form.field("email")}
        />
      </Form>
    </ConfirmSheet>
  );
}
