import { type Note, playNotes } from "@/ui/sound";

const NOTES: readonly Note[] = [
  [392, 0, 0.16],
  [494, 0.02, 0.16],
  [392, 0.24, 0.3],
  [494, 0.26, 0.3],
];

/** Two short notes of a cab's horn and a shake. Silent where the browser has not been touched yet. */
export function soundHorn(): void {
  if ("vibrate" in navigator) navigator.vibrate([180, 80, 260]);
  playNotes(NOTES);
}
