import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { resendVerification } from "@/api/auth";
import { ResendButton } from "@/ui/resend-button";
import { toast } from "@/ui/toast";
import classes from "./contact-row.module.css";
import { Failure } from "./failure";

const PAUSE_MS = 60_000;

/** Resends the verification email, at most once a minute. */
export function VerifyAgain({ email }: { email: string }) {
  const { t } = useTranslation();
  const [from, setFrom] = useState(0);
  const resend = useMutation({
    mutationFn: () => resendVerification(email),
    onSuccess: () => {
      setFrom(Date.now() + PAUSE_MS);
      toast.success(t("profile.contact.link_sent"));
    },
  });
  return (
    <div className={classes.again}>
      <ResendButton
        label={t("profile.contact.send_link")}
        from={from}
        working={resend.isPending}
        onResend={() => resend.mutate()}
      />
      <Failure error={resend.error} />
    </div>
  );
}
