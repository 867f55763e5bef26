import { Button, FileButton, Input } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { settingsKey } from "@/api/catalogue";
import { adminSettingsQuery, removeLogo, sendLogo } from "@/api/settings";
import { IMAGE_TYPES, validateImage } from "@/api/upload";
import { errorText } from "@/i18n/error-text";
import { toast } from "@/ui/toast";
import classes from "./settings.module.css";

interface LogoFieldProps {
  label: string;
  description: string;
  /** The URL of the stored logo. */
  logo: string;
  disabled: boolean;
  id: string;
}

/** The operator's logo. It is saved on selection, not by the form's Save. */
export function LogoField({ label, description, logo, disabled, id }: LogoFieldProps) {
  const { t } = useTranslation();
  const { refused, reset, isPending, removed, saveLogo } = useLogo();
  const choose = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // The pressed button is gone with the logo, so focus the file button.
    if (removed && !logo && document.activeElement === document.body) choose.current?.focus();
  }, [removed, logo]);

  return (
    <fieldset id={id} className={classes.logo}>
      <legend>
        <Input.Label component="span">{label}</Input.Label>
      </legend>
      <Input.Description>{description}</Input.Description>
      {logo ? <img src={logo} alt={label} className={classes.logoImage} /> : null}
      <div className={classes.actions}>
        <FileButton
          accept={IMAGE_TYPES.join(",")}
          resetRef={reset}
          onChange={(file) => file && saveLogo(file)}
          inputProps={{ "aria-label": label, tabIndex: -1 }}
        >
          {(props) => (
            <Button
              {...props}
              ref={choose}
              variant="default"
              size="xs"
              disabled={disabled}
              loading={isPending}
            >
              {t(logo ? "settings.brand.logo_another" : "settings.brand.logo_add")}
            </Button>
          )}
        </FileButton>
        {logo ? (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            disabled={disabled || isPending}
            onClick={() => saveLogo(null)}
          >
            {t("settings.brand.logo_remove")}
          </Button>
        ) : null}
      </div>
      {refused ? <Input.Error role="alert">{errorText(refused, t)}</Input.Error> : null}
    </fieldset>
  );
}

function useLogo() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [refused, setRefused] = useState<unknown>(null);
  const reset = useRef<() => void>(null);
  const saving = useMutation({
    mutationFn: (file: File | null) => (file ? sendLogo(file) : removeLogo()),
    onSuccess: async (saved, file) => {
      if (!file) toast.success(t("settings.brand.logo_removed"));
      client.setQueryData(adminSettingsQuery("app-info").queryKey, saved);
      await Promise.all([
        client.invalidateQueries({ queryKey: settingsKey }),
        client.invalidateQueries({ queryKey: ["audit"] }),
      ]);
    },
    onError: setRefused,
    // Reset the input so that the same file can be chosen again.
    onSettled: () => reset.current?.(),
  });
  const saveLogo = (file: File | null) => {
    const why = file ? validateImage(file) : null;
    setRefused(why);
    if (!why) saving.mutate(file);
  };
  const removed = saving.isSuccess && saving.variables === null;
  return { refused, reset, isPending: saving.isPending, removed, saveLogo };
}
