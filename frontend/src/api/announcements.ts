import { queryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Announcement = Schemas["Announcement"];
export type AnnouncementForm = Schemas["AnnouncementFormRequest"];
export type AudienceInput = Schemas["AudienceQueryRequest"];
export type Audience = Schemas["Audience"];

export const announcementsKey = ["announcements"] as const;
const WATCH_MS = 1000;

/** The number of users that the announcement reaches now. */
export const audienceQuery = (input: AudienceInput) =>
  queryOptions({
    queryKey: ["announcement-audience", input],
    queryFn: ({ signal }) =>
      request<Audience>("notifications/count/", { method: "POST", body: input, signal }),
    staleTime: 0,
  });

/** An announcement that is being sent, polled until it is done. */
export const watchedAnnouncementQuery = (row: Announcement) =>
  queryOptions({
    queryKey: [...announcementsKey, "one", row.id],
    queryFn: ({ signal }) => request<Announcement>(`notifications/${row.id}/`, { signal }),
    enabled: row.state === "sending",
    refetchInterval: ({ state }) => (state.data?.state === "sent" ? false : WATCH_MS),
  });

export const addAnnouncement = (body: AnnouncementForm) =>
  request<Announcement>("notifications/", { method: "POST", body });
export const changeAnnouncement = (id: number, body: Partial<AnnouncementForm>) =>
  request<Announcement>(`notifications/${id}/`, { method: "PATCH", body });
export const deleteAnnouncement = (id: number) =>
  request<void>(`notifications/${id}/`, { method: "DELETE" });
export const sendAnnouncement = (id: number) =>
  request<Announcement>(`notifications/${id}/send/`, { method: "POST" });
