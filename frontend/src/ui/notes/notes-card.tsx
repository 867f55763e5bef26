import { ActionIcon, Button, NativeSelect, Textarea } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  addNote,
  deleteNote,
  FLAGS,
  type Flag,
  type Note,
  type NoteSubject,
  notesKey,
  notesQuery,
} from "@/api/notes";
import { useMay } from "@/api/permissions";
import { useFormat } from "@/i18n/use-format";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import { ErrorState, LoadingState } from "@/ui/states";
import { toast } from "@/ui/toast";
import { FlagIcons } from "./flag-icons";
import classes from "./notes.module.css";

interface NotesCardProps {
  subject: NoteSubject;
  /** Whether a dialog with the notes opens with the focus in the new one. */
  autoFocus?: boolean;
}

/** What staff wrote about a person or a booking, and the form for a new note; for admins only. */
export function NotesCard({ subject, autoFocus = false }: NotesCardProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const id = useId();
  const { data, error, refetch } = useQuery(notesQuery(subject));
  const [toDelete, setToDelete] = useState<Note | null>(null);
  const ofPerson = "person" in subject;
  const may = useMay();
  const mayChange = may(ofPerson ? "people" : "bookings", "change");
  const refresh = () => client.invalidateQueries({ queryKey: notesKey(subject) });
  const form = useForm({
    values: { text: "", flag: "" as Flag | "" },
    send: ({ text, flag }) => addNote(subject, { text: text.trim(), flag }),
    marks: ({ code }) => {
      if (code === "note_empty") return ["text"];
      return code === "flag_exists" ? ["flag"] : [];
    },
    notice: t("notes.added"),
    onDone: async () => {
      form.reset();
      await refresh();
    },
  });
  const removal = useMutation({
    mutationFn: (note: Note) => deleteNote(note.id),
    onSuccess: async () => {
      setToDelete(null);
      toast.success(t("notes.deleted"));
      await refresh();
    },
  });

  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id}>{t("notes.title")}</h2>
      <p className={classes.lead}>{t(ofPerson ? "notes.lead_person" : "notes.lead_booking")}</p>
      {data ? (
        <NotesList notes={data} onDelete={mayChange ? setToDelete : null} />
      ) : error ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState compact />
      )}
      {mayChange ? (
        <Form form={form} className={classes.form}>
          {ofPerson ? (
            <NativeSelect
              {...form.field("flag")}
              label={t("notes.flag")}
              data={[
                { value: "", label: t("notes.no_flag") },
                ...FLAGS.map((flag) => ({ value: flag, label: t(`notes.flag_${flag}`) })),
              ]}
            />
          ) : null}
          <Textarea
            {...form.field("text")}
            label={t("notes.text")}
            autosize
            minRows={2}
            maxLength={1000}
            dir="auto"
            data-autofocus={autoFocus || undefined}
          />
          <FormFailure form={form} />
          <div>
            <Button type="submit" variant="default" loading={form.isPending}>
              {t("notes.add")}
            </Button>
          </div>
        </Form>
      ) : null}
      <ConfirmSheet
        opened={toDelete !== null}
        onClose={() => setToDelete(null)}
        title={t("notes.delete")}
        confirmLabel={t("notes.delete")}
        tone="danger"
        onConfirm={() => toDelete && removal.mutate(toDelete)}
        working={removal.isPending}
        error={removal.error}
        guarded={false}
      >
        <p>{t("notes.delete_lead")}</p>
      </ConfirmSheet>
    </section>
  );
}

function NotesList({
  notes,
  onDelete,
}: {
  notes: Note[];
  onDelete: ((note: Note) => void) | null;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  if (notes.length === 0) return <p className={classes.none}>{t("notes.none")}</p>;
  return (
    <ul className={classes.list}>
      {notes.map((note) => (
        <li key={note.id} className={classes.note}>
          <div className={classes.words}>
            {note.flag ? <FlagIcons flags={[note.flag as Flag]} texts /> : null}
            {note.text ? (
              <p className={classes.text} dir="auto">
                {note.text}
              </p>
            ) : null}
            <p className={classes.by}>
              <bdi>{note.by_name}</bdi>
              {" · "}
              <time dateTime={note.created_at}>{format.dateTime(note.created_at)}</time>
            </p>
          </div>
          {onDelete ? (
            <ActionIcon
              variant="subtle"
              color="brick"
              size="lg"
              aria-haspopup="dialog"
              aria-label={t("notes.delete_of", {
                note: note.text || t(`notes.flag_${note.flag as Flag}`),
              })}
              onClick={() => onDelete(note)}
            >
              <IconTrash size={18} aria-hidden="true" />
            </ActionIcon>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
