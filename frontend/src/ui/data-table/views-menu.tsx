import { ActionIcon, Button, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBookmark, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { deleteView, type SavedView, saveView, viewsKey, viewsQuery } from "@/api/views";
import { errorText } from "@/i18n/error-text";
import { Popover } from "@/ui/dialog/popover";
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
  const [title, setTitle] = useState("");
  const again = () => client.invalidateQueries({ queryKey: viewsKey(name) });
  const save = useMutation({
    mutationFn: saveView,
    onSuccess: async () => {
      setTitle("");
      await again();
    },
  });
  const remove = useMutation({ mutationFn: deleteView, onSettled: again });

  const show = ({ query, columns }: SavedView) => {
    state.show(query);
    look.chooseAll(columns.length > 0 ? columns : null);
    onChosen();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!title.trim()) return;
    save.mutate({
      list: name,
      name: title.trim(),
      query: state.query(),
      columns: [...look.chosen],
    });
  };

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
      {views.length === 0 ? <p className={classes.soft}>{t("list.view_none")}</p> : null}
      <form className={classes.view} onSubmit={submit}>
        <TextInput
          size="xs"
          aria-label={t("list.view_name")}
          placeholder={t("list.view_name")}
          maxLength={60}
          value={title}
          error={save.error ? errorText(save.error, t) : null}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" loading={save.isPending} disabled={!title.trim()}>
          {t("list.view_save")}
        </Button>
      </form>
    </div>
  );
}
