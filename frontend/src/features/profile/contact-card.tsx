import { useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import type { Me } from "@/api/types";
import { ContactRow } from "./contact-row";
import { EmailSheet } from "./email-sheet";
import form from "./form.module.css";
import { MobileSheet } from "./mobile-sheet";
import { Section } from "./section";
import { VerifyAgain } from "./verify-again";

/** The contact details: fixed for users who log in by email, changed with verification by others. */
export function ContactCard({ me }: { me: Me }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<"email" | "mobile" | null>(null);
  const fixed = me.login_type === "email";
  const close = () => setOpen(null);

  return (
    <Section id="contact" title={t("profile.contact.title")}>
      <div className={form.form}>
        <ContactRow
          kind="email"
          value={me.email}
          confirmed={me.email_verified}
          onChange={fixed ? undefined : () => setOpen("email")}
        />
        {me.pending_email ? (
          <p className={form.note}>
            <Trans
              i18nKey="profile.contact.pending"
              values={{ email: me.pending_email }}
              components={[<bdi key="email" dir="ltr" />]}
            />
          </p>
        ) : null}
        {me.pending_email || (me.email && !me.email_verified) ? (
          <VerifyAgain email={me.pending_email ?? me.email ?? ""} />
        ) : null}
        <ContactRow
          kind="mobile"
          value={me.mobile}
          confirmed={me.mobile_verified}
          onChange={fixed ? undefined : () => setOpen("mobile")}
        />
        {fixed ? <p className={form.note}>{t("profile.contact.fixed")}</p> : null}
      </div>
      <EmailSheet opened={open === "email"} first={!me.email} onClose={close} />
      <MobileSheet opened={open === "mobile"} first={!me.mobile} onClose={close} />
    </Section>
  );
}
