import { lazyPage } from "./lazy-page";
import { OFFICE_PAGES, type OfficePage } from "./office-pages";
import { NotFoundPage } from "./static-pages";

/** A back office page; the first load contains only this entry point. */
export function OfficeRoute({ path }: { path: string }) {
  const Page = OFFICE_PAGES[path as OfficePage];
  return Page ? <Page /> : <NotFoundPage />;
}

export const ProfileRoute = lazyPage(
  async () => (await import("@/features/profile/profile-page")).ProfilePage,
);

export const TwoFactorRoute = lazyPage(
  async () => (await import("@/features/profile/two-factor-page")).TwoFactorPage,
);
