import type { ComponentType } from "react";
import type { Area, Level } from "@/api/permissions";
import { ADMIN_PAGES } from "./admin-pages";
import { lazyPage } from "./lazy-page";
import type { AdminPath } from "./routes";

interface AdminPage {
  Page: ComponentType;
  area: Area | undefined;
  level: Level | undefined;
}

const pages: Partial<Record<string, AdminPage>> = Object.fromEntries(
  Object.entries(ADMIN_PAGES).flatMap(([path, page]) =>
    "load" in page
      ? [
          [
            path,
            {
              Page: lazyPage<object>(page.load),
              area: "area" in page ? page.area : undefined,
              level: "level" in page ? page.level : undefined,
            },
          ],
        ]
      : [],
  ),
);
const StaffArea = lazyPage(async () => (await import("./staff-area")).StaffArea);

/** A back office page; the first load contains only this entry point. */
export function AdminRoute({ path }: { path: AdminPath }) {
  const found = pages[path];
  if (!found) return null;
  const { Page, area, level } = found;
  if (!area) return <Page />;
  return (
    <StaffArea area={area} level={level}>
      <Page />
    </StaffArea>
  );
}

export const ProfileRoute = lazyPage(
  async () => (await import("@/features/profile/profile-page")).ProfilePage,
);

export const TwoFactorRoute = lazyPage(
  async () => (await import("@/features/profile/two-factor-page")).TwoFactorPage,
);
