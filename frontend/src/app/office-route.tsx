import { lazyPage } from "./lazy-page";
import { NotFoundPage } from "./odd-pages";
import { OFFICE_PAGES, type OfficePage } from "./office-pages";

/** One of the back office's pages; the first load knows this door alone. */
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
