import { Button, Skeleton } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  renewRecoveryCodes,
  turnOffTwoFactor,
  twoFactorKey,
  twoFactorQuery,
} from "@/api/two-factor";
import type { Me } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { ErrorState } from "@/ui/states";
import { toast } from "@/ui/toast";
import form from "./form.module.css";
import { RecoveryCodes } from "./recovery-codes";
import { Section } from "./section";
import { TwoFactorProof } from "./two-factor-proof";
import { TwoFactorSetup } from "./two-factor-setup";

type Form = "setup" | "renew" | "off";
type Open = Form | null;

/** Two-factor login for staff: set up, new recovery codes, turn off. */
export function TwoFactorCard({ me }: { me: Me }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const client = useQueryClient();
  const state = useQuery(twoFactorQuery());
  const [open, setOpen] = useState<Open>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const openers = useRef<Partial<Record<Form, HTMLButtonElement | null>>>({});
  const last = useRef<Open>(null);
  const enabled = state.data?.enabled;
  // Recovery codes without an app: a passkey is the second factor.
  const left = state.data?.recovery_codes_left ?? 0;
  const opener = (form: Form) => ({
    ref: (button: HTMLButtonElement | null) => {
      openers.current[form] = button;
    },
    onClick: () => setOpen(form),
  });

  // The closed form had the focus: return it to its button, or to the button that replaced it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: turning it on or off changes which buttons there are.
  useEffect(() => {
    if (open) last.current = open;
    else if (last.current && document.activeElement === document.body) {
      const { setup, renew, off } = openers.current;
      (openers.current[last.current] ?? setup ?? renew ?? off)?.focus();
    }
  }, [open, enabled]);

  const close = () => {
    setOpen(null);
    setCodes(null);
    void client.invalidateQueries({ queryKey: twoFactorKey, exact: true });
  };
  const lead = state.data?.enabled
    ? t("profile.two_factor.lead_on", { count: state.data.recovery_codes_left })
    : left > 0
      ? t("profile.two_factor.lead_passkey", { left: number(left) })
      : t("profile.two_factor.lead_off");

  return (
    <Section
      id="two_factor"
      title={t("profile.two_factor.title")}
      lead={state.data ? lead : undefined}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={close} />
      ) : open === "setup" ? (
        <TwoFactorSetup
          focused
          onDone={() => {
            toast.success(t("profile.two_factor.on_done"));
            close();
          }}
          onCancel={close}
        />
      ) : open === "renew" ? (
        <TwoFactorProof
          key="renew"
          label={t("profile.two_factor.renew")}
          note={t("profile.two_factor.renew_note")}
          withPassword={false}
          work={({ code }) => renewRecoveryCodes(code)}
          onDone={setCodes}
          onCancel={close}
        />
      ) : open === "off" ? (
        <TwoFactorProof
          key="off"
          label={t("profile.two_factor.turn_off")}
          note={t(
            state.data?.required
              ? "profile.two_factor.off_note_required"
              : "profile.two_factor.off_note",
          )}
          withPassword={me.has_password}
          tone="danger"
          work={({ password, code }) =>
            turnOffTwoFactor(me.has_password ? { password, code } : { code })
          }
          onDone={() => {
            toast.success(t("profile.two_factor.off_done"));
            close();
          }}
          onCancel={close}
        />
      ) : state.isPending ? (
        <Skeleton height="2.75rem" width="12rem" radius="md" />
      ) : !state.data ? (
        <ErrorState compact error={state.error} onRetry={() => void state.refetch()} />
      ) : enabled ? (
        <div className={form.actions}>
          <Button variant="default" size="md" {...opener("renew")}>
            {t("profile.two_factor.renew")}
          </Button>
          <Button variant="default" size="md" {...opener("off")}>
            {t("profile.two_factor.turn_off")}
          </Button>
        </div>
      ) : (
        <div className={form.actions}>
          <Button variant="default" size="md" {...opener("setup")}>
            {t("profile.two_factor.set_up")}
          </Button>
          {left > 0 ? (
            <Button variant="default" size="md" {...opener("renew")}>
              {t("profile.two_factor.renew")}
            </Button>
          ) : null}
        </div>
      )}
    </Section>
  );
}
