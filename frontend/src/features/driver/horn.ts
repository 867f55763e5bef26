const NOTES: readonly (readonly [hertz: number, start: number, length: number])[] = [
  [392, 0, 0.16],
  [494, 0.02, 0.16],
  [392, 0.24, 0.3],
  [494, 0.26, 0.3],
];

let context: AudioContext | null = null;

/** Two short notes of a cab's horn and a shake. Silent where the browser has not been touched yet. */
export function soundHorn(): void {
  if ("vibrate" in navigator) navigator.vibrate([180, 80, 260]);
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") {
    void context.resume();
    return;
  }
  const now = context.currentTime;
  for (const [hertz, start, length] of NOTES) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.0001, now + start);
    volume.gain.exponentialRampToValueAtTime(0.22, now + start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + length + 0.02);
  }
}
