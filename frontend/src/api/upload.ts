import { ApiError } from "./error";
import { address, commonHeaders, toApiError } from "./request";
import { accessToken, renewAccess, sessionEnded } from "./token";
import { trackWrite } from "./writes";

export interface UploadOptions {
  method?: "POST" | "PUT";
  /** The form field of the file; the default is `image`. */
  field?: string;
  /** Other form fields. */
  values?: Record<string, string>;
  /** The uploaded share, 0 to 1; at 1 the server still processes the image. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** Sends no access token: for a licence before its driver has an account. */
  anonymous?: boolean;
}

interface Answer {
  status: number;
  body: unknown;
}

/** The reason of an aborted upload; its name is that of an aborted `fetch`. */
const cancelled = () => new DOMException("The upload was cancelled.", "AbortError");

/** XMLHttpRequest, because `fetch` does not report upload progress. */
function send(path: string, file: Blob, options: UploadOptions, token: string | null) {
  return new Promise<Answer>((resolve, reject) => {
    const { signal, onProgress } = options;
    const call = new XMLHttpRequest();
    call.open(options.method ?? "PUT", address(path));
    for (const [name, value] of Object.entries(commonHeaders(token))) {
      call.setRequestHeader(name, value);
    }
    const stop = () => call.abort();
    const done = () => signal?.removeEventListener("abort", stop);
    call.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) onProgress?.(loaded / total);
    };
    call.onload = () => {
      done();
      let body: unknown = null;
      try {
        body = call.responseText === "" ? null : JSON.parse(call.responseText);
      } catch {
        // The response is a proxy's page: use the status only.
      }
      resolve({ status: call.status, body });
    };
    call.onerror = () => {
      done();
      reject(new ApiError(0, "network_error", "The server cannot be reached."));
    };
    call.onabort = () => {
      done();
      reject(cancelled());
    };
    if (signal?.aborted) {
      reject(cancelled());
      return;
    }
    signal?.addEventListener("abort", stop);
    const form = new FormData();
    for (const [name, value] of Object.entries(options.values ?? {})) form.append(name, value);
    form.append(options.field ?? "image", file);
    call.send(form);
  });
}

/** Uploads one file with progress. Renews the access token once on a 401; throws `ApiError`. */
export function upload<T>(path: string, file: Blob, options: UploadOptions = {}): Promise<T> {
  return trackWrite(() => uploadOnce<T>(path, file, options));
}

async function uploadOnce<T>(path: string, file: Blob, options: UploadOptions): Promise<T> {
  const token = options.anonymous ? null : await accessToken();
  let answer = await send(path, file, options, token);
  if (answer.status === 401 && token) {
    const renewed = await renewAccess(token);
    if (renewed) answer = await send(path, file, options, renewed);
    if (answer.status === 401) sessionEnded();
  }
  if (answer.status < 200 || answer.status >= 300) {
    throw toApiError(answer.status, answer.body, "");
  }
  return answer.body as T;
}

export const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
/** The formats that the server accepts; others are rejected before the upload. */
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;

/** Returns why a selected file is rejected; null if it may be uploaded. */
export function validateImage(file: File): ApiError | null {
  if (!(IMAGE_TYPES as readonly string[]).includes(file.type)) {
    return new ApiError(400, "image_invalid", "Choose a JPEG, PNG or WebP photo.");
  }
  if (file.size > MAX_IMAGE_BYTES) {
    return new ApiError(400, "image_too_large", "This photo is too large. Maximum: 8 MB.");
  }
  return null;
}
