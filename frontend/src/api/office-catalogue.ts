import { queryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type { components } from "./schema";
import { upload } from "./upload";

type Schemas = components["schemas"];

export type OfficeCarType = Schemas["OfficeCarType"];
export type CarTypeForm = Schemas["CarTypeFormRequest"];
export type FarePreviewInput = Schemas["FarePreviewQueryRequest"];
export type FarePreview = Schemas["FarePreview"];
export type OfficePromo = Schemas["OfficePromo"];
export type PromoForm = Schemas["PromoFormRequest"];
export type PromoState = Schemas["PromoStateEnum"];
export type Reason = Required<Schemas["CancelReason"]>;

// Below the keys of the riders' lists, so that an admin's change invalidates both.
export const carTypesKey = ["car-types", "office"] as const;
export const reasonsKey = ["cancel-reasons"] as const;
export const promosKey = ["promos"] as const;

export const addCarType = (body: CarTypeForm) =>
  request<OfficeCarType>("car-types/", { method: "POST", body });
export const changeCarType = (id: number, body: Partial<CarTypeForm>) =>
  request<OfficeCarType>(`car-types/${id}/`, { method: "PATCH", body });
export const deleteCarType = (id: number) =>
  request<void>(`car-types/${id}/`, { method: "DELETE" });
export const moveCarType = (id: number, to: number) =>
  request<void>(`car-types/${id}/move/`, { method: "POST", body: { to } });
export const sendCarImage = (id: number, file: File) =>
  upload<OfficeCarType>(`car-types/${id}/image/`, file);
export const removeCarImage = (id: number) =>
  request<OfficeCarType>(`car-types/${id}/image/`, { method: "DELETE" });

/** The fare of a trip with unsaved prices, calculated by the server. */
export const farePreviewQuery = (input: FarePreviewInput) =>
  queryOptions({
    queryKey: ["fare-preview", input],
    queryFn: ({ signal }) =>
      request<FarePreview>("car-types/preview/", { method: "POST", body: input, signal }),
    placeholderData: (before) => before,
    retry: false,
    staleTime: 60_000,
  });

export const addPromo = (body: PromoForm) =>
  request<OfficePromo>("promos/", { method: "POST", body });
export const changePromo = (id: number, body: Partial<PromoForm>) =>
  request<OfficePromo>(`promos/${id}/`, { method: "PATCH", body });
export const deletePromo = (id: number) => request<void>(`promos/${id}/`, { method: "DELETE" });

export const addReason = (label: string) =>
  request<Reason>("cancel-reasons/", { method: "POST", body: { label } });
export const changeReason = (id: number, label: string) =>
  request<Reason>(`cancel-reasons/${id}/`, { method: "PATCH", body: { label } });
export const deleteReason = (id: number) =>
  request<void>(`cancel-reasons/${id}/`, { method: "DELETE" });
export const moveReason = (id: number, to: number) =>
  request<{ results: Reason[] }>(`cancel-reasons/${id}/move/`, { method: "POST", body: { to } });
