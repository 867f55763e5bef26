import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Registered, RegisterRules } from "@/api/auth";
import { publicSettingsQuery } from "@/api/catalogue";
import { EntryFrame } from "@/ui/entry-frame/entry-frame";
import { Form } from "@/ui/form/form";
import { useMobileCountry } from "@/ui/mobile-fields";
import { PlainLink } from "@/ui/plain-button";
import { Snackbar } from "@/ui/snackbar";
import { ErrorState, LoadingState } from "@/ui/states";
import { AgreeField } from "./agree-field";
import { ReferralField } from "./referral-field";
import { RegisterDone } from "./register-done";
import { BankFields, PersonFields } from "./register-fields";
import type { Field, RegisterForm, Role } from "./register-form";
import { problemText } from "./register-messages";
import classes from "./register-page.module.css";
import { useRegistration } from "./use-registration";
import { VehicleFields } from "./vehicle-fields";

interface RegisterPageProps {
  role: Role;
  /** The referral id from the URL. */
  referralId: string;
  /** Opens the login page, which redirects a signed-in user by role. */
  onDone: (answer: Registered, email: string) => void;
}

export function RegisterPage(props: RegisterPageProps) {
  const { t } = useTranslation();
  const query = useQuery(publicSettingsQuery());
  const driving = props.role === "driver";
  const rules = query.data?.register;
  const [done, setDone] = useState<{ answer: Registered; email: string } | null>(null);

  if (done) return <RegisterDone {...done} onDone={props.onDone} />;
  return (
    <EntryFrame
      wide
      title={t(driving ? "register.title_driver" : "register.title")}
      lead={t(driving ? "register.lead_driver" : "register.lead")}
    >
      {query.isPending ? <LoadingState /> : null}
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {rules ? (
        <RegisterBody
          role={props.role}
          referralId={props.referralId}
          rules={rules}
          onRegistered={(answer, email) => setDone({ answer, email })}
        />
      ) : null}
    </EntryFrame>
  );
}

interface RegisterBodyProps {
  role: Role;
  referralId: string;
  rules: RegisterRules;
  onRegistered: (answer: Registered, email: string) => void;
}

function RegisterBody({ role, referralId, rules, onRegistered }: RegisterBodyProps) {
  const { t } = useTranslation();
  const bankFields = role === "driver" ? rules.driver_bank_fields : rules.bank_fields;
  const entry = useRegistration(referralId, onRegistered);
  const { form, problem } = entry;
  const { values, isPending: checking } = form;
  const change = (part: Partial<RegisterForm>) => form.setValues(part);
  const place = useMobileCountry(
    rules.country_selection ? values.mobile.country : undefined,
    rules.default_country,
  );
  const sentence = problem ? problemText(problem, rules.password_policy, t) : null;

  const fields = {
    form: values,
    change,
    errorOf: (field: Field) =>
      problem?.fields.includes(field) ? problem.error.fields[field] || sentence || "" : false,
  } as const;

  return (
    <div className={classes.place}>
      <RoleLinks role={role} referralId={values.referral_id} />
      <Form
        form={form}
        className={classes.form}
        aria-busy={checking}
        onSubmit={() => {
          entry.submit({
            role,
            bankFields,
            policy: rules.password_policy,
            country: rules.country_selection ? place.country?.code : undefined,
            home: place.country?.code ?? rules.default_country,
          });
        }}
      >
        <fieldset className={classes.all} disabled={checking}>
          <PersonFields
            {...fields}
            policy={rules.password_policy}
            place={place}
            pickCountry={rules.country_selection}
          />
          {role === "driver" ? <VehicleFields {...fields} /> : null}
          {bankFields ? <BankFields {...fields} /> : null}
          {rules.referral ? (
            <ReferralField
              value={values.referral_id}
              onChange={(referral_id) => change({ referral_id })}
              bonus={rules.referral_bonus}
              error={fields.errorOf("referral_id")}
            />
          ) : null}
          <AgreeField
            agreed={values.terms}
            onChange={(terms) => change({ terms })}
            error={fields.errorOf("terms")}
          />
          <div className={classes.row}>
            <PlainLink to="/login">{t("app.back")}</PlainLink>
            <Button type="submit" variant="lamp" size="lg">
              {t("register.submit")}
            </Button>
          </div>
        </fieldset>
      </Form>
      {checking ? (
        <div className={classes.checking}>
          <div>
            <LoadingState compact label={t("register.checking")} />
            <p aria-hidden="true">{t("register.checking")}</p>
          </div>
        </div>
      ) : null}
      <Snackbar tone="danger" message={sentence} onClose={form.forgetRefusal} />
    </div>
  );
}

/** Links to the rider and driver forms. Switching keeps the input. */
function RoleLinks({ role, referralId }: { role: Role; referralId: string }) {
  const { t } = useTranslation();
  const address = (as: Role) => {
    const search = new URLSearchParams();
    if (as === "driver") search.set("as", "driver");
    if (referralId.trim()) search.set("ref", referralId.trim());
    return `/register?${search}`;
  };
  return (
    <nav className={classes.roles} aria-label={t("register.as")}>
      {(["rider", "driver"] as const).map((as) => (
        <Link key={as} to={address(as)} replace aria-current={as === role ? "page" : undefined}>
          {t(`register.as_${as}`)}
        </Link>
      ))}
    </nav>
  );
}
