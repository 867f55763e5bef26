import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { publicSettingsQuery } from "@/api/catalogue";
import { lazyPage } from "./lazy-page";

const DemoStrip = lazyPage(async () => (await import("./demo-strip")).DemoStrip);

/** Where critical edits are switched off. */
export function DemoNotice() {
  const { data } = useQuery(publicSettingsQuery());
  if (data?.allow_critical_edits_admin !== false) return null;
  return (
    <Suspense fallback={null}>
      <DemoStrip />
    </Suspense>
  );
}
