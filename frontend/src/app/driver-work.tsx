import { DriverConsole } from "@/features/driver/driver-console";
import { driverChat } from "./ride-chat";
import { driverSafety } from "./ride-safety";

/** A driver's console with the trip parts from other features. */
export function DriverWork() {
  return <DriverConsole chat={driverChat} safety={driverSafety} />;
}
