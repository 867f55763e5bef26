import { Skeleton, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { SocialProvider } from "@/api/auth";
import { publicSettingsQuery } from "@/api/catalogue";
import { ApiError } from "@/api/error";
import { type Arrival, isChallenge } from "@/api/sign-in";
import type { Me, TwoFactorChallenge } from "@/api/types";
import { EntryFrame } from "@/ui/entry-frame/entry-frame";
import { Message } from "@/ui/message";
import { DemoAccounts } from "./demo-accounts";
import { ForgotDialog } from "./forgot-dialog";
import classes from "./login-page.module.css";
import { PasskeyButton } from "./passkey-button";
import { PasswordForm } from "./password-form";
import { PhoneForm } from "./phone-form";
import { ResendEmailButton, SignInAlert } from "./sign-in-alert";
import { SocialButtons } from "./social-buttons";
import { SocialReturn } from "./social-return";
import { TwoFactorStep } from "./two-factor-step";
import { usePhoneSignIn } from "./use-phone-sign-in";
import { useSignIn } from "./use-sign-in";

const PROVIDERS: readonly SocialProvider[] = ["company", "google", "facebook", "apple"];
/** The known results of a provider's redirect. A URL can contain any text, so no other value is shown. */
const SOCIAL_ERRORS = new Set([
  "base_settings_error_1",
  "base_settings_error_2",
  "require_approval",
  "social_cancelled",
  "provider_not_configured",
  "user_exists",
  "not_staff",
  "login_error",
]);

/** A panel without tabs needs no tab role. The same form stays mounted when the tabs load, so the input is kept. */
const NO_PANEL = { role: undefined, "aria-labelledby": undefined };

export type SocialAnswer = { state: "done" } | { state: "error"; code: string };

interface LoginPageProps {
  onSignedIn: (me: Me) => void;
  /** Why the guard redirected the user to the login. */
  notice?: string | undefined;
  /** A completed sign-up that cannot log in yet, with the reason. */
  registered?: { code: "email_verify_message" | "require_approval"; email: string } | undefined;
  /** The parameters of a provider's redirect. */
  social?: SocialAnswer | undefined;
  /** Called just before the page is left for a provider's page. */
  onLeaving?: () => void;
  onLeave?: (url: string) => void;
}

function refusalOf(social: SocialAnswer | undefined): unknown {
  if (social?.state !== "error") return null;
  const code = SOCIAL_ERRORS.has(social.code) ? social.code : "social_failed";
  return new ApiError(403, code, "");
}

export function LoginPage(props: LoginPageProps) {
  const { onSignedIn, notice, registered, social, onLeaving, onLeave } = props;
  const { t } = useTranslation();
  const query = useQuery(publicSettingsQuery());
  const settings = query.data;
  const [challenge, setChallenge] = useState<TwoFactorChallenge | null>(null);
  const arrive = (arrival: Arrival) => {
    setReturning(false);
    if (isChallenge(arrival)) setChallenge(arrival);
    else onSignedIn(arrival);
  };
  const entry = useSignIn(arrive);
  const phone = usePhoneSignIn(arrive, t("auth.mobile_needed"));
  const [forgotOpen, setForgotOpen] = useState(false);
  const [linkSent, setLinkSent] = useState(false);
  const [refused, setRefused] = useState<unknown>(() => refusalOf(social));
  const [returning, setReturning] = useState(social?.state === "done");

  if (returning) {
    return (
      <SocialReturn
        onArrived={arrive}
        onFailed={(error) => {
          setRefused(error);
          setReturning(false);
        }}
      />
    );
  }

  if (challenge) {
    return (
      <TwoFactorStep
        challenge={challenge.challenge}
        factors={challenge.factors}
        onSignedIn={onSignedIn}
        onBack={() => {
          entry.form.reset();
          phone.dismiss();
          setChallenge(null);
        }}
      />
    );
  }

  const ways = settings?.sign_in;
  const byPhone = ways?.mobile ?? false;
  return (
    <EntryFrame title={t("auth.title")} lead={t("auth.lead")}>
      <div className={classes.stack}>
        {notice ? <Message tone="way">{notice}</Message> : null}
        {registered && !entry.error ? (
          <Message
            tone="lamp"
            action={
              registered.code === "email_verify_message" ? (
                <ResendEmailButton email={registered.email} />
              ) : undefined
            }
          >
            {t(`errors.${registered.code}`)}
          </Message>
        ) : null}
        {linkSent ? <Message tone="go">{t("errors.reset_pass_msg")}</Message> : null}
        <SignInAlert error={refused} onDismiss={() => setRefused(null)} />
        {query.isPending ? <Skeleton height={50} radius="xl" /> : null}
        <Tabs
          defaultValue="mail"
          variant="none"
          keepMounted={false}
          classNames={{
            list: classes.tabs ?? "",
            tab: classes.tab ?? "",
            panel: classes.panel ?? "",
          }}
        >
          {byPhone ? (
            <Tabs.List aria-label={t("auth.tabs")}>
              <Tabs.Tab value="mail">{t("auth.tab_mail")}</Tabs.Tab>
              <Tabs.Tab value="phone">{t("auth.tab_phone")}</Tabs.Tab>
            </Tabs.List>
          ) : null}
          <Tabs.Panel value="mail" {...(byPhone ? {} : NO_PANEL)}>
            <PasswordForm entry={entry} onForgot={() => setForgotOpen(true)} />
          </Tabs.Panel>
          {byPhone ? (
            <Tabs.Panel value="phone">
              <PhoneForm phone={phone} defaultCountry={settings?.register.default_country} />
            </Tabs.Panel>
          ) : null}
        </Tabs>
        <PasskeyButton suggested onSignedIn={onSignedIn} />
        <SocialButtons
          providers={PROVIDERS.filter((provider) => ways?.[provider])}
          company={settings?.company_login_name}
          onLeaving={() => onLeaving?.()}
          onLeave={(url) => onLeave?.(url)}
        />
        <p className={classes.newcomer}>
          {t("auth.no_account")}
          <Link to="/register">{t("auth.register")}</Link>
          <Link to="/register?as=driver">{t("auth.drive_with_us")}</Link>
        </p>
      </div>
      <ForgotDialog
        opened={forgotOpen}
        onClose={() => setForgotOpen(false)}
        email={entry.form.values.email.trim()}
        onSent={() => {
          setForgotOpen(false);
          setLinkSent(true);
        }}
      />
      {settings?.demo ? <DemoAccounts accounts={settings.demo.accounts} entry={entry} /> : null}
    </EntryFrame>
  );
}
