// §9 OTP pin: 4 digits, 1000 to 9999, each as likely as the others (reading.md §6).
import { limits } from "#domain/limits.ts";

const codes = limits.otpHighest - limits.otpLowest + 1;
/** Two bytes below this are spread evenly over the codes; others are passed over. */
const even = Math.floor(0x1_0000 / codes) * codes;

/** How many bytes from a cryptographic source to pass in: all of them are passed over once in 10^11 times. */
export const otpBytes = 16;

/** Throws RangeError when every pair of bytes had to be passed over: draw again. */
export function otpFrom(bytes: Uint8Array): string {
  for (let index = 0; index + 1 < bytes.length; index += 2) {
    const number = bytes[index]! * 256 + bytes[index + 1]!;
    if (number < even) return String(limits.otpLowest + (number % codes));
  }
  throw new RangeError("these bytes make no code; draw others");
}
