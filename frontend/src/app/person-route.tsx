import { PersonPage } from "@/features/people/person-page";
import { Statements } from "@/features/statements/statements";
import { PersonBookings } from "./person-bookings";
import { PersonMoves } from "./person-moves";
import { PersonTrail } from "./person-trail";

const PARTS = {
  bookings: (person) => <PersonBookings person={person} />,
  wallet: (person) => <PersonMoves person={person.id} />,
  statements: (person) => <Statements driver={person.id} />,
  trail: (person) => <PersonTrail person={person.id} />,
} satisfies Parameters<typeof PersonPage>[0]["parts"];

/** A person's page, put together of what several features know. */
export const PersonRoute = () => <PersonPage parts={PARTS} />;
