import type { ComponentType } from "react";
import { lazyPage } from "./lazy-page";
import { OFFICE_PAGES } from "./office-pages";
import type { OfficePath } from "./routes";

const pages: Partial<Record<string, ComponentType>> = Object.fromEntries(
  Object.entries(OFFICE_PAGES).flatMap(([path, page]) =>
    "load" in page ? [[path, lazyPage<object>(page.load)]] : [],
  ),
);

/** A back office page; the first load contains only this entry point. */
export function OfficeRoute({ path }: { path: OfficePath }) {
  const Page = pages[path];
  return Page ? <Page /> : null;
}

export const ProfileRoute = lazyPage(
  async () => (await import("@/features/profile/profile-page")).ProfilePage,
);

export const TwoFactorRoute = lazyPage(
  async () => (await import("@/features/profile/two-factor-page")).TwoFactorPage,
);
