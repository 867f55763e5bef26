import { useViewer } from "@/api/session";
import type { UserType } from "@/api/types";
import { lazyPage, PageSlot } from "@/app/lazy-page";
import { Shell } from "./shell";

const OfficeShell = lazyPage(async () => (await import("./office-shell")).OfficeShell);

/** The frame by role: the office has its rail of pages at the side, riders and drivers the header alone. */
export function RoleShell({ stageFor = [] }: { stageFor?: readonly UserType[] }) {
  const { role } = useViewer();
  if (role === "admin" || role === "fleetadmin") {
    return (
      <PageSlot>
        <OfficeShell role={role} />
      </PageSlot>
    );
  }
  return <Shell stage={role !== null && stageFor.includes(role)} />;
}
