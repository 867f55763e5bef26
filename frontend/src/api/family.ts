import { accessToken } from "./token";

/** The session family of an access token; null when the token has none. */
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

/** This page's own session family, to distinguish it from the user's other devices. */
export async function ownFamily(): Promise<string | null> {
  const token = await accessToken();
  return token === null ? null : familyOf(token);
}
