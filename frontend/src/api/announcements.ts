import { queryOptions } from "@tanstack/react-query";
import { get, patch, post, remove } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Announcement = Schemas["Announcement"];
export type AnnouncementForm = Schemas["AnnouncementFormRequest"];
export type AudienceInput = Schemas["AudienceQueryRequest"];

export const announcementsKey = ["announcements"] as const;
const WATCH_MS = 1000;

/** The number of users that the announcement reaches now. */
export const audienceQuery = (input: AudienceInput) =>
  queryOptions({
    queryKey: ["announcement-audience", input],
    queryFn: ({ signal }) => post("notifications/count/", { body: input, signal }),
    staleTime: 0,
  });

/** An announcement that is being sent, polled until it is done. */
export const watchedAnnouncementQuery = (row: Announcement) =>
  queryOptions({
    queryKey: [...announcementsKey, "one", row.id],
    queryFn: ({ signal }) => get("notifications/{id}/", { path: { id: row.id }, signal }),
    enabled: row.state === "sending",
    refetchInterval: ({ state }) => (state.data?.state === "sent" ? false : WATCH_MS),
  });

export const addAnnouncement = (body: AnnouncementForm) => post("notifications/", { body });
export const changeAnnouncement = (id: number, body: Partial<AnnouncementForm>) =>
  patch("notifications/{id}/", { path: { id }, body });
export const deleteAnnouncement = (id: number) => remove("notifications/{id}/", { path: { id } });
export const sendAnnouncement = (id: number) => post("notifications/{id}/send/", { path: { id } });
