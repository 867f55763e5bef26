import { availableParallelism } from "node:os";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";
import { compress } from "./tools/vite/compress.ts";
import { prepareHome } from "./tools/vite/prepare-home.ts";

const backend = process.env.BACKEND_URL ?? "http://127.0.0.1:8000";

// Django serves index.html for every page and WhiteNoise the built files under /static/.
export default defineConfig(({ command }) => ({
  base: command === "build" ? "/static/" : "/",
  resolve: { alias: { "@": path.resolve(import.meta.dirname, "src") } },
  plugins: [
    react(),
    prepareHome("src/prepare.tsx"),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src",
      filename: "service-worker.ts",
      injectRegister: false,
      manifest: false,
      injectManifest: {
        // The shell, the faces of the interface and the driver's console; the rest comes when asked for.
        globPatterns: [
          "index.html",
          "assets/*.{js,css}",
          "assets/inter-latin-wght*.woff2",
          "*.svg",
        ],
        modifyURLPrefix: { "": "/static/" },
        maximumFileSizeToCacheInBytes: 1_000_000,
      },
    }),
    compress(),
  ],
  build: {
    outDir: "dist",
    assetsDir: "assets",
    assetsInlineLimit: 0,
    target: "es2022",
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(?:react|react-dom|scheduler|react-router)\// },
            // Small ones that every page has: apart from each other they would compress worse.
            {
              name: "words",
              test: /src\/i18n\/(?:languages|setup|en-first)\.ts|src\/i18n\/en\/(?:common|home)\.json|react-i18next\/dist\/es\/(?:i18nInstance|initReactI18next|useTranslation|context|defaults|unescape|utils)\.js/,
            },
            { name: "leaflet", test: /node_modules\/(?:leaflet|react-leaflet|@react-leaflet)\// },
            {
              name: "basemap",
              test: /node_modules\/(?:protomaps-leaflet|@protomaps|pmtiles|fflate|pbf|rbush|@mapbox|color2k|potpack)\//,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      "/accounts": backend,
      "/api": backend,
      "/ws": { target: backend.replace("http", "ws"), ws: true },
      "/maps": backend,
      "/media": backend,
      "/static": backend,
      "/functions": backend,
      "/icons": backend,
      "/manifest.webmanifest": backend,
    },
  },
  test: {
    environment: "jsdom",
    globals: false,
    setupFiles: ["./vitest.setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    restoreMocks: true,
    // Typing and clicking like a person takes its time on a busy machine.
    testTimeout: 120_000,
    // Left to itself it keeps a core free.
    maxWorkers: availableParallelism(),
  },
}));
