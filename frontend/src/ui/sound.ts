export type Note = readonly [hertz: number, start: number, length: number];

let context: AudioContext | null = null;

/** Plays notes of a horn or bell; returns false if the browser blocks sound, as before the first gesture. */
export function playNotes(notes: readonly Note[]): boolean {
  if (typeof AudioContext === "undefined") return false;
  context ??= new AudioContext();
  if (context.state === "suspended") {
    void context.resume();
    return false;
  }
  const now = context.currentTime;
  for (const [hertz, start, length] of notes) {
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
  return true;
}

/** Calls `run` once sound is allowed, after the next click or key; returns a function that cancels it. */
export function afterGesture(run: () => void): () => void {
  const stop = () => {
    document.removeEventListener("pointerdown", allowed, true);
    document.removeEventListener("keydown", allowed, true);
  };
  const allowed = () => {
    stop();
    if (!context || context.state === "running") run();
    else void context.resume().then(run, () => undefined);
  };
  document.addEventListener("pointerdown", allowed, true);
  document.addEventListener("keydown", allowed, true);
  return stop;
}
