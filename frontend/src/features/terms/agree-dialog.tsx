import { Button, Checkbox } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { meKey } from "@/api/me";
import { refreshMe } from "@/api/refresh-me";
import { signOut } from "@/api/session";
import { agreeToTerms, consentsQuery } from "@/api/terms";
import { Modal } from "@/ui/dialog/modal";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import { ErrorState } from "@/ui/states";
import { AgreeLabel } from "@/ui/terms/agree-label";
import { TermsText } from "@/ui/terms/terms-text";
import classes from "./agree-dialog.module.css";

/** Shows the versions that the user has to agree to; stays open until they agree or log out. */
export function AgreeDialog() {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(consentsQuery(i18n.language));
  const due = data?.due ?? [];
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: meKey });
    await refreshMe(client);
  };
  const form = useForm({
    values: { agreed: false },
    send: ({ agreed }) => {
      if (!agreed) throw new ApiError(400, "", "", { agreed: t("terms.agree_first") });
      return agreeToTerms(
        due.map(({ id }) => id),
        i18n.language,
      );
    },
    onDone: refresh,
    onRefused: (refused) => {
      // Another version was published while this one was read.
      if (refused instanceof ApiError && refused.code === "terms_outdated") void refetch();
    },
  });
  const nothingDue = data?.due.length === 0;
  useEffect(() => {
    // A trip began, or the user agreed in another window.
    if (nothingDue) refreshMe(client).catch(() => undefined);
  }, [client, nothingDue]);

  // Opened with its text, which takes the focus; otherwise "Log out" would.
  if (nothingDue || (!data && !error)) return null;
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t("terms.due_title")}
      size="lg"
    >
      <Form form={form} className={classes.form}>
        <p className={classes.lead}>{t("terms.due_lead")}</p>
        {error ? <ErrorState compact error={error} onRetry={() => void refetch()} /> : null}
        {due.map((version, place) => (
          <section key={version.id} aria-labelledby={`terms-${version.id}`}>
            <h3 id={`terms-${version.id}`} className={classes.name}>
              {t(`terms.documents.${version.document}`)}
            </h3>
            <section
              className={classes.text}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: only a focused box scrolls by keyboard.
              tabIndex={0}
              data-autofocus={place === 0 || undefined}
              aria-labelledby={`terms-${version.id}`}
            >
              <TermsText version={version} />
            </section>
          </section>
        ))}
        {due.length > 0 ? (
          <Checkbox
            {...form.field("agreed", { type: "checkbox" })}
            label={<AgreeLabel versions={due} />}
          />
        ) : null}
        <FormFailure form={form} />
        <div className={classes.buttons}>
          <Button variant="default" size="md" onClick={() => void signOut().catch(() => undefined)}>
            {t("terms.log_out")}
          </Button>
          <Button
            type="submit"
            variant="lamp"
            size="md"
            loading={form.isPending}
            disabled={due.length === 0}
          >
            {t("terms.agree")}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
