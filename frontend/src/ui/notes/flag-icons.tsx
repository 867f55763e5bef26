import {
  IconAlertTriangle,
  IconCalendarOff,
  IconDog,
  IconReceipt,
  IconWheelchair,
  type TablerIcon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Flag } from "@/api/notes";
import classes from "./notes.module.css";

const ICONS: Record<Flag, TablerIcon> = {
  wheelchair: IconWheelchair,
  assistance_animal: IconDog,
  account: IconReceipt,
  no_shows: IconCalendarOff,
  caution: IconAlertTriangle,
};

interface FlagIconsProps {
  flags: readonly Flag[];
  /** Whether the texts are shown beside the icons. */
  texts?: boolean;
}

/** A person's flags: icons with their text, for screen readers and on hover. */
export function FlagIcons({ flags, texts = false }: FlagIconsProps) {
  const { t } = useTranslation();
  if (flags.length === 0) return null;
  return (
    <span className={classes.flags}>
      {flags.map((flag) => {
        const Icon = ICONS[flag];
        const text = t(`notes.flag_${flag}`);
        return (
          <span
            key={flag}
            className={classes.flag}
            data-flag={flag}
            title={texts ? undefined : text}
          >
            <Icon size={16} aria-hidden="true" />
            <span className={texts ? undefined : "hx-visually-hidden"}>{text}</span>
          </span>
        );
      })}
    </span>
  );
}
