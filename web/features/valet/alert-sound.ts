// Sound (WebAudio) and vibration of pickup alerts.
import { useEffect, useEffectEvent, useRef } from "react";

let audioContext: AudioContext | undefined;

/** Browsers allow sound only after a user gesture: the first pointer event unlocks it. Returns the clean-up function. */
export function unlockAudio(): () => void {
  const unlock = () => {
    audioContext ??= new AudioContext();
    void audioContext.resume();
  };
  document.addEventListener("pointerdown", unlock);
  return () => document.removeEventListener("pointerdown", unlock);
}

/** Two short tones and a vibration; silent until the browser allows sound. */
export function playAlertSound(): void {
  navigator.vibrate?.([220, 90, 220]);
  if (audioContext?.state !== "running") return;
  for (const [offsetSeconds, frequencyHz] of [
    [0, 880],
    [0.22, 1175],
  ] as const) {
    const oscillator = audioContext.createOscillator();
    const gain = audioContext.createGain();
    oscillator.frequency.value = frequencyHz;
    gain.gain.setValueAtTime(0.25, audioContext.currentTime + offsetSeconds);
    gain.gain.exponentialRampToValueAtTime(0.001, audioContext.currentTime + offsetSeconds + 0.18);
    oscillator.connect(gain).connect(audioContext.destination);
    oscillator.start(audioContext.currentTime + offsetSeconds);
    oscillator.stop(audioContext.currentTime + offsetSeconds + 0.2);
  }
}

/** Plays the alert when a key appears that the previous list did not have; undefined means not loaded yet. */
export function useAlertSound(alertKeys: readonly string[] | undefined): void {
  const knownKeys = useRef<ReadonlySet<string>>(undefined);
  const key = alertKeys?.join(" ");
  const compareKeys = useEffectEvent(() => {
    if (!alertKeys) return;
    const isNew = knownKeys.current && alertKeys.some((alertKey) => !knownKeys.current?.has(alertKey));
    knownKeys.current = new Set(alertKeys);
    if (isNew) playAlertSound();
  });
  useEffect(() => compareKeys(), [key]);
}

const repeatIntervalMs = 4_000;

/** Repeats the alert while a pickup is waiting for the current user. */
export function useRepeatingAlertSound(isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(playAlertSound, repeatIntervalMs);
    return () => clearInterval(timer);
  }, [isWaiting]);
}
