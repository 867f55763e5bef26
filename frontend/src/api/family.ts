import { accessToken } from "./token";

/** The sign-in that an access token belongs to; null when it does not say. */
export function familyOf(token: string): string | null {
  try {
    const [, claims = ""] = token.split(".");
    const { fam } = JSON.parse(atob(claims.replace(/-/g, "+").replace(/_/g, "/"))) as {
      fam?: unknown;
    };
    return typeof fam === "string" ? fam : null;
  } catch {
    return null;
  }
}

/** This page's own sign-in, to tell it from the person's other devices. */
export async function ownFamily(): Promise<string | null> {
  const token = await accessToken();
  return token === null ? null : familyOf(token);
}
