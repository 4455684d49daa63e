// A new pickup request rings and vibrates on the open board, so that nobody has to look at it all the time.
import { useEffect, useRef } from "react";
import { valetSequence } from "#domain/states/valet.ts";
import type { TicketWire } from "#web/items/ticket.ts";

/** Two short tones; silent where the browser allows no sound before the page was touched. */
function ring(): void {
  navigator.vibrate?.([220, 90, 220]);
  const audio = new AudioContext();
  if (audio.state === "suspended") return void audio.close();
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
  setTimeout(() => void audio.close(), 800);
}

/** Rings when a request appears that was not there when the board was read before. */
export function useRing(tickets: readonly TicketWire[] | undefined): void {
  const known = useRef<ReadonlySet<number>>(undefined);
  useEffect(() => {
    if (!tickets) return;
    const asked = tickets.filter((ticket) => ticket.status_id.sequence === valetSequence.pickupRequested);
    const isNew = known.current && asked.some((ticket) => !known.current?.has(ticket.id));
    known.current = new Set(asked.map((ticket) => ticket.id));
    if (isNew) ring();
  }, [tickets]);
}
