import { ApiError } from "./error";
import { accessToken, renewAccess, sessionEnded } from "./token";
import { currentTracer } from "./tracing";
import { trackWrite } from "./writes";

export type QueryParams = Record<string, string | number | boolean | null | undefined>;

export interface RequestOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  params?: QueryParams;
  signal?: AbortSignal;
  /** Makes retries of a POST safe: see `newIdempotencyKey`. */
  idempotencyKey?: string;
  /** Sends no access token and never refreshes it: for the login endpoints. */
  anonymous?: boolean;
  /** Sends the request even if the page is being closed. */
  keepalive?: boolean;
  /** The path's pattern, which names the request in traces; without one it is not traced. */
  route?: string;
}

const ROOT = "/api/v1/";

/** Returns an idempotency key: one per intent, reused by every retry. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}

export function address(path: string, params?: QueryParams): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params ?? {})) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const query = search.toString();
  return ROOT + path + (query ? `?${query}` : "");
}

/** The headers of every request. */
export function commonHeaders(token: string | null): Record<string, string> {
  const headers: Record<string, string> = { Accept: "application/json" };
  // The page's language, not the browser's: the server's messages appear on the page.
  if (document.documentElement.lang) headers["Accept-Language"] = document.documentElement.lang;
  if (token) headers.Authorization = `Bearer ${token}`;
  return headers;
}

async function send(path: string, options: RequestOptions, token: string | null) {
  const headers = commonHeaders(token);
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  if (options.idempotencyKey) headers["Idempotency-Key"] = options.idempotencyKey;
  const init: RequestInit = {
    method: options.method ?? "GET",
    headers,
    credentials: "same-origin",
  };
  if (options.body !== undefined) init.body = JSON.stringify(options.body);
  if (options.signal) init.signal = options.signal;
  if (options.keepalive) init.keepalive = true;
  const span = options.route && currentTracer()?.request(`${init.method} ${options.route}`);
  if (span) headers.traceparent = span.header;
  try {
    const response = await fetch(address(path, options.params), init);
    if (span) span.end(response.status);
    return response;
  } catch (error) {
    if (span) span.end(0);
    if (options.signal?.aborted) throw error;
    throw new ApiError(0, "network_error", "The server cannot be reached.");
  }
}

export function toApiError(status: number, body: unknown, statusText: string): ApiError {
  const { code, detail, fields } = (body ?? {}) as {
    code?: string;
    detail?: string;
    fields?: Record<string, string>;
  };
  const fallback = status >= 500 ? "server_error" : "unknown_error";
  return new ApiError(status, code ?? fallback, detail ?? statusText, fields ?? {});
}

const ignore = () => undefined;

/** Calls the API. Renews the access token once on a 401; throws `ApiError` unless the request succeeds. */
export function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const call = () => requestOnce<T>(path, options);
  return (options.method ?? "GET") === "GET" ? call() : trackWrite(call);
}

async function requestOnce<T>(path: string, options: RequestOptions): Promise<T> {
  const token = options.anonymous ? null : await accessToken();
  let response = await send(path, options, token);
  if (response.status === 401 && token) {
    const renewed = await renewAccess(token);
    if (renewed) response = await send(path, options, renewed);
    if (response.status === 401) sessionEnded();
  }
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => null);
    const refusal = toApiError(response.status, body, response.statusText);
    // The settings have changed: the renewed session shows what the user must set up first.
    if (refusal.code === "two_factor_setup_required" && token)
      void renewAccess(token).catch(ignore);
    throw refusal;
  }
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}
