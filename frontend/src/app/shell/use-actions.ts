import {
  IconDownload,
  IconLogout2,
  IconMoonStars,
  IconPlus,
  IconSun,
  type TablerIcon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { mayUse } from "@/api/permissions";
import { useViewer } from "@/api/session";
import type { UserType } from "@/api/types";
import { chooseScheme, useScheme } from "@/ui/theme/scheme";
import type { OpenRequest } from "@/ui/use-open-request";
import { adminMenuEntries } from "./admin-menu";
import type { Destination } from "./use-destinations";
import { useSignOut } from "./use-sign-out";

/** The actions available anywhere in the back office. */
export function useActions(role: UserType): Destination[] {
  const { t } = useTranslation();
  const scheme = useScheme();
  const signOut = useSignOut();
  const open = (to: string, what: OpenRequest["open"], label: string, icon: TablerIcon) => ({
    id: `${what} ${to}`,
    to,
    state: { open: what },
    label,
    detail: "",
    icon,
  });
  const { me } = useViewer();
  const entries = adminMenuEntries(role, me);
  const next = scheme === "dark" ? "light" : "dark";
  return [
    ...entries.flatMap(({ to, add, area }) =>
      add && (!area || mayUse(me, area, "change")) ? [open(to, "add", t(add), IconPlus)] : [],
    ),
    ...entries
      .filter(({ exported }) => exported)
      .map(({ to, label }) =>
        open(to, "export", t("palette.export", { list: t(label) }), IconDownload),
      ),
    {
      id: "scheme",
      run: () => chooseScheme(next),
      label: t(next === "dark" ? "palette.dark" : "palette.light"),
      detail: "",
      icon: next === "dark" ? IconMoonStars : IconSun,
    },
    {
      id: "sign out",
      run: () => void signOut(),
      label: t("nav.logout"),
      detail: "",
      icon: IconLogout2,
    },
  ];
}
