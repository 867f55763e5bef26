import { post } from "./client";
import { sessionEnded, whileLeaving } from "./token";

/** Starts the writing of the user's own data to a ZIP file. */
export const startOwnDataExport = (idempotencyKey: string) =>
  post("me/data-export/", { idempotencyKey });

/** Starts the writing of another user's data, by an admin. */
export const startPersonDataExport = (id: number, idempotencyKey: string) =>
  post("people/{id}/data-export/", { path: { id }, idempotencyKey });

/** Deletes the account and ends the session; the password is blank for accounts without one. */
export async function deleteAccount(password: string): Promise<void> {
  await whileLeaving(() => post("me/delete/", { body: { password } }));
  sessionEnded("left");
}
