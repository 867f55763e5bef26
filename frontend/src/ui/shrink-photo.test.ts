import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { shrunkPhoto } from "./shrink-photo";

const photo = (bytes: number, name = "IMG_1.png") =>
  new File([new Uint8Array(bytes)], name, { type: "image/png" });

const drawn: { width: number; height: number }[] = [];

function camera(width: number, height: number): void {
  vi.stubGlobal("createImageBitmap", async () => ({ width, height, close: () => undefined }));
}

beforeEach(() => {
  drawn.length = 0;
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({
    drawImage: (_image: unknown, _x: number, _y: number, width: number, height: number) =>
      drawn.push({ width, height }),
  } as unknown as ReturnType<HTMLCanvasElement["getContext"]>);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done, type) =>
    done(new Blob([new Uint8Array(1000)], { type: type ?? "" })),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the parcel photo", () => {
  it("is scaled down to a JPEG with the same proportions if it is large", async () => {
    camera(4000, 3000);
    const sent = await shrunkPhoto(photo(9 * 1024 * 1024));
    expect(drawn).toEqual([{ width: 1600, height: 1200 }]);
    expect([sent.name, sent.type, sent.size]).toEqual(["IMG_1.jpg", "image/jpeg", 1000]);
  });

  for (const [taken, sent] of [
    ["parcel.1.heic", "parcel.1.jpg"],
    ["parcel", "parcel.jpg"],
    ["parcel.png (2)", "parcel.png (2).jpg"],
  ] as const) {
    it(`has the ending of a JPEG: ${taken}`, async () => {
      camera(4000, 3000);
      expect((await shrunkPhoto(photo(9 * 1024 * 1024, taken))).name).toBe(sent);
    });
  }

  it("is sent unchanged if it is small", async () => {
    camera(1200, 900);
    const taken = photo(200 * 1024);
    expect(await shrunkPhoto(taken)).toBe(taken);
    expect(drawn).toEqual([]);
  });

  it("is sent unchanged if the browser cannot read it, so that the server decides", async () => {
    vi.stubGlobal("createImageBitmap", async () => {
      throw new DOMException("The source image could not be decoded.", "InvalidStateError");
    });
    const taken = photo(9 * 1024 * 1024);
    expect(await shrunkPhoto(taken)).toBe(taken);
  });

  it("is sent unchanged if scaling would make it larger", async () => {
    camera(4000, 3000);
    const taken = photo(900);
    expect(await shrunkPhoto(taken)).toBe(taken);
  });
});
