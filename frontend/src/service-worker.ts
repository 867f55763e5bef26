/// <reference lib="webworker" />
import {
  cleanupOutdatedCaches,
  matchPrecache,
  type PrecacheEntry,
  precacheAndRoute,
} from "workbox-precaching";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

// Built files carry their hash in their name: once stored they are right for ever.
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

const OTHERS = /^\/(api|ws|maps|media|functions|django-admin|healthz|readyz|dev)(\/|$)/;

// A page comes from the server while there is one, so that a new version shows at once;
// without one, the stored shell opens and says that it is offline.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode !== "navigate" || OTHERS.test(new URL(request.url).pathname)) return;
  event.respondWith(
    fetch(request).catch(
      async () => (await matchPrecache("/static/index.html")) ?? Response.error(),
    ),
  );
});

self.addEventListener("install", () => void self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
