import { GuestReturnPage } from "./guest-return-page";
import { GuestTripPage } from "./guest-trip-page";
import { SharedTripPage } from "./shared-trip-page";

/** Begins the token of a link for a rider without an account. */
const GUEST = "g-";

/** Begins the reference of a payment by such a link, as gateways return it. */
const PAYMENT = "p-";

/** The trip of a link: for friends of its rider, or for a rider without an account. */
export function TripLinkPage({ token }: { token: string }) {
  if (token.startsWith(PAYMENT)) {
    return <GuestReturnPage reference={token.slice(PAYMENT.length)} />;
  }
  return token.startsWith(GUEST) ? (
    <GuestTripPage token={token.slice(GUEST.length)} />
  ) : (
    <SharedTripPage token={token} />
  );
}
