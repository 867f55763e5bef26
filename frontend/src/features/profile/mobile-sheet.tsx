import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { countriesQuery, startingCountry } from "@/api/countries";
import { CodeField } from "@/ui/code-field";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { CountryPicker } from "@/ui/country-picker";
import { PhoneInput } from "@/ui/phone-input";
import { ResendButton } from "@/ui/resend-button";
import { toast } from "@/ui/toast";
import form from "./form.module.css";
import { useNewMobile } from "./use-new-mobile";

interface MobileSheetProps {
  opened: boolean;
  /** Whether the user has no number yet. */
  first: boolean;
  onClose: () => void;
}

export function MobileSheet({ opened, first, onClose }: MobileSheetProps) {
  const { t, i18n } = useTranslation();
  const [code, setCode] = useState<string>();
  const [number, setNumber] = useState("");
  const countries = useQuery({ ...countriesQuery(i18n.language), enabled: opened });
  const { data: settings } = useQuery(publicSettingsQuery());
  const wanted = code ?? settings?.register?.default_country;
  const country = startingCountry(countries.data ?? [], wanted, navigator.languages ?? []);
  const entry = useNewMobile(() => {
    toast.success(t("profile.contact.mobile_saved"));
    close();
  });
  const close = () => {
    setNumber("");
    entry.startOver();
    onClose();
  };
  const { sent } = entry;

  return (
    <ConfirmSheet
      opened={opened}
      onClose={close}
      title={t(first ? "profile.contact.add_mobile" : "profile.contact.change_mobile")}
      confirmLabel={t(sent ? "profile.contact.code_check" : "profile.contact.code_send")}
      onConfirm={() => (sent ? entry.check() : entry.send(number, country?.code ?? wanted))}
      working={entry.working}
      error={entry.error}
    >
      {sent ? (
        <div className={form.form}>
          <p className={form.note}>
            <Trans
              i18nKey="profile.contact.code_sent"
              values={{ mobile: sent.mobile }}
              components={[<bdi key="mobile" dir="ltr" />]}
            />
          </p>
          <CodeField
            label={t("profile.contact.code")}
            value={entry.code}
            onChange={entry.typeCode}
            error={entry.error !== null}
          />
          <div className={form.actions}>
            <ResendButton
              label={t("profile.contact.code_again")}
              from={sent.again}
              working={entry.resending}
              onResend={() => entry.send(sent.mobile)}
            />
            <Button variant="subtle" size="sm" onClick={entry.startOver}>
              {t("profile.contact.other_number")}
            </Button>
          </div>
        </div>
      ) : (
        <div className={form.form}>
          <CountryPicker
            label={t("profile.contact.country")}
            countries={countries.data ?? []}
            value={country?.code}
            onChange={setCode}
          />
          <PhoneInput
            own
            label={t("profile.contact.number")}
            description={t("profile.contact.number_note")}
            country={country}
            value={number}
            error={entry.error !== null}
            onChange={(typed) => {
              entry.forgetError();
              setNumber(typed);
            }}
          />
        </div>
      )}
    </ConfirmSheet>
  );
}
