import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { publicSettingsQuery } from "@/api/catalogue";
import { lazyPage } from "./lazy-page";

const DemoStrip = lazyPage(async () => (await import("./demo-strip")).DemoStrip);

/** Shows the demo banner while critical edits are disabled. */
export function DemoNotice() {
  const { data } = useQuery(publicSettingsQuery());
  if (data?.allow_critical_edits_admin !== false) return null;
  return (
    <Suspense fallback={null}>
      <DemoStrip />
    </Suspense>
  );
}
