import { type Note, playNotes } from "@/ui/sound";

const NOTES: readonly Note[] = [
  [392, 0, 0.16],
  [494, 0.02, 0.16],
  [392, 0.24, 0.3],
  [494, 0.26, 0.3],
];

/** Plays two short horn notes and vibrates. Silent until the user has interacted with the page. */
export function soundHorn(): void {
  if ("vibrate" in navigator) navigator.vibrate([180, 80, 260]);
  playNotes(NOTES);
}
