import { queryOptions } from "@tanstack/react-query";
import { get, post, type RowOf } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type ApprovalRow = RowOf<"approvals/">;
export type Approval = Schemas["Approval"];
export type ApprovalKind = Schemas["ApprovalKindEnum"];
export type ApprovalState = Schemas["ApprovalStateEnum"];
/** The reply of an action above its limit: nothing has moved. */
export type WaitingApproval = Schemas["WaitingApproval"];

export const APPROVAL_KINDS = [
  "refund",
  "payout",
  "payout_batch",
  "credit",
  "debit",
] as const satisfies readonly ApprovalKind[];
export const APPROVAL_STATES = [
  "waiting",
  "approved",
  "refused",
  "cancelled",
  "void",
  "expired",
] as const satisfies readonly ApprovalState[];

export const approvalsKey = ["approvals"] as const;

export const approvalQuery = (id: number) =>
  queryOptions({
    queryKey: [...approvalsKey, "detail", id],
    queryFn: ({ signal }) => get("approvals/{id}/", { path: { id }, signal }),
  });

/** The waiting approvals, of one booking if given; admins only. */
export const waitingApprovalsQuery = (booking?: number) =>
  queryOptions({
    queryKey: [...approvalsKey, "waiting", booking ?? null],
    queryFn: ({ signal }) =>
      get("approvals/", { signal, params: { state: "waiting", booking, page_size: 200 } }),
    select: (page) => page.results,
  });

/** Whether an action waits for a second admin instead of having been carried out. */
export const isWaiting = (reply: object): reply is WaitingApproval => "approval_id" in reply;

export const approve = (id: number, idempotencyKey: string) =>
  post("approvals/{id}/approve/", { path: { id }, idempotencyKey });

export const refuseApproval = (id: number, reason: string, idempotencyKey: string) =>
  post("approvals/{id}/refuse/", { path: { id }, body: { reason }, idempotencyKey });

export const cancelApproval = (id: number, idempotencyKey: string) =>
  post("approvals/{id}/cancel/", { path: { id }, idempotencyKey });
