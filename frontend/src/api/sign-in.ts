import { ApiError } from "./error";
import { request } from "./request";
import { signOut } from "./session";
import { faultOf, keepSession } from "./token";
import type { Me, Session, TwoFactorChallenge } from "./types";

/** The ways in. Apart from `session.ts`, because only those who sign in need them. */

/** Signs out whatever session there may be, for a refusal that must leave none; never fails. */
export async function leaveQuietly(): Promise<void> {
  await signOut().catch(() => undefined);
}

/** Starts a new session; a session that cannot be used is signed out again and rejected. */
export async function enter(session: Session): Promise<Me> {
  const fault = faultOf(session);
  if (fault) {
    await leaveQuietly();
    throw fault;
  }
  keepSession(session);
  return session.user;
}

/** Who came in, or what their second step needs. */
export type Arrival = Me | TwoFactorChallenge;

export const isChallenge = (arrival: Arrival): arrival is TwoFactorChallenge =>
  "challenge" in arrival;

async function enterBy(path: string, body: unknown): Promise<Arrival> {
  const answer = await request<Session | TwoFactorChallenge>(path, {
    method: "POST",
    body,
    anonymous: true,
  });
  return "challenge" in answer ? answer : enter(answer);
}

/** While an account is under attack the server wants a captcha: solved unseen, and sent with the same form. */
export async function signIn(credentials: { email: string; password: string }): Promise<Arrival> {
  try {
    return await enterBy("auth/sign-in/", credentials);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "captcha_required")) throw error;
    const { proveWork } = await import("./captcha");
    return enterBy("auth/sign-in/", { ...credentials, captcha: await proveWork() });
  }
}

/** By the code that was sent to a mobile number. */
export const signInByCode = (proof: { verification_id: string; code: string }) =>
  enterBy("auth/phone/verify/", proof);

/** The second step: a code of the authenticator app, or a recovery code. */
export const finishTwoFactor = async (proof: { challenge: string; code: string }): Promise<Me> =>
  enter(
    await request<Session>("auth/two-factor/", { method: "POST", body: proof, anonymous: true }),
  );

/** Back from Google, Facebook or Apple: the server knows by its own cookie who that was. */
export const finishSocial = () => enterBy("auth/social/finish/", {});
