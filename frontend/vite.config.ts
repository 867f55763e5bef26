import { availableParallelism } from "node:os";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";
import { groups } from "./tools/vite/chunks.ts";
import { compress } from "./tools/vite/compress.ts";
import { prepareHome } from "./tools/vite/prepare-home.ts";
import { sendFirst } from "./tools/vite/send-first.ts";

const { plugin: firstViews, markNeeded } = sendFirst();
const backend = process.env.BACKEND_URL ?? "http://127.0.0.1:8000";

// Django serves index.html for every page and WhiteNoise the built files under /static/.
export default defineConfig(({ command }) => ({
  base: command === "build" ? "/static/" : "/",
  resolve: { alias: { "@": path.resolve(import.meta.dirname, "src") } },
  plugins: [
    react(),
    prepareHome("src/prepare.tsx"),
    firstViews,
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src",
      filename: "service-worker.ts",
      injectRegister: false,
      manifest: false,
      injectManifest: {
        // The shell and the interface's font for everyone, and the scripts that each role needs.
        globPatterns: [
          "index.html",
          "assets/*.{js,css}",
          "assets/inter-latin-wght*.woff2",
          "*.svg",
        ],
        modifyURLPrefix: { "": "/static/" },
        manifestTransforms: [markNeeded],
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
    // All browsers that support es2022 support modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups,
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
    isolate: false,
    restoreMocks: true,
    // Simulated typing and clicking is slow on a busy machine.
    testTimeout: 120_000,
    // The default leaves one core unused.
    maxWorkers: availableParallelism(),
  },
}));
