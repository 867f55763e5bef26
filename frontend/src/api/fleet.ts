import { queryOptions } from "@tanstack/react-query";
import { get, patch, post } from "./client";
import type { NewDocument } from "./people";
import type { components } from "./schema";
import { upload } from "./upload";

type Schemas = components["schemas"];

export type ReviewedDocument = Schemas["ReviewedDocument"];
export type Vehicle = Schemas["Vehicle"];
export type VehicleForm = Schemas["VehicleFormRequest"];
export type DocumentKind = Schemas["DriverDocumentKindEnum"];
export type DocumentState = Schemas["DriverDocumentStateEnum"];

export const DOCUMENT_KINDS = [
  "license",
  "insurance",
  "vehicle",
  "permit",
  "medical",
  "background",
  "inspection",
  "other",
] as const satisfies readonly DocumentKind[];

export const documentsKey = ["documents"] as const;

export const reviewedDocumentQuery = (id: number) =>
  queryOptions({
    queryKey: [...documentsKey, "one", id],
    queryFn: ({ signal }) => get("documents/{id}/", { path: { id }, signal }),
    // The photo changes under the reviewer's eyes only after a refusal that says so.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** A decision about the photo that the reviewer saw. */
export const acceptDocument = (
  { id, photo }: Pick<ReviewedDocument, "id" | "photo">,
  expires_on: string | null,
) => post("documents/{id}/accept/", { path: { id }, body: { photo, expires_on } });

export const rejectDocument = (
  { id, photo }: Pick<ReviewedDocument, "id" | "photo">,
  reason: string,
) => post("documents/{id}/reject/", { path: { id }, body: { photo, reason } });

export const vehiclesKey = ["vehicles"] as const;

export const addVehicle = (body: VehicleForm) => post("vehicles/", { body });
export const changeVehicle = (id: number, body: Partial<VehicleForm>) =>
  patch("vehicles/{id}/", { path: { id }, body });

/** Assigns a vehicle to a driver, now or from a time in the platform's time zone. */
export const assignVehicle = (id: number, body: Schemas["AssignmentFormRequest"]) =>
  post("vehicles/{id}/assign/", { path: { id }, body });
export const unassignVehicle = (id: number) =>
  post("vehicles/{id}/unassign/", { path: { id }, body: {} });

/** Adds a document of the vehicle, which waits for its review. */
export const addVehicleDocument = (id: number, file: File, fields: NewDocument) =>
  upload<ReviewedDocument>(`vehicles/${id}/documents/`, file, {
    method: "POST",
    values: { ...fields },
  });

/** The planned, current and last assignments, the latest first. */
export const assignmentsQuery = (id: number) =>
  queryOptions({
    queryKey: [...vehiclesKey, "assignments", id],
    queryFn: ({ signal }) => get("vehicles/{id}/assignments/", { path: { id }, signal }),
    select: (page) => page.results,
  });
