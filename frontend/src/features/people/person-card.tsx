import { Badge, Button, FileButton } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { peopleKey, personKey, putPersonPhoto, removePersonPhoto } from "@/api/people";
import type { Person } from "@/api/types";
import { IMAGE_TYPES, validateImage } from "@/api/upload";
import { errorText } from "@/i18n/error-text";
import { Avatar } from "@/ui/avatar";
import { EditConfirm } from "@/ui/data-table/edit-confirm";
import { useReadOnly } from "@/ui/read-only";
import classes from "./people.module.css";
import { useApproval } from "./use-approval";

/** The person's photo, status and contact details. */
export function PersonCard({ person }: { person: Person }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const readOnly = useReadOnly();
  const approval = useApproval(person);
  const photo = useMutation({
    mutationFn: (file: File | null) => {
      const refusal = file ? validateImage(file) : null;
      if (refusal) return Promise.reject(refusal);
      return file ? putPersonPhoto(person.id, file) : removePersonPhoto(person.id);
    },
    onSuccess: (saved) => {
      client.setQueryData(personKey(person.id), saved);
      void client.invalidateQueries({ queryKey: peopleKey });
    },
  });
  const error = approval.error ?? photo.error;
  return (
    <section className={classes.card} aria-label={person.name}>
      <Avatar name={person.name} image={person.profile_image} size={72} />
      <div className={classes.cardText}>
        <div className={classes.badges}>
          <Badge variant="light" color={person.approved ? "teal" : "brick"} tt="none">
            {t(person.approved ? "people.approved_yes" : "people.approved_no")}
          </Badge>
          {person.driver ? (
            <>
              <Badge variant="light" color={person.driver.active ? "teal" : "gray"} tt="none">
                {t(person.driver.active ? "people.active_yes" : "people.active_no")}
              </Badge>
              {person.driver.busy ? (
                <Badge variant="light" color="blue" tt="none">
                  {t("people.busy_yes")}
                </Badge>
              ) : null}
            </>
          ) : null}
        </div>
        <p>
          <bdi>{person.email || t("people.no_email")}</bdi>
        </p>
        <p>
          <bdi dir="ltr">{person.mobile}</bdi>
        </p>
        {error ? (
          <p className={classes.error} role="alert">
            {errorText(error, t)}
          </p>
        ) : null}
      </div>
      {readOnly ? null : (
        <div className={classes.cardActions}>
          {approval.may ? (
            <Button
              size="sm"
              variant={person.approved ? "default" : "filled"}
              loading={approval.working}
              aria-haspopup="dialog"
              onClick={approval.open}
            >
              {t(person.approved ? "people.disapprove" : "people.approve")}
            </Button>
          ) : null}
          <FileButton
            accept={IMAGE_TYPES.join(",")}
            onChange={(file) => (file ? photo.mutate(file) : undefined)}
          >
            {(props) => (
              <Button {...props} size="sm" variant="default" loading={photo.isPending}>
                {t("people.photo_change")}
              </Button>
            )}
          </FileButton>
          {person.profile_image ? (
            <Button size="sm" variant="subtle" color="gray" onClick={() => photo.mutate(null)}>
              {t("people.photo_remove")}
            </Button>
          ) : null}
        </div>
      )}
      {approval.confirmation ? (
        <EditConfirm
          question={approval.confirmation}
          onConfirm={approval.toggle}
          onClose={approval.close}
        />
      ) : null}
    </section>
  );
}
