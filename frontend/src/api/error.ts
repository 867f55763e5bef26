/** The server's refusal, or the network's: `code` is a message key, `detail` its English sentence. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly fields: Record<string, string>;

  constructor(status: number, code: string, detail: string, fields: Record<string, string> = {}) {
    super(`${code}: ${detail}`);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.fields = fields;
  }

  /** True when the request may never have reached the server, so that it is safe and useful to send it again. */
  get isOffline(): boolean {
    return this.status === 0;
  }
}

/**
 * Returns whether a request may have been carried out without a response, or is still in progress: a retry
 * under the same key is then the same request.
 */
export function outcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.isOffline || error.status >= 500 || error.code === "idempotency_in_flight";
}
