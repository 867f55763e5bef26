import { KINDS } from "./kinds";
import { PeoplePage } from "./people-page";

export const RidersPage = () => <PeoplePage kind={KINDS.riders} />;
export const DriversPage = () => <PeoplePage kind={KINDS.drivers} />;
export const FleetAdminsPage = () => <PeoplePage kind={KINDS.fleetAdmins} />;
export const AdminsPage = () => <PeoplePage kind={KINDS.admins} />;
