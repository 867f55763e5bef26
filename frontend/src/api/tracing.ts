/** What the API and the socket need of tracing; `browser-traces.ts` is loaded only if the platform traces. */
export interface Tracer {
  /** Starts the span of a request; `end` takes the status of the reply, 0 without one. */
  request(name: string): { header: string; end(status: number): void };
  /** Records an event until the screen shows it; `parent` is the span of its delivery. */
  event(type: string, parent: string): void;
}

let tracer: Tracer | null = null;

export const currentTracer = (): Tracer | null => tracer;

export const setTracer = (next: Tracer | null): void => {
  tracer = next;
};

/** Loads the tracer once, when the socket says that the platform records traces. */
export async function startTracing(): Promise<void> {
  if (tracer) return;
  const { browserTracer } = await import("./browser-traces");
  tracer ??= browserTracer();
}
