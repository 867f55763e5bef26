import "@/ui/theme/fonts.css";
import "@/ui/theme/tokens.css";
import "@/ui/theme/global.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { takeUpSession } from "@/api/session";
import { App } from "@/app/app";
import { startI18n } from "@/i18n/setup";
import { hearStepsFirst } from "@/ui/leaving";
import { followScheme } from "@/ui/theme/scheme";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const app = (
  <StrictMode>
    <App />
  </StrictMode>
);

followScheme();
hearStepsFirst();
void takeUpSession();
void startI18n().then(() => {
  // The build prepares the home page for a visitor who reads English; boot.js has marked every other case.
  const page = document.documentElement;
  const prepared = root.childElementCount > 0 && !page.hasAttribute("data-unprepared");
  if (prepared) {
    hydrateRoot(root, app);
    return;
  }
  root.replaceChildren();
  createRoot(root).render(app);
  page.removeAttribute("data-unprepared");
});
