import { accessToken } from "./token";

/** Returns the session family of an access token; null if the token has none. */
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

/** Returns the session family of this page, which distinguishes it from the user's other devices. */
export async function ownFamily(): Promise<string | null> {
  const token = await accessToken();
  return token === null ? null : familyOf(token);
}
