// What drivers hear and feel when a car is asked for: WebAudio and the phone's own vibration.
import { useEffect, useEffectEvent, useRef } from "react";

let audio: AudioContext | undefined;

/** A browser lets a page sound only after it was touched: the first touch opens the way for all later rings. */
export function allowSound(): () => void {
  const open = () => {
    audio ??= new AudioContext();
    void audio.resume();
  };
  document.addEventListener("pointerdown", open);
  return () => document.removeEventListener("pointerdown", open);
}

/** Two short tones; silent where the browser allows no sound yet. */
export function ring(): void {
  navigator.vibrate?.([220, 90, 220]);
  if (audio?.state !== "running") return;
  for (const [at, pitch] of [
    [0, 880],
    [0.22, 1175],
  ] as const) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.25, audio.currentTime + at);
    loudness.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.18);
    tone.connect(loudness).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.2);
  }
}

/** Rings when something appears that was not there when this was read before; undefined is not read yet. */
export function useRing(reasons: readonly string[] | undefined): void {
  const known = useRef<ReadonlySet<string>>(undefined);
  const key = reasons?.join(" ");
  const look = useEffectEvent(() => {
    if (!reasons) return;
    const isNew = known.current && reasons.some((reason) => !known.current?.has(reason));
    known.current = new Set(reasons);
    if (isNew) ring();
  });
  useEffect(() => look(), [key]);
}

const againMs = 4_000;

/** Rings again and again for as long as it waits for this very person. */
export function useRingUntilAnswered(isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(ring, againMs);
    return () => clearInterval(timer);
  }, [isWaiting]);
}
