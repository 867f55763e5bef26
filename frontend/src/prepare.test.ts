// @vitest-environment node
import { describe, expect, it } from "vitest";
import { prepareHome } from "./prepare";

describe("the prepared home page", () => {
  it("is drawn without a browser, for a visitor who reads English", async () => {
    const view = await prepareHome();
    expect(view).toContain("The lamp is lit. Your cab is coming.");
    expect(view).toContain("login / sign up");
    expect(view).toContain("Loading the booking form");
  });

  it("leaves nothing for Django's templates to read, nor a part that failed to draw", async () => {
    const view = await prepareHome();
    expect(view).not.toMatch(/\{\{|\{%/);
    expect(view).not.toContain("<!--$!-->");
  });
});
