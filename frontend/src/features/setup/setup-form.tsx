import { Button, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { ApiError } from "@/api/error";
import { type SetupState, type SetupValues, setUp } from "@/api/setup";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
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
  const form = useForm({
    values: EMPTY,
    send: (values) => {
      const blank = NAMES.filter((name) => values[name].trim() === "");
      if (blank.length > 0) {
        const fields = Object.fromEntries(blank.map((name) => [name, t("setup.blank")]));
        throw new ApiError(400, "setup_refused", "", fields);
      }
      return setUp({ key: linkKey, ...values });
    },
    onDone: ({ email }) => onDone(email),
    onRefused,
  });
  const { values } = form;
  const field = (name: Name) => ({ ...form.field(name), withAsterisk: true });
  /** A list whose choice cannot be cleared. */
  const list = (name: Name) => ({
    ...field(name),
    value: values[name] || null,
    onChange: (code: string | null) => form.setFieldValue(name, code ?? ""),
    searchable: true,
    allowDeselect: false,
    nothingFoundMessage: t("list.no_match"),
  });
  const zones = state.countries.find(({ code }) => code === values.country)?.time_zones ?? [];

  return (
    <Form form={form} className={classes.form ?? ""}>
      <TextInput
        {...field("company_name")}
        label={t("setup.company_name")}
        description={t("setup.company_hint")}
        autoComplete="organization"
      />
      <Select
        {...list("country")}
        label={t("setup.country")}
        data={state.countries.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(code) => {
          const country = state.countries.find((each) => each.code === code);
          if (!country) return;
          const [zone, ...others] = country.time_zones;
          form.setValues({
            country: country.code,
            currency: country.currency,
            time_zone: others.length === 0 ? (zone ?? "") : "",
          });
        }}
      />
      <Select
        {...list("currency")}
        label={t("setup.currency")}
        data={state.currencies.map(({ code, name }) => ({
          value: code,
          label: `${code} · ${name}`,
        }))}
      />
      <Select
        {...list("time_zone")}
        label={t("setup.time_zone")}
        description={t("setup.time_zone_hint")}
        data={zones.length > 0 ? zones : Intl.supportedValuesOf("timeZone")}
      />
      <TextInput
        {...field("email")}
        label={t("setup.email")}
        description={t("setup.email_hint")}
        type="email"
        dir="ltr"
        autoComplete="username"
      />
      <NewPasswordField
        label={t("auth.password")}
        policy={settings?.register.password_policy ?? "alphanumeric"}
        {...form.field("password")}
        required
      />
      <FormFailure form={form} />
      <Button type="submit" variant="lamp" size="lg" loading={form.isPending}>
        {t("setup.save")}
      </Button>
    </Form>
  );
}
