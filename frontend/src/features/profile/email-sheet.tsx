import { TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { meQuery } from "@/api/me";
import { changeEmail } from "@/api/profile";
import { rememberMe } from "@/api/session";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";

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
  const [email, setEmail] = useState("");
  const sending = useMutation({
    mutationFn: async () => {
      if (!EMAIL.test(email.trim())) {
        throw new ApiError(400, "proper_email", "Enter a valid email.");
      }
      await changeEmail(email.trim());
      // The response never depends on the address. The profile shows the pending one.
      rememberMe(await client.fetchQuery({ ...meQuery(), staleTime: 0 }));
    },
    onSuccess: () => {
      toast.success(t("profile.contact.link_sent"));
      close();
    },
  });
  const close = () => {
    setEmail("");
    sending.reset();
    onClose();
  };

  return (
    <ConfirmSheet
      opened={opened}
      onClose={close}
      title={t(first ? "profile.contact.add_email" : "profile.contact.change_email")}
      confirmLabel={t("profile.contact.email_send")}
      onConfirm={() => sending.mutate()}
      working={sending.isPending}
      error={sending.error}
    >
      <TextInput
        data-autofocus
        label={t("profile.contact.email_new")}
        description={t("profile.contact.email_note")}
        inputWrapperOrder={["label", "input", "description"]}
        type="email"
        inputMode="email"
        autoComplete="email"
        dir="ltr"
        value={email}
        error={sending.isError}
        onChange={(event) => {
          sending.reset();
          setEmail(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") sending.mutate();
        }}
      />
    </ConfirmSheet>
  );
}
