/// <reference lib="webworker" />
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from "workbox-precaching";
import { platformOf } from "./api/platform";
import { ACTIVATE } from "./worker/activation";
import { notificationOf, openPage } from "./worker/notices";
import { type BuiltFile, filesFor } from "./worker/precache";
import { renewSubscription } from "./worker/renewal";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (BuiltFile | string)[] };

// Built files have a hash in their name, so cached files never expire.
precacheAndRoute(filesFor(self.__WB_MANIFEST, self.location.search));
cleanupOutdatedCaches();

const OTHERS = /^\/(api|ws|maps|media|functions|django-admin|healthz|readyz|dev)(\/|$)/;

// Pages come from the server first, so that a new version shows at once; offline, the cached shell opens and
// shows that there is no connection.
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
self.addEventListener("message", (event) => {
  const { type } = (event.data ?? {}) as { type?: unknown };
  if (type === ACTIVATE) event.waitUntil(self.skipWaiting());
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const ours = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

function payloadOf(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    return null;
  }
}

self.addEventListener("push", (event) => {
  const show = async () => {
    const inFront = (await ours()).some(({ focused }) => focused);
    const { title, options } = notificationOf(payloadOf(event.data), inFront);
    await self.registration.showNotification(title, options);
  };
  event.waitUntil(show());
});

self.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  const { page } = notification.data as { page: string };
  notification.close();
  const show = async () => openPage(page, await ours(), (url) => self.clients.openWindow(url));
  event.waitUntil(show());
});

// Not in every browser's types yet. The event has only the old subscription, and the app creates the new one.
self.addEventListener("pushsubscriptionchange", (event) => {
  const change = event as ExtendableEvent & { oldSubscription?: PushSubscription | null };
  const key = change.oldSubscription?.options.applicationServerKey;
  const platform = platformOf(navigator.userAgent);
  change.waitUntil(renewSubscription(self.registration.pushManager, key, platform));
});
