// Short tones (WebAudio), for screens that are not looked at all the time.

let audioContext: AudioContext | undefined;

function resumeAudio(): void {
  audioContext ??= new AudioContext();
  void audioContext.resume();
}

/** Browsers allow sound only after a user gesture: the first pointer event unlocks it. Returns the clean-up function. */
export function unlockAudio(): () => void {
  document.addEventListener("pointerdown", resumeAudio);
  return () => document.removeEventListener("pointerdown", resumeAudio);
}

export interface Tone {
  offsetSeconds: number;
  frequencyHz: number;
  /** 1 is the loudest. */
  volume: number;
}

const toneSeconds = 0.2;

/** Silent until the browser allows sound. */
export function playTones(tones: readonly Tone[]): void {
  if (audioContext?.state !== "running") return;
  for (const { offsetSeconds, frequencyHz, volume } of tones) {
    const oscillator = audioContext.createOscillator();
    const gain = audioContext.createGain();
    const start = audioContext.currentTime + offsetSeconds;
    oscillator.frequency.value = frequencyHz;
    gain.gain.setValueAtTime(volume, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + 0.9 * toneSeconds);
    oscillator.connect(gain).connect(audioContext.destination);
    oscillator.start(start);
    oscillator.stop(start + toneSeconds);
  }
}
