import { vi } from "vitest";

/** The server's side of a fake upload: reports progress, responds or breaks the connection. */
export interface FakeUpload {
  endpoint: string;
  headers: Record<string, string>;
  file: File;
  /** The other form fields. */
  values: Record<string, unknown>;
  aborted: boolean;
  progress: (loaded: number, total: number) => void;
  answer: (status: number, body: unknown) => void;
  breakOff: () => void;
}

/** Replaces XMLHttpRequest; returns the list of started uploads. */
export function catchUploads(): FakeUpload[] {
  const uploads: FakeUpload[] = [];
  class FakeRequest {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload = () => undefined;
    onerror = () => undefined;
    onabort = () => undefined;
    status = 0;
    responseText = "";
    private endpoint = "";
    private readonly headers: Record<string, string> = {};
    private mine: FakeUpload | undefined;

    open(method: string, path: string) {
      this.endpoint = `${method} ${path.replace("/api/v1/", "")}`;
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value;
    }
    send(form: FormData) {
      this.mine = {
        endpoint: this.endpoint,
        headers: this.headers,
        file: form.get("image") as File,
        values: Object.fromEntries([...form].filter(([name]) => name !== "image")),
        aborted: false,
        progress: (loaded, total) => this.upload.onprogress?.({ loaded, total }),
        answer: (status, body) => {
          this.status = status;
          this.responseText = typeof body === "string" ? body : JSON.stringify(body);
          this.onload();
        },
        breakOff: () => this.onerror(),
      };
      uploads.push(this.mine);
    }
    abort() {
      if (this.mine) this.mine.aborted = true;
      this.onabort();
    }
  }
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  return uploads;
}

export function picture(name = "ada.jpg", type = "image/jpeg", bytes = 3): File {
  return new File([new Uint8Array(bytes)], name, { type });
}
