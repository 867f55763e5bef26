/** An error of the server or the network: `code` is a message key, `detail` its English text. */
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

  /** True if the request may not have reached the server, so that a retry is safe and useful. */
  get isOffline(): boolean {
    return this.status === 0;
  }
}

/**
 * Returns whether the server may have processed a request without a response, or is still processing it. A
 * retry with the same key is then the same request.
 */
export function outcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.isOffline || error.status >= 500 || error.code === "idempotency_in_flight";
}
