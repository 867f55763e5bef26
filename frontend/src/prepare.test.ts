// @vitest-environment node
import { beforeAll, describe, expect, it } from "vitest";
import { type PreparedPage, preparePages } from "./prepare";

let pages: PreparedPage[];
beforeAll(async () => {
  pages = await preparePages();
});

const viewOf = (language: string, kind: PreparedPage["kind"]) =>
  pages.find((page) => page.language === language && page.kind === kind)?.view ?? "";

describe("the prepared pages", () => {
  it("are drawn without a browser, five kinds in each language", () => {
    expect(pages).toHaveLength(40);
    const fromTheRight = pages.filter(({ dir }) => dir === "rtl");
    expect(fromTheRight.map(({ language }) => language)).toEqual(Array(5).fill("ar"));
    const home = viewOf("en", "home");
    expect(home).toContain("Get a ride in minutes.");
    expect(home).toContain("login / sign up");
    expect(home).toContain("Loading the booking form");
  });

  it("contain no English text of the home page in other languages", () => {
    for (const language of ["es", "fr", "de", "pt", "ar", "hi", "zh"]) {
      const home = viewOf(language, "home");
      expect(home).toContain("<h1");
      expect(home).not.toContain("Get a ride in minutes");
      expect(home).not.toContain("Skip to content");
      expect(home).toMatch(new RegExp(`<option value="${language}" selected`));
    }
  });

  it("have only the frame of other pages, without buttons", () => {
    for (const kind of ["page", "stage"] as const) {
      const frame = viewOf("fr", kind);
      expect(frame).toContain("Chargement");
      expect(frame).not.toContain("<h1");
      expect(frame).not.toMatch(/<(?:button|select)(?! disabled="")/);
    }
    expect(viewOf("fr", "page")).toContain("<footer");
    expect(viewOf("fr", "stage")).not.toContain("<footer");
  });

  it("show the title of the login and sign-up pages while those load", () => {
    for (const [kind, title] of [
      ["login", "Connexion"],
      ["register", "Créez votre compte"],
    ] as const) {
      const frame = viewOf("fr", kind);
      expect(frame).toMatch(new RegExp(`<h1[^>]*>${title}</h1><p`));
      expect(frame).toContain("data-loading-page");
      expect(frame).not.toMatch(/<(?:button|select)(?! disabled="")/);
    }
  });

  it("contain no part that failed to render", () => {
    for (const { view } of pages) expect(view).not.toContain("<!--$!-->");
  });
});
