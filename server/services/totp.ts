// §7 two-factor: time-based one-time passwords as RFC 6238 has them, with HMAC-SHA-1 and steps of 30 s.
import { createHmac, timingSafeEqual } from "node:crypto";

const stepMs = 30_000;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The password of one step. */
export function totp({ secret, step, digits = 6 }: { secret: Uint8Array; step: number; digits?: number }): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 0x0f) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / stepMs);
}

/** The step a password belongs to: this one, the one before or after, for a clock that is a little off. Undefined for none. */
export function stepOf({ secret, code, now }: { secret: Uint8Array; code: string; now: Date }): number | undefined {
  const typed = Buffer.from(code);
  const here = stepAt(now);
  return [here, here - 1, here + 1].find((step) => {
    const right = Buffer.from(totp({ secret, step }));
    return right.length === typed.length && timingSafeEqual(right, typed);
  });
}

/** RFC 4648 without padding, as authenticator apps take it. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((part) => alphabet[Number.parseInt(part.padEnd(5, "0"), 2)]).join("");
}

/** The bytes again; undefined for what is not base32. */
export function fromBase32(text: string): Uint8Array | undefined {
  if (!/^[A-Z2-7]+$/.test(text)) return undefined;
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
