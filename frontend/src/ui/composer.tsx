import { ActionIcon, Textarea } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import classes from "./composer.module.css";

interface ComposerProps {
  side: "rider" | "driver";
  /** Focuses the field on mount. Not on phones, where the keyboard would cover the messages. */
  focused: boolean;
  onSend: (text: string) => void;
}

const LONGEST = 1000;
const SHOW_COUNT_BELOW = 100;
const QUICK = {
  rider: ["rider_here", "rider_coming", "rider_where", "rider_thanks"],
  driver: ["driver_coming", "driver_soon", "driver_here", "driver_where", "driver_traffic"],
} as const;

/** Sends quick replies and typed messages. Enter sends, Shift+Enter starts a line. */
export function Composer({ side, focused, onSend }: ComposerProps) {
  const { t } = useTranslation();
  const form = useForm({
    values: { text: "" },
    send: ({ text: typed }) => onSend(typed),
    onDone: (): void => form.reset(),
  });
  const { text } = form.values;
  const left = LONGEST - text.length;

  const send = () => {
    if (text.trim() !== "") form.submit();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <div className={classes.composer}>
      <ul className={classes.quick} aria-label={t("chat.quick")}>
        {QUICK[side].map((key) => (
          <li key={key}>
            <button type="button" onClick={() => onSend(t(`chat.${key}`))}>
              {t(`chat.${key}`)}
            </button>
          </li>
        ))}
      </ul>
      <Form form={form} className={classes.line} onSubmit={send}>
        <Textarea
          className={classes.field ?? ""}
          aria-label={t("chat.write")}
          placeholder={t("chat.placeholder")}
          dir="auto"
          autosize
          minRows={1}
          maxRows={4}
          size="md"
          radius="xl"
          maxLength={LONGEST}
          enterKeyHint="send"
          data-autofocus={focused || undefined}
          {...form.field("text")}
          onKeyDown={press}
        />
        <ActionIcon
          type="submit"
          variant="lamp"
          size={44}
          radius="xl"
          aria-label={t("chat.send")}
          aria-disabled={text.trim() === ""}
          data-empty={text.trim() === "" || undefined}
          className={classes.send ?? ""}
        >
          <IconSend size={20} aria-hidden="true" />
        </ActionIcon>
      </Form>
      {left <= SHOW_COUNT_BELOW ? (
        <p className={classes.left} role="status">
          {t("chat.left", { count: left })}
        </p>
      ) : null}
    </div>
  );
}
