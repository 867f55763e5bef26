import { type ComponentType, type ReactNode, Suspense } from "react";
import { loadRest } from "@/i18n/setup";
import { lazy } from "@/ui/lazy";
import { LoadingState } from "@/ui/states";

/** Creates a page in its own chunk, with the kit (theme, styles) around it and its translations. */
export function lazyPage<P extends object>(
  load: () => Promise<ComponentType<P>>,
  loadMessages: () => Promise<void> = loadRest,
) {
  return lazy(async () => {
    const [Page, { PageKit }] = await Promise.all([load(), import("./page-kit"), loadMessages()]);
    const InKit = (props: P) => (
      <PageKit>
        <Page {...props} />
      </PageKit>
    );
    return { default: InKit };
  });
}

interface PageSlotProps {
  children: ReactNode;
  /** Shown until the page's code is loaded. */
  loading?: ReactNode;
}

export function PageSlot({ children, loading = <LoadingState /> }: PageSlotProps) {
  return <Suspense fallback={loading}>{children}</Suspense>;
}
