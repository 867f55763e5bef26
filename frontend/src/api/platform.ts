export type Platform = "ANDROID" | "IOS" | "WEB";

/** The kind of device behind a browser's name; an iPad says that it is a Mac, but one with fingers. */
export function platformOf(userAgent: string, touchPoints = 0): Platform {
  const apple = /iPhone|iPad|iPod/.test(userAgent);
  if (apple || (userAgent.includes("Macintosh") && touchPoints > 1)) return "IOS";
  return userAgent.includes("Android") ? "ANDROID" : "WEB";
}
