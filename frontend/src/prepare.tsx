import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { AppBody, AppFrame } from "@/app/app";
import { startEnglish } from "@/i18n/setup";

/** The home page as a visitor first sees it, in English; the build writes it into index.html. */
export async function prepareHome(): Promise<string> {
  await startEnglish();
  return renderToString(
    <AppFrame>
      <StaticRouter location="/">
        <AppBody />
      </StaticRouter>
    </AppFrame>,
  );
}
