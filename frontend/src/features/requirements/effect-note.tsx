import { useTranslation } from "react-i18next";
import type { Requirement } from "@/api/requirements";
import { Message } from "@/ui/message";

const DAY_MS = 86_400_000;

interface EffectNoteProps {
  subject: Requirement["subject"];
  effect: Requirement["effect"];
  /** As typed. */
  graceDays: string;
  /** When the requirement was added; undefined for a new one. Its grace days count from then. */
  since: string | undefined;
}

/** What the requirement does to drivers without the document once it is saved. */
export function EffectNote({ subject, effect, graceDays, since }: EffectNoteProps) {
  const { t } = useTranslation();
  const grace = Number(graceDays);
  const passed = since ? (Date.now() - Date.parse(since)) / DAY_MS : 0;
  const count = Math.max(0, Math.ceil(grace - passed));
  if (effect === "warns") return <Message tone="way">{t("fleet.warns_only")}</Message>;
  if (!Number.isInteger(grace)) return null;
  return (
    <Message tone="lamp">
      {count === 0 ? t(`fleet.blocks_${subject}_now`) : t(`fleet.blocks_${subject}`, { count })}
    </Message>
  );
}
