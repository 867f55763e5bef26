import { Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { languageInfo } from "@/i18n/languages";
import classes from "./side-panel.module.css";

interface SidePanelProps {
  title: ReactNode;
  onClose: () => void;
  /** Of the panel beside a desktop's page. */
  width?: number;
  children: ReactNode;
}

/** A form or a record beside the page: at its end on a desktop, over it from below on a phone. */
export function SidePanel({ title, onClose, width = 440, children }: SidePanelProps) {
  const { t, i18n } = useTranslation();
  const phone = useMediaQuery("(width < 48em)") ?? false;
  const end = languageInfo(i18n.language).dir === "rtl" ? "left" : "right";
  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      position={phone ? "bottom" : end}
      size={phone ? "92dvh" : width}
      closeButtonProps={{ "aria-label": t("app.close") }}
      classNames={{ title: classes.title ?? "" }}
    >
      {children}
    </Drawer>
  );
}
