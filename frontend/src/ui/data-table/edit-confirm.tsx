import { ConfirmSheet } from "@/ui/confirm-sheet";
import type { EditConfirmation } from "./types";

interface EditConfirmProps {
  question: EditConfirmation;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms an edit with consequences, naming the user. */
export function EditConfirm({ question, onConfirm, onClose }: EditConfirmProps) {
  return (
    <ConfirmSheet
      opened
      title={question.title}
      confirmLabel={question.confirm}
      tone={question.tone}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{question.body}</p>
    </ConfirmSheet>
  );
}
