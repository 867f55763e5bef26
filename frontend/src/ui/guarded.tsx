import { Button, type DrawerProps, type ModalProps } from "@mantine/core";
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { Drawer } from "@/ui/dialog/drawer";
import { Modal } from "@/ui/dialog/modal";
import classes from "./guarded.module.css";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS = "input, textarea, select";
const KEYS_THAT_CHANGE_NOTHING = ["Escape", "Tab", "Shift", "Control", "Alt", "Meta"];

const readField = (field: Field) =>
  field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")
    ? String(field.checked)
    : field.value;

/**
 * Tracks whether the fields inside an element differ from their values before the user's first input. Values
 * that a form fills in before that are not changes.
 */
function useTouched() {
  const inside = useRef<HTMLDivElement>(null);
  const before = useRef(new WeakMap<Field, string>());
  const fields = () => [...(inside.current?.querySelectorAll<Field>(FIELDS) ?? [])];
  const remember = () => {
    for (const field of fields())
      if (!before.current.has(field)) before.current.set(field, readField(field));
  };
  return {
    isChanged: () =>
      fields().some(
        (field) => (before.current.get(field) ?? readField(field)) !== readField(field),
      ),
    // React events also bubble from portals, such as a list of options.
    around: {
      ref: inside,
      onPointerDownCapture: remember,
      onKeyDownCapture: (event: KeyboardEvent) => {
        if (!KEYS_THAT_CHANGE_NOTHING.includes(event.key)) remember();
      },
    },
  };
}

/** The forms with unsaved changes inside a dialog. */
const UnsavedForms = createContext<Set<symbol> | null>(null);

/** Reports the unsaved changes of a form to the dialog around it. */
export function useUnsaved(changed: boolean): void {
  const forms = useContext(UnsavedForms);
  useEffect(() => {
    if (!changed || !forms) return;
    const form = Symbol();
    forms.add(form);
    return () => void forms.delete(form);
  }, [changed, forms]);
}

/** Escape, a click outside and the close button confirm before they discard a form's input. */
function useGuard({ opened, onClose, guarded = true }: Guarded) {
  const [unsaved] = useState(() => new Set<symbol>());
  const [confirming, setConfirming] = useState(false);
  useEffect(() => {
    // The confirmation does not reappear when the form opens again.
    if (!opened) setConfirming(false);
  }, [opened]);
  const { isChanged, around } = useTouched();
  const close = () => {
    if (guarded && (unsaved.size > 0 || isChanged())) setConfirming(true);
    else onClose();
  };
  const wrap = (children: ReactNode) => (
    <>
      <div {...around} className={classes.around}>
        <UnsavedForms value={unsaved}>{children}</UnsavedForms>
      </div>
      <Question
        opened={confirming}
        onStay={() => setConfirming(false)}
        onDiscard={() => {
          setConfirming(false);
          onClose();
        }}
      />
    </>
  );
  return { close, wrap };
}

interface QuestionProps {
  opened: boolean;
  onStay: () => void;
  onDiscard: () => void;
}

function Question({ opened, onStay, onDiscard }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onStay}
      title={t("unsaved.title")}
      size="sm"
      centered
      zIndex={1000}
      withCloseButton={false}
    >
      <p className={classes.body}>{t("unsaved.body")}</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onStay} data-autofocus>
          {t("unsaved.stay")}
        </Button>
        <Button color="brick" onClick={onDiscard}>
          {t("unsaved.discard")}
        </Button>
      </div>
    </Modal>
  );
}

interface Guarded {
  opened: boolean;
  onClose: () => void;
  /** False if closing loses no changes. */
  guarded?: boolean | undefined;
}

/** A modal that may contain a form. */
export function GuardedModal({ onClose, guarded, children, ...props }: ModalProps & Guarded) {
  const { close, wrap } = useGuard({ opened: props.opened, onClose, guarded });
  return (
    <Modal {...props} onClose={close}>
      {wrap(children)}
    </Modal>
  );
}

/** A drawer that may contain a form. */
export function GuardedDrawer({ onClose, guarded, children, ...props }: DrawerProps & Guarded) {
  const { close, wrap } = useGuard({ opened: props.opened, onClose, guarded });
  return (
    <Drawer {...props} onClose={close}>
      {wrap(children)}
    </Drawer>
  );
}
