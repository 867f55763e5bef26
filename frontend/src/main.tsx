import "@/ui/theme/fonts.css";
import "@/ui/theme/tokens.css";
import "@/ui/theme/global.css";
import i18next from "i18next";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { restoreSession } from "@/api/session";
import { App } from "@/app/app";
import { startI18n } from "@/i18n/setup";
import { followScheme } from "@/ui/theme/scheme";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const app = (
  <StrictMode>
    <App />
  </StrictMode>
);

followScheme();
void restoreSession();
void startI18n().then(() => {
  // The server sends the whole home page, and only the frame of other pages, which stays until React renders.
  // boot.js marks a page that was prepared for another visitor.
  const page = document.documentElement;
  const { page: kind, language } = page.dataset;
  const unprepared = page.hasAttribute("data-unprepared") || i18next.language !== language;
  if (kind === "home" && !unprepared) {
    // A transition is rendered in slices; one long task would delay taps.
    startTransition(() => void hydrateRoot(root, app));
    return;
  }
  if (unprepared) root.replaceChildren();
  startTransition(() => createRoot(root).render(app));
  page.removeAttribute("data-unprepared");
});
