import { useViewer } from "@/api/session";
import type { UserType } from "@/api/types";
import { lazyPage, PageSlot } from "@/app/lazy-page";
import { Shell } from "./shell";

const AdminShell = lazyPage(async () => (await import("./admin-shell")).AdminShell);

/** The frame by role: a rail of pages for the back office, only the header for riders and drivers. */
export function RoleShell({ stageFor = [] }: { stageFor?: readonly UserType[] }) {
  const { role } = useViewer();
  if (role === "admin" || role === "fleetadmin") {
    return (
      <PageSlot>
        <AdminShell role={role} />
      </PageSlot>
    );
  }
  return <Shell stage={role !== null && stageFor.includes(role)} />;
}
