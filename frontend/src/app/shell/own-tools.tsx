import type { Me } from "@/api/types";
import { lazyPage } from "@/app/lazy-page";

const AccountMenu = lazyPage(async () => (await import("./account-menu")).AccountMenu);
const InboxBell = lazyPage(async () => (await import("@/features/inbox/inbox-bell")).InboxBell);
const AlertsBell = lazyPage(
  async () => (await import("@/features/dashboard/alerts-bell")).AlertsBell,
);

/** The header's tools for logged-in users, in one chunk that the first load refers to. */
export function OwnTools({ me, alerts }: { me: Me; alerts: boolean }) {
  return (
    <>
      {alerts ? <AlertsBell /> : null}
      <InboxBell />
      <AccountMenu me={me} />
    </>
  );
}
