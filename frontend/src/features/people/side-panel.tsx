import { Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { languageInfo } from "@/i18n/languages";
import classes from "./people.module.css";

interface SidePanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A form beside the page: at its end on a desktop, over it from below on a phone. */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const { t, i18n } = useTranslation();
  const phone = useMediaQuery("(width < 48em)") ?? false;
  const end = languageInfo(i18n.language).dir === "rtl" ? "left" : "right";
  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      position={phone ? "bottom" : end}
      size={phone ? "92dvh" : 440}
      closeButtonProps={{ "aria-label": t("app.close") }}
      classNames={{ title: classes.panelTitle ?? "" }}
    >
      {children}
    </Drawer>
  );
}
