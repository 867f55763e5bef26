import { DriverConsole } from "@/features/driver/driver-console";
import { driverChat } from "./ride-chat";
import { driverSafety } from "./ride-safety";

/** A driver's console, with what other features bring to the trip under way. */
export function DriverWork() {
  return <DriverConsole chat={driverChat} safety={driverSafety} />;
}
