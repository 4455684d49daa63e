// Vibration and a short sound on success and refusal at the gate, always beside the picture and the text. Each can be turned off
// on a device, on the account page.
import { useEffect } from "react";
import { createStore } from "#web/store.ts";
import { playTones, type Tone, unlockAudio } from "#web/product/signals/sound.ts";

export const signalNames = ["vibration", "sound"] as const;
export type SignalName = (typeof signalNames)[number];

/** Belongs to the device, so that a log-out keeps it (web/api/tokens/access-token.ts). */
const getKey = (name: SignalName): string => `chaavi-${name}`;

function readSettings(): { [name in SignalName]: boolean } {
  const isOn = (name: SignalName) => localStorage.getItem(getKey(name)) !== "off";
  return { vibration: isOn("vibration"), sound: isOn("sound") };
}

export const signalStore = createStore(readSettings());

export function setSignal(name: SignalName, isOn: boolean): void {
  if (isOn) localStorage.removeItem(getKey(name));
  else localStorage.setItem(getKey(name), "off");
  signalStore.set({ ...signalStore.get(), [name]: isOn });
}

type Result = "success" | "refusal";

const vibrations: { [result in Result]: number[] } = { success: [60], refusal: [120, 80, 120] };
const tones: { [result in Result]: Tone[] } = {
  success: [{ offsetSeconds: 0, frequencyHz: 1_320, volume: 0.15 }],
  // Two low tones, which differ from success also without hearing the pitch.
  refusal: [
    { offsetSeconds: 0, frequencyHz: 294, volume: 0.25 },
    { offsetSeconds: 0.25, frequencyHz: 220, volume: 0.25 },
  ],
};

function signal(result: Result): void {
  const { vibration, sound } = signalStore.get();
  if (vibration) navigator.vibrate?.(vibrations[result]);
  if (sound) playTones(tones[result]);
}

/** Wraps an action of the gate: signals its success, or the refusal that it throws. */
export function useSignals(): <A extends unknown[], R>(
  action: (...args: A) => Promise<R>,
) => (...args: A) => Promise<R> {
  useEffect(() => unlockAudio(), []);
  return withSignals;
}

function withSignals<A extends unknown[], R>(action: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      const result = await action(...args);
      signal("success");
      return result;
    } catch (thrown) {
      signal("refusal");
      throw thrown;
    }
  };
}
