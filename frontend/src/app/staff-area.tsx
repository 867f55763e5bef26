import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type Area, type Level, useMay } from "@/api/permissions";
import { PlainLink } from "@/ui/plain-button";
import { ReadOnly } from "@/ui/read-only";
import { NotFoundState } from "@/ui/states";

interface StaffAreaProps {
  area: Area;
  /** The level that opens the page. */
  level?: Level | undefined;
  children: ReactNode;
}

/** Shows its page to users whose staff role allows the area, and without its changes to those who may only view. */
export function StaffArea({ area, level = "view", children }: StaffAreaProps) {
  const { t } = useTranslation();
  const may = useMay();
  if (!may(area, level)) {
    return (
      <NotFoundState
        page
        title={t("staff.no_access")}
        body={t("staff.no_access_body")}
        action={<PlainLink to="/dashboard">{t("nav.dashboard")}</PlainLink>}
      />
    );
  }
  return <ReadOnly when={!may(area, "change")}>{children}</ReadOnly>;
}
