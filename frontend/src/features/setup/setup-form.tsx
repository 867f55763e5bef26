import { Button, Select, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { ApiError } from "@/api/error";
import { type SetupState, type SetupValues, setUp } from "@/api/setup";

import { errorText } from "@/i18n/error-text";
import { Message } from "@/ui/message";
import { NewPasswordField } from "@/ui/new-password-field";
import classes from "./setup-form.module.css";

type Name = keyof SetupValues;

/** In the order of the fields. */
const EMPTY: SetupValues = {
  company_name: "",
  country: "",
  currency: "",
  time_zone: "",
  email: "",
  password: "",
};
const NAMES = Object.keys(EMPTY) as Name[];

interface SetupFormProps {
  linkKey: string;
  state: SetupState;
  onDone: (email: string) => void;
  onRefused: (error: unknown) => void;
}

/** The values of a new platform; the country fills in what follows from it. */
export function SetupForm({ linkKey, state, onDone, onRefused }: SetupFormProps) {
  const { t } = useTranslation();
  const { data: settings } = useQuery(publicSettingsQuery());
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  const fields = useRef<Partial<Record<Name, HTMLInputElement | null>>>({});
  const save = useMutation({
    mutationFn: () => setUp({ key: linkKey, ...values }),
    onSuccess: ({ email }) => onDone(email),
    onError: (error) => {
      if (error instanceof ApiError && error.code === "setup_refused") show(error.fields);
      onRefused(error);
    },
  });

  const change = (changes: Partial<SetupValues>) => {
    setValues({ ...values, ...changes });
    setErrors({});
  };
  const show = (found: Partial<Record<string, string>>) => {
    setErrors(found);
    const first = NAMES.find((name) => found[name]);
    if (first) fields.current[first]?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const blank = NAMES.filter((name) => values[name].trim() === "");
    if (blank.length > 0) {
      show(Object.fromEntries(blank.map((name) => [name, t("setup.blank")])));
      return;
    }
    save.mutate();
  };
  const common = (name: Name) => ({
    ref: (field: HTMLInputElement | null) => {
      fields.current[name] = field;
    },
    error: errors[name] ?? false,
    withAsterisk: true,
  });
  const typed = (name: Name) => ({
    ...common(name),
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ [name]: event.currentTarget.value }),
  });
  const zones = state.countries.find(({ code }) => code === values.country)?.time_zones ?? [];
  const general = save.error && Object.keys(errors).length === 0 ? save.error : null;

  return (
    <form noValidate className={classes.form ?? ""} onSubmit={submit}>
      <TextInput
        {...typed("company_name")}
        label={t("setup.company_name")}
        description={t("setup.company_hint")}
        autoComplete="organization"
      />
      <Select
        {...common("country")}
        label={t("setup.country")}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t("list.no_match")}
        data={state.countries.map(({ code, name }) => ({ value: code, label: name }))}
        value={values.country || null}
        onChange={(code) => {
          const country = state.countries.find((each) => each.code === code);
          if (!country) return;
          const [zone, ...others] = country.time_zones;
          change({
            country: country.code,
            currency: country.currency,
            time_zone: others.length === 0 ? (zone ?? "") : "",
          });
        }}
      />
      <Select
        {...common("currency")}
        label={t("setup.currency")}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t("list.no_match")}
        data={state.currencies.map(({ code, name }) => ({
          value: code,
          label: `${code} · ${name}`,
        }))}
        value={values.currency || null}
        onChange={(code) => change({ currency: code ?? "" })}
      />
      <Select
        {...common("time_zone")}
        label={t("setup.time_zone")}
        description={t("setup.time_zone_hint")}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t("list.no_match")}
        data={zones.length > 0 ? zones : Intl.supportedValuesOf("timeZone")}
        value={values.time_zone || null}
        onChange={(zone) => change({ time_zone: zone ?? "" })}
      />
      <TextInput
        {...typed("email")}
        label={t("setup.email")}
        description={t("setup.email_hint")}
        type="email"
        dir="ltr"
        autoComplete="username"
      />
      <NewPasswordField
        inputRef={common("password").ref}
        label={t("auth.password")}
        policy={settings?.register.password_policy ?? "alphanumeric"}
        value={values.password}
        onChange={(password) => change({ password })}
        error={errors.password ?? false}
        required
      />
      {general ? (
        <Message urgent tone="danger">
          {errorText(general, t)}
        </Message>
      ) : null}
      <Button type="submit" variant="lamp" size="lg" loading={save.isPending}>
        {t("setup.save")}
      </Button>
    </form>
  );
}
