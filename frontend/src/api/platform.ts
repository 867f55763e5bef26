export type Platform = "ANDROID" | "IOS" | "WEB";

/** Returns the platform of a user agent. An iPad reports itself as a Mac, but has a touch screen. */
export function platformOf(userAgent: string, touchPoints = 0): Platform {
  const apple = /iPhone|iPad|iPod/.test(userAgent);
  if (apple || (userAgent.includes("Macintosh") && touchPoints > 1)) return "IOS";
  return userAgent.includes("Android") ? "ANDROID" : "WEB";
}
