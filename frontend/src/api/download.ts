import { ApiError } from "./error";
import { address, commonHeaders, type QueryParams, toApiError } from "./request";
import { accessToken, renewAccess, sessionEnded } from "./token";

export interface DownloadOptions {
  params?: QueryParams;
  signal?: AbortSignal;
  /** Sends no access token: for the page of a link. */
  anonymous?: boolean;
}

async function send(path: string, { params, signal }: DownloadOptions, token: string | null) {
  const headers = commonHeaders(token);
  headers.Accept = "*/*";
  try {
    return await fetch(address(path, params), {
      headers,
      credentials: "same-origin",
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, "network_error", "The server cannot be reached.");
  }
}

/** Downloads a file. Renews the access token once on a 401; throws `ApiError`. */
export async function download(
  path: string,
  name: string,
  options: DownloadOptions = {},
): Promise<File> {
  const token = options.anonymous ? null : await accessToken();
  let response = await send(path, options, token);
  if (response.status === 401 && token) {
    const renewed = await renewAccess(token);
    if (renewed) response = await send(path, options, renewed);
    if (response.status === 401) sessionEnded();
  }
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => null);
    throw toApiError(response.status, body, response.statusText);
  }
  const blob = await response.blob();
  return new File([blob], name, { type: blob.type });
}

/** Saves a file as a browser download. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  followLink(url, file.name);
  // The browser reads the file asynchronously.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Clicks a download link. */
export function followLink(url: string, name = ""): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}
