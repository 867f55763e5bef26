import { PersonPage } from "@/features/people/person-page";
import { Statements } from "@/features/statements/statements";
import { PersonAuditLog } from "./person-audit-log";
import { PersonBookings } from "./person-bookings";
import { PersonWallet } from "./person-wallet";

const PARTS = {
  bookings: (person) => <PersonBookings person={person} />,
  wallet: (person) => <PersonWallet person={person.id} />,
  statements: (person) => <Statements driver={person.id} />,
  trail: (person) => <PersonAuditLog person={person.id} />,
} satisfies Parameters<typeof PersonPage>[0]["parts"];

/** A user's page with parts from several features. */
export const PersonRoute = () => <PersonPage parts={PARTS} />;
