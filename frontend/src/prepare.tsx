import i18next from "i18next";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { Route, Routes, StaticRouter } from "react-router";
import { AppBody, AppFrame } from "@/app/app";
import { LoginLoading, RegisterLoading } from "@/app/entry-loading";
import { Shell } from "@/app/shell/shell";
import { LANGUAGES } from "@/i18n/languages";
import { firstOf, NAMESPACE, startEnglish } from "@/i18n/setup";
import { LoadingState } from "@/ui/states";

export interface PreparedPage {
  language: string;
  dir: "ltr" | "rtl";
  /**
   * `home` is the whole page, which is hydrated; `login` and `register` have their title; `page` and `stage`
   * are the frames of the others.
   */
  kind: "home" | "login" | "register" | "page" | "stage";
  description: string;
  view: string;
}

/**
 * Renders a visitor's first page in every language of the release; the build writes it to files for the
 * server.
 */
export async function preparePages(): Promise<PreparedPage[]> {
  await startEnglish();
  const pages: PreparedPage[] = [];
  for (const { code: language, dir } of LANGUAGES) {
    i18next.addResourceBundle(language, NAMESPACE, await firstOf(language), true, true);
    await i18next.changeLanguage(language);
    const about = { language, dir, description: i18next.t("home.slogan_lead") };
    pages.push(
      { ...about, kind: "home", view: draw("/", <AppBody />) },
      { ...about, kind: "login", view: still(draw("/login", <Frame page={<LoginLoading />} />)) },
      {
        ...about,
        kind: "register",
        view: still(draw("/register", <Frame page={<RegisterLoading />} />)),
      },
      { ...about, kind: "page", view: still(draw("/frame", <Frame />)) },
      { ...about, kind: "stage", view: still(draw("/frame", <Frame stage />)) },
    );
  }
  return pages;
}

/** The frame that every page has until its code is loaded. */
function Frame({ stage = false, page = <LoadingState /> }: { stage?: boolean; page?: ReactNode }) {
  return (
    <Routes>
      <Route element={<Shell stage={stage} />}>
        <Route path="*" element={page} />
      </Route>
    </Routes>
  );
}

function draw(location: string, body: ReactNode): string {
  return renderToString(
    <AppFrame>
      <StaticRouter location={location}>{body}</StaticRouter>
    </AppFrame>,
  );
}

/**
 * Disables the controls of a frame: it is replaced and not hydrated, so their input would be lost. Links
 * work.
 */
function still(view: string): string {
  return view.replace(/<(button|select)(?=[ >])/g, '<$1 disabled=""');
}
