import { queryOptions } from "@tanstack/react-query";
import { patch, post, type RowOf, remove } from "./client";
import type { components } from "./schema";
import { upload } from "./upload";

type Schemas = components["schemas"];

export type AdminCarType = Schemas["AdminCarType"];
export type CarTypeForm = Schemas["CarTypeFormRequest"];
export type FarePreviewInput = Schemas["FarePreviewQueryRequest"];
export type AdminPromo = RowOf<"promos/all/">;
export type PromoForm = Schemas["PromoFormRequest"];
export type PromoState = Schemas["PromoStateEnum"];
export type Reason = Required<Schemas["CancelReason"]>;

// Below the keys of the riders' lists, so that an admin's change invalidates both.
export const carTypesKey = ["car-types", "admin"] as const;
export const reasonsKey = ["cancel-reasons"] as const;
export const promosKey = ["promos"] as const;

export const addCarType = (body: CarTypeForm) => post("car-types/", { body });
export const changeCarType = (id: number, body: Partial<CarTypeForm>) =>
  patch("car-types/{id}/", { path: { id }, body });
export const deleteCarType = (id: number) => remove("car-types/{id}/", { path: { id } });
export const moveCarType = (id: number, to: number) =>
  post("car-types/{id}/move/", { path: { id }, body: { to } });
export const sendCarImage = (id: number, file: File) =>
  upload<AdminCarType>(`car-types/${id}/image/`, file);
export const removeCarImage = (id: number) => remove("car-types/{id}/image/", { path: { id } });

/** The fare of a trip with unsaved prices, calculated by the server. */
export const farePreviewQuery = (input: FarePreviewInput) =>
  queryOptions({
    queryKey: ["fare-preview", input],
    queryFn: ({ signal }) => post("car-types/preview/", { body: input, signal }),
    placeholderData: (before) => before,
    retry: false,
    staleTime: 60_000,
  });

export const addPromo = (body: PromoForm) => post("promos/", { body });
export const changePromo = (id: number, body: Partial<PromoForm>) =>
  patch("promos/{id}/", { path: { id }, body });
export const deletePromo = (id: number) => remove("promos/{id}/", { path: { id } });

export const addReason = (label: string) => post("cancel-reasons/", { body: { label } });
export const changeReason = (id: number, label: string) =>
  patch("cancel-reasons/{id}/", { path: { id }, body: { label } });
export const deleteReason = (id: number) => remove("cancel-reasons/{id}/", { path: { id } });
export const moveReason = (id: number, to: number) =>
  post("cancel-reasons/{id}/move/", { path: { id }, body: { to } });
