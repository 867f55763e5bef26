import { request } from "./request";
import { signOut } from "./session";
import { faultOf, keepSession } from "./token";
import type { Me, Session } from "./types";

/** The ways in. Apart from `session.ts`, because only those who sign in need them. */

/** Signs out whatever session there may be, for a refusal that must leave none; never fails. */
export async function leaveQuietly(): Promise<void> {
  await signOut().catch(() => undefined);
}

/** Takes up a session just given; one that nobody can work with is signed out again and refused. */
export async function enter(session: Session): Promise<Me> {
  const fault = faultOf(session);
  if (fault) {
    await leaveQuietly();
    throw fault;
  }
  keepSession(session);
  return session.user;
}

async function enterBy(path: string, body: unknown): Promise<Me> {
  return enter(await request<Session>(path, { method: "POST", body, anonymous: true }));
}

export const signIn = (credentials: { email: string; password: string }) =>
  enterBy("auth/sign-in/", credentials);

/** By the code that was sent to a mobile number. */
export const signInByCode = (proof: { verification_id: string; code: string }) =>
  enterBy("auth/phone/verify/", proof);

/** Back from Google, Facebook or Apple: the server knows by its own cookie who that was. */
export const finishSocial = () => enterBy("auth/social/finish/", {});
