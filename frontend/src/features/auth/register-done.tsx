import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Registered } from "@/api/auth";
import { PlainButton } from "@/ui/plain-button";
import { Snackbar } from "@/ui/snackbar";
import { LetterArt, LitLampArt } from "./entry-art";
import { EntryFrame } from "./entry-frame";
import classes from "./entry-outcome.module.css";

/** Document 2: on to the sign-in page after 3000 ms. */
const ON_MS = 3000;

interface RegisterDoneProps {
  answer: Registered;
  email: string;
  onDone: (answer: Registered, email: string) => void;
}

/** The account is there: said, and then on; who does not want to wait goes at once. */
export function RegisterDone({ answer, email, onDone }: RegisterDoneProps) {
  const { t } = useTranslation();

  // The timer is set once; it must not start over because a parent drew again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as said.
  useEffect(() => {
    const timer = setTimeout(() => onDone(answer, email), ON_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <EntryFrame title={t(`register.done_${answer.code}`)}>
      <div className={classes.outcome}>
        {answer.code === "email_verify_message" ? <LetterArt /> : <LitLampArt />}
        <p>{t(`register.next_${answer.code}`, { email })}</p>
        <PlainButton look="lamp" onClick={() => onDone(answer, email)}>
          {t("register.go_on")}
        </PlainButton>
      </div>
      <Snackbar tone={answer.signed_in ? "go" : "lamp"} message={t(`errors.${answer.code}`)} />
    </EntryFrame>
  );
}
