import { ActionIcon, Button, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBookmark, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { deleteView, type SavedView, saveView, viewsKey, viewsQuery } from "@/api/views";
import { errorText } from "@/i18n/error-text";
import { Popover } from "@/ui/dialog/popover";
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import classes from "./data-table.module.css";
import type { ListState } from "./use-list-state";
import type { TableLook } from "./use-table-look";

interface ViewsMenuProps {
  /** The list's name in saved views. */
  name: string;
  state: Pick<ListState, "query" | "show">;
  look: Pick<TableLook, "chosen" | "chooseAll">;
}

/** Saved views: filters, order and columns under a name, stored per user. */
export function ViewsMenu({ name, state, look }: ViewsMenuProps) {
  const { t } = useTranslation();
  const [opened, popover] = useDisclosure(false);
  return (
    <Popover opened={opened} onChange={popover.toggle} shadow="md">
      <Popover.Target>
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={t("list.views")}
          title={t("list.views")}
          onClick={popover.toggle}
        >
          <IconBookmark size={18} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        {opened ? <Views name={name} state={state} look={look} onChosen={popover.close} /> : null}
      </Popover.Dropdown>
    </Popover>
  );
}

function Views({ name, state, look, onChosen }: ViewsMenuProps & { onChosen: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data: views = [] } = useQuery(viewsQuery(name));
  const again = () => client.invalidateQueries({ queryKey: viewsKey(name) });
  const form = useForm({
    values: { name: "" },
    send: ({ name: title }) =>
      saveView({
        list: name,
        name: title.trim(),
        query: state.query(),
        columns: [...look.chosen],
      }),
    marks: () => ["name"],
    onDone: () => {
      form.reset();
      return again();
    },
  });
  const remove = useMutation({ mutationFn: deleteView, onSettled: again });

  const show = ({ query, columns }: SavedView) => {
    state.show(query);
    look.chooseAll(columns.length > 0 ? columns : null);
    onChosen();
  };
  const blank = form.values.name.trim() === "";

  return (
    <div className={classes.views}>
      {views.map((view) => (
        <div key={view.id} className={classes.view}>
          <Button variant="subtle" color="gray" justify="start" onClick={() => show(view)}>
            <bdi>{view.name}</bdi>
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("list.view_delete", { name: view.name })}
            onClick={() => remove.mutate(view.id)}
          >
            <IconTrash size={16} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      {views.length === 0 ? <p className={classes.hint}>{t("list.view_none")}</p> : null}
      <Form form={form} className={classes.view} onSubmit={() => blank || form.submit()}>
        <TextInput
          size="xs"
          aria-label={t("list.view_name")}
          placeholder={t("list.view_name")}
          maxLength={60}
          {...form.field("name")}
          error={form.failure ? errorText(form.failure, t) : form.errorOf("name")}
        />
        <Button type="submit" size="xs" loading={form.isPending} disabled={blank}>
          {t("list.view_save")}
        </Button>
      </Form>
    </div>
  );
}
