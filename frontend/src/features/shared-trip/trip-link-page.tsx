import { GuestTripPage } from "./guest-trip-page";
import { SharedTripPage } from "./shared-trip-page";

/** Begins the token of a link for a rider without an account. */
const GUEST = "g-";

/** The trip of a link: for friends of its rider, or for a rider without an account. */
export function TripLinkPage({ token }: { token: string }) {
  return token.startsWith(GUEST) ? (
    <GuestTripPage token={token.slice(GUEST.length)} />
  ) : (
    <SharedTripPage token={token} />
  );
}
