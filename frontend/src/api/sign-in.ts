import { post } from "./client";
import { ApiError } from "./error";
import { signOut } from "./session";
import { faultOf, saveSession } from "./token";
import type { Me, Session, TwoFactorChallenge } from "./types";

/** The login methods. Separate from `session.ts`, because only users who log in need them. */

/** Logs out of any session after a rejection that must leave none; never fails. */
export async function leaveQuietly(): Promise<void> {
  await signOut().catch(() => undefined);
}

/** Starts a new session; logs out of an unusable session and throws. */
export async function enter(session: Session): Promise<Me> {
  const fault = faultOf(session);
  if (fault) {
    await leaveQuietly();
    throw fault;
  }
  saveSession(session);
  return session.user;
}

/** The logged-in user, or the challenge of the second factor. */
export type Arrival = Me | TwoFactorChallenge;

export const isChallenge = (arrival: Arrival): arrival is TwoFactorChallenge =>
  "challenge" in arrival;

async function enterBy(call: Promise<Session | TwoFactorChallenge>): Promise<Arrival> {
  const answer = await call;
  return "challenge" in answer ? answer : enter(answer);
}

/**
 * While an account is under attack the server requires a captcha, which is solved in the background and sent
 * with the same form.
 */
export async function signIn(credentials: { email: string; password: string }): Promise<Arrival> {
  const send = (body: { email: string; password: string; captcha?: string }) =>
    enterBy(
      post("auth/sign-in/", {
        body,
        anonymous: true,
      }),
    );
  try {
    return await send(credentials);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "captcha_required")) throw error;
    const { proveWork } = await import("./captcha");
    return send({ ...credentials, captcha: await proveWork() });
  }
}

/** Logs in with the code that was sent to a mobile number. */
export const signInByCode = (proof: { verification_id: string; code: string }) =>
  enterBy(post("auth/phone/verify/", { body: proof, anonymous: true }));

/** Completes the second factor with a code of the authenticator app or a recovery code. */
export const finishTwoFactor = async (proof: { challenge: string; code: string }): Promise<Me> =>
  enter(await post("auth/two-factor/", { body: proof, anonymous: true }));

/** Completes a login with Google, Facebook or Apple; the server identifies the user by its own cookie. */
export const finishSocial = () =>
  enterBy(post("auth/social/finish/", { body: {}, anonymous: true }));

/** Logs in with a passkey, which needs no other step. */
export async function signInByPasskey(inSuggestions = false): Promise<Me> {
  const { challenge, options } = await post("auth/passkey/options/", { body: {}, anonymous: true });
  const { signWithPasskey } = await import("./webauthn");
  const credential = await signWithPasskey(options, inSuggestions);
  return enter(await post("auth/passkey/", { body: { challenge, credential }, anonymous: true }));
}
