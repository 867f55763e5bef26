import { afterEach, describe, expect, it, vi } from "vitest";
import { catchUploads, picture } from "@/testing/fake-upload";
import { dropSession, saveSession } from "./token";
import type { Session } from "./types";
import { MAX_IMAGE_BYTES, upload, validateImage } from "./upload";

const session = (access: string) =>
  ({ access, expires_in: 600, user: { id: 1, user_type: "rider" } }) as Session;

afterEach(() => {
  dropSession();
  vi.unstubAllGlobals();
});

describe("an upload", () => {
  it("sends the file with the access token and reports progress", async () => {
    saveSession(session("t"));
    const uploads = catchUploads();
    const shares: number[] = [];
    const sending = upload("me/photo/", picture(), { onProgress: (share) => shares.push(share) });
    await vi.waitFor(() => expect(uploads).toHaveLength(1));
    const [sent] = uploads;
    expect(sent?.endpoint).toBe("PUT me/photo/");
    expect(sent?.headers.Authorization).toBe("Bearer t");
    expect(sent?.headers["Content-Type"]).toBeUndefined();
    expect(sent?.file.name).toBe("ada.jpg");
    sent?.progress(1, 4);
    sent?.progress(4, 4);
    sent?.answer(200, { id: 1 });
    expect(await sending).toEqual({ id: 1 });
    expect(shares).toEqual([0.25, 1]);
  });

  it("is retried once with a new token after a 401", async () => {
    saveSession(session("old"));
    vi.stubGlobal("fetch", async () => Response.json(session("new")));
    const uploads = catchUploads();
    const sending = upload("me/photo/", picture());
    await vi.waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.answer(401, { code: "not_logged_in" });
    await vi.waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads[1]?.headers.Authorization).toBe("Bearer new");
    uploads[1]?.answer(200, {});
    await expect(sending).resolves.toEqual({});
  });

  it("sends no token for a visitor", async () => {
    saveSession(session("t"));
    const uploads = catchUploads();
    const sending = upload("auth/license-image/", picture(), { method: "POST", anonymous: true });
    await vi.waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]?.headers.Authorization).toBeUndefined();
    uploads[0]?.answer(201, { token: "x" });
    await expect(sending).resolves.toEqual({ token: "x" });
  });

  it("shows the server's error, or a general one for a proxy's response", async () => {
    const uploads = catchUploads();
    const first = upload("me/photo/", picture());
    await vi.waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.answer(400, { code: "image_invalid", detail: "No picture." });
    await expect(first).rejects.toMatchObject({ status: 400, code: "image_invalid" });
    const second = upload("me/photo/", picture());
    await vi.waitFor(() => expect(uploads).toHaveLength(2));
    uploads[1]?.answer(502, "<html>Bad gateway</html>");
    await expect(second).rejects.toMatchObject({ status: 502, code: "server_error" });
  });

  it("reports a broken connection as a network error, and an abort as none", async () => {
    const uploads = catchUploads();
    const broken = upload("me/photo/", picture());
    await vi.waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.breakOff();
    await expect(broken).rejects.toMatchObject({ status: 0, code: "network_error" });
    const stop = new AbortController();
    const stopped = upload("me/photo/", picture(), { signal: stop.signal });
    await vi.waitFor(() => expect(uploads).toHaveLength(2));
    stop.abort();
    await expect(stopped).rejects.toMatchObject({
      name: "AbortError",
      message: "The upload was cancelled.",
    });
    expect(uploads[1]?.aborted).toBe(true);
  });
});

describe("a selected image", () => {
  it("is rejected at once for its type or size", () => {
    expect(validateImage(picture("a.heic", "image/heic"))?.code).toBe("image_invalid");
    expect(validateImage(picture("a.svg", "image/svg+xml"))?.code).toBe("image_invalid");
    expect(validateImage(picture("a.png", "image/png", MAX_IMAGE_BYTES + 1))?.code).toBe(
      "image_too_large",
    );
    expect(validateImage(picture("a.png", "image/png", MAX_IMAGE_BYTES))).toBeNull();
    expect(validateImage(picture("a.webp", "image/webp"))).toBeNull();
  });
});
