import { ApiError } from "./error";
import { accessToken, renewAccess, sessionEnded } from "./token";

export type QueryParams = Record<string, string | number | boolean | null | undefined>;

export interface RequestOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  params?: QueryParams;
  signal?: AbortSignal;
  /** Makes a repeated POST safe: see `newIdempotencyKey`. */
  idempotencyKey?: string;
  /** Sent without the bearer token and without renewing it: the sign-in doors themselves. */
  anonymous?: boolean;
}

const ROOT = "/api/v1/";

/** One key per intent (not per attempt): keep it while the same thing is being retried. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}

function address(path: string, params: QueryParams | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params ?? {})) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const query = search.toString();
  return ROOT + path + (query ? `?${query}` : "");
}

async function send(path: string, options: RequestOptions, token: string | null) {
  const headers: Record<string, string> = { Accept: "application/json" };
  // The page's language, not the browser's: what the server says is read beside what we say.
  if (document.documentElement.lang) headers["Accept-Language"] = document.documentElement.lang;
  if (token) headers.Authorization = `Bearer ${token}`;
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  if (options.idempotencyKey) headers["Idempotency-Key"] = options.idempotencyKey;
  const init: RequestInit = {
    method: options.method ?? "GET",
    headers,
    credentials: "same-origin",
  };
  if (options.body !== undefined) init.body = JSON.stringify(options.body);
  if (options.signal) init.signal = options.signal;
  try {
    return await fetch(address(path, options.params), init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, "network_error", "The server cannot be reached.");
  }
}

async function refusal(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const { code, detail, fields } = (body ?? {}) as {
    code?: string;
    detail?: string;
    fields?: Record<string, string>;
  };
  const fallback = response.status >= 500 ? "server_error" : "unknown_error";
  return new ApiError(
    response.status,
    code ?? fallback,
    detail ?? response.statusText,
    fields ?? {},
  );
}

/** Calls the API; renews the access token once on a 401; throws `ApiError` for anything but success. */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const token = options.anonymous ? null : await accessToken();
  let response = await send(path, options, token);
  if (response.status === 401 && token) {
    const renewed = await renewAccess(token);
    if (renewed) response = await send(path, options, renewed);
    if (response.status === 401) sessionEnded();
  }
  if (!response.ok) throw await refusal(response);
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}
