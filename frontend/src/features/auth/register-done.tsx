import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Registered } from "@/api/auth";
import { EntryFrame } from "@/ui/entry-frame/entry-frame";
import { PlainButton } from "@/ui/plain-button";
import { Snackbar } from "@/ui/snackbar";
import { EmailArt, LitLampArt } from "./entry-art";
import classes from "./entry-outcome.module.css";

/** Document 2: the login page opens after 3000 ms. */
const ON_MS = 3000;

interface RegisterDoneProps {
  answer: Registered;
  email: string;
  onDone: (answer: Registered, email: string) => void;
}

/** Confirms that the account was created, then opens the login page. A button skips the wait. */
export function RegisterDone({ answer, email, onDone }: RegisterDoneProps) {
  const { t } = useTranslation();

  // The timer starts once. A render of the parent must not restart it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer starts once.
  useEffect(() => {
    const timer = setTimeout(() => onDone(answer, email), ON_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <EntryFrame title={t(`register.done_${answer.code}`)}>
      <div className={classes.outcome}>
        {answer.code === "email_verify_message" ? <EmailArt /> : <LitLampArt />}
        <p>{t(`register.next_${answer.code}`, { email })}</p>
        <PlainButton look="lamp" onClick={() => onDone(answer, email)}>
          {t("register.go_on")}
        </PlainButton>
      </div>
      <Snackbar tone={answer.signed_in ? "go" : "lamp"} message={t(`errors.${answer.code}`)} />
    </EntryFrame>
  );
}
