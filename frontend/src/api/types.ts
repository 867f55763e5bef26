import type { components } from "./schema";

/**
 * API types under the names that this app uses, from the generated schema: an API change that a page does not
 * expect fails the type check. Money is a decimal string, time is ISO 8601 in UTC.
 */
type Schemas = components["schemas"];

/** A generated type with exact types for the fields that the schema describes loosely. */
type With<T, Exact> = Omit<T, keyof Exact> & Exact;

export interface Page<T> {
  next: string | null;
  results: T[];
}

export interface Results<T> {
  results: T[];
}

export type UserType = Schemas["UserTypeEnum"];
export type BookingStatus = Schemas["BookingStatusEnum"];
export type BookingAction =
  | "accept"
  | "decline"
  | "arrive"
  | "start"
  | "reach"
  | "collect-cash"
  | "rate-rider"
  | "record-payment"
  | "write-off"
  | "request-payment"
  | "pay"
  | "promo"
  | "complete"
  | "cancel"
  | "no-show"
  | "assign"
  | "search"
  | "book-later"
  | "unassign"
  | "reassign"
  | "plan"
  | "cancel-plan"
  | "plan-backup"
  | "cancel-backup"
  | "use-backup"
  | "hold"
  | "release-hold"
  | "adjust-fare"
  | "edit"
  | "refund"
  | "tip"
  | "force-end"
  | "change-stops";

export type TwoFactorChallenge = Schemas["TwoFactorChallenge"];

export type LatLng = Pick<Schemas["LatLng"], "lat" | "lng">;
export type TripPoint = Schemas["Spot"];
/** A rider in an admin's search. */
export type Rider = Schemas["PersonRow"];
/** A user in the back office: a row of a list, and the full record. */
export type PersonRow = Schemas["PersonRow"];
export type Person = Schemas["Person"];
export type PersonRating = Schemas["PersonRating"];
export type DriverDocument = Schemas["DriverDocument"];
export type ImportResult = Schemas["ImportResult"];

export type DriverDetails = Required<Schemas["DriverDetails"]>;
/** The level of an admin in each area of the back office. */
export type StaffPermissions = Required<Schemas["StaffPermissions"]>;
export type Me = With<
  Schemas["Me"],
  { driver: DriverDetails | null; permissions: StaffPermissions | null }
>;
/** A login of the user on one device. */
export type Passkey = Schemas["Passkey"];
export type AddedPasskey = Schemas["AddedPasskey"];
export type DeviceSession = Schemas["DeviceSession"];
export type PushDevice = Schemas["PushDevice"];
export type InboxMessage = Schemas["InboxMessage"];
export type Session = With<Schemas["Session"], { user: Me }>;
export type DemoAccount = Schemas["DemoAccount"];
export type PublicSettings = Schemas["PublicSettings"];
export type SavedAddress = Required<Schemas["SavedAddress"]>;
export type CarType = Schemas["CarType"];
/** A car type with its parcel types, options and slabs. */
export type ListedCarType = Schemas["ListedCarType"];
export type MapInfo = With<
  Schemas["MapInfo"],
  { bbox: [west: number, south: number, east: number, north: number] }
>;
export type PlaceSuggestion = Schemas["PlaceSuggestion"];
export type Place = Schemas["Place"];

export type RouteInfo = Schemas["Route"];
export type FareLine = Schemas["FareLine"];
export type EstimateOption = Schemas["EstimateOption"];
export type Estimate = Schemas["Estimate"];

export type AppCategory = Schemas["AppCategoryEnum"];
/** A parcel type or option of a car type, or the one of a booking. */
export type ParcelChoice = Schemas["ParcelType"];

export type DriverPosition = Schemas["LivePosition"];
/** `actions`: the viewer's permitted actions. */
export type LiveCall = Schemas["LiveCall"];
export type Booking = With<Schemas["Booking"], { actions: BookingAction[] }>;
export type BookingRow = With<Schemas["BookingRow"], { actions: BookingAction[] }>;
/** The price and consequences of an edit by staff. */
export type EditPreview = Schemas["EditPreview"];
/** The price and consequences of other stops. */
export type StopsPreview = Schemas["StopsPreview"];
export type SosAlert = Schemas["SosAlert"];
export type SharedTrip = Schemas["SharedTrip"];
export type DeskMessage = Schemas["SentMessage"];
export type MergePreview = Schemas["MergePreview"];
export type GuestPayment = Schemas["GuestPayment"];
export type GuestTrip = Schemas["GuestTrip"];
export type CancelPreview = Schemas["CancelPreview"];
export type ChatMessage = Schemas["ChatMessage"];
export type Offer = Schemas["Offer"];
/** An upcoming trip, before it is dispatched. */
export type ScheduledTrip = Schemas["ScheduledTrip"];
/** A driver of the booking's car type whom an admin can assign. */
export type AssignableDriver = Schemas["AssignableDriver"];
export type FreeCar = Schemas["FreeCar"];
/** An offer of the booking and its outcome. */
export type BookingOffer = Schemas["OfferRecord"];
/** A list export. */
export type Export = Schemas["Export"];
export type ExportFormat = Schemas["ExportListFormatEnum"];
/** The receipt of a paid trip. */
export type Receipt = Schemas["Receipt"];
export type Tasks = With<Schemas["Tasks"], { current: Booking | null }>;
export type Wallet = Schemas["Wallet"];
export type OwedFee = Schemas["OwedFee"];
export type WalletEntry = Schemas["WalletHistory"];
export type WalletOwner = Schemas["WalletOwner"];
/** A withdrawal, for its user and for admins. */
export type Withdrawal = Required<Schemas["Withdrawal"]>;
export type WithdrawalRow = Required<Schemas["WithdrawalRow"]>;
export type WithdrawalState = WithdrawalRow["state"];
/** A bank file of withdrawals. */
export type PayoutBatch = Schemas["PayoutBatch"];
export type PaymentProvider = Schemas["OfferedProvider"];
export type ProviderMark = Schemas["ProviderMark"];
export type PaymentAttempt = Schemas["Attempt"];
export type TestPayment = Schemas["TestPayment"];
export type Eligibility = Schemas["Eligibility"];
export type OwnDocument = Schemas["OwnDocument"];
export type OwnDocuments = Schemas["OwnDocuments"];
/** A document that the driver or the assigned vehicle needs. */
export type RequiredDocument = Schemas["Required"];
export type Statement = Schemas["Statement"];
export type StatementWeek = Schemas["StatementWeek"];
export type BookingEvent = Schemas["BookingEvent"];
export type Track = Schemas["Track"];

export type DashboardDriver = Schemas["DriverOnMap"];
/** A booking on the dispatcher's board. */
export type BoardJob = Schemas["BoardJob"];
export type Board = Schemas["Board"];
export type DeskDriver = Schemas["DeskDriver"];
export type Dashboard = Schemas["Dashboard"];
export type PeriodGroup = Schemas["GroupEnum"];
export type FiguresRow = Schemas["ChartRow"];
export type AlertCases = Schemas["AlertCases"];
export type AlertCase = Schemas["Alert"];
export type EarningsReport = Schemas["EarningsReport"];
export type EarningsRow = Schemas["EarningsRow"];
export type DriverEarningsReport = Schemas["DriverEarningsReport"];
export type DriverEarningsRow = Schemas["DriverEarningsRow"];

export type PositionPoint = Schemas["PointRequest"];

/** A payment attempt, for admins. */
export type Transaction = Schemas["AttemptRow"];
export type TransactionDetail = Schemas["AttemptDetail"];
