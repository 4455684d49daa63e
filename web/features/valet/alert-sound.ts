// Sound (WebAudio) and vibration of pickup alerts.
import { useEffect, useEffectEvent, useRef } from "react";
import { playTones } from "#web/product/signals/sound.ts";

/** Two short tones and a vibration; silent until the browser allows sound. */
export function playAlertSound(): void {
  navigator.vibrate?.([220, 90, 220]);
  playTones([
    { offsetSeconds: 0, frequencyHz: 880, volume: 0.25 },
    { offsetSeconds: 0.22, frequencyHz: 1_175, volume: 0.25 },
  ]);
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
