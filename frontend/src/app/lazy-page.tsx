import { type ComponentType, type ReactNode, Suspense } from "react";
import { loadRest } from "@/i18n/setup";
import { lazy } from "@/ui/lazy";
import { LoadingState } from "@/ui/states";

/** A component that comes in its own chunk, with the kit (theme, styles) around it, and the words it needs. */
export function lazyPage<P extends object>(
  load: () => Promise<ComponentType<P>>,
  loadWords: () => Promise<void> = loadRest,
) {
  return lazy(async () => {
    const [Page, { PageKit }] = await Promise.all([load(), import("./page-kit"), loadWords()]);
    const InKit = (props: P) => (
      <PageKit>
        <Page {...props} />
      </PageKit>
    );
    return { default: InKit };
  });
}

export function PageSlot({ children }: { children: ReactNode }) {
  return <Suspense fallback={<LoadingState />}>{children}</Suspense>;
}
