import type { Me, OwnDocuments } from "@/api/types";
import { AddressesCard } from "./addresses-card";
import { BankCard } from "./bank-card";
import { ContactCard } from "./contact-card";
import { DetailsCard } from "./details-card";
import { DocumentsCard } from "./documents-card";
import { HelpCard } from "./help-card";
import { LanguageCard } from "./language-card";
import { LicenceCard } from "./licence-card";
import { PasskeysCard } from "./passkeys-card";
import { PasswordCard } from "./password-card";
import { PushCard } from "./push-card";
import { ReferralCard } from "./referral-card";
import { SessionsCard } from "./sessions-card";
import { TwoFactorCard } from "./two-factor-card";
import { VehicleCard } from "./vehicle-card";
import { YourDataCard } from "./your-data-card";

const ORDER = [
  "details",
  "contact",
  "vehicle",
  "licence",
  "documents",
  "bank",
  "addresses",
  "language",
  "push",
  "referral",
  "help",
  "password",
  "passkeys",
  "two_factor",
  "sessions",
  "your_data",
] as const;

export type SectionId = (typeof ORDER)[number];

type Documents = OwnDocuments | undefined;

/**
 * Returns the sections that this user has. A required licence is one of the documents, which are undefined while
 * they are loading or have failed.
 */
export function sectionsOf(me: Me, documents?: Documents): SectionId[] {
  const isDriver = me.driver !== null;
  const required = documents?.required;
  const has: Partial<Record<SectionId, boolean>> = {
    vehicle: isDriver,
    licence: isDriver && !required?.some(isDriversLicence),
    documents: isDriver && required?.length !== 0,
    bank: me.bank_fields_shown,
    addresses: me.user_type === "rider",
    referral: Boolean(me.referral_id),
    help: me.user_type === "rider" || isDriver,
    two_factor: me.user_type === "admin" || me.user_type === "fleetadmin",
  };
  return ORDER.filter((id) => has[id] ?? true);
}

const isDriversLicence = ({ subject, kind }: OwnDocuments["required"][number]) =>
  subject === "driver" && kind === "license";

export function ProfileSections({ me, documents }: { me: Me; documents: Documents }) {
  return sectionsOf(me, documents).map((id) => {
    switch (id) {
      case "details":
        return <DetailsCard key={id} me={me} />;
      case "contact":
        return <ContactCard key={id} me={me} />;
      case "vehicle":
        return me.driver ? <VehicleCard key={id} driver={me.driver} /> : null;
      case "licence":
        return me.driver ? <LicenceCard key={id} image={me.driver.license_image_url} /> : null;
      case "documents":
        return <DocumentsCard key={id} />;
      case "bank":
        return <BankCard key={id} me={me} />;
      case "addresses":
        return <AddressesCard key={id} />;
      case "language":
        return <LanguageCard key={id} />;
      case "push":
        return <PushCard key={id} me={me} />;
      case "referral":
        return <ReferralCard key={id} id={me.referral_id ?? ""} />;
      case "help":
        return <HelpCard key={id} />;
      case "password":
        return <PasswordCard key={id} me={me} />;
      case "passkeys":
        return <PasskeysCard key={id} me={me} />;
      case "two_factor":
        return <TwoFactorCard key={id} me={me} />;
      case "sessions":
        return <SessionsCard key={id} />;
      case "your_data":
        return <YourDataCard key={id} me={me} />;
    }
    return null;
  });
}
