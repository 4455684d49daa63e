// §9 OTP: 4 digits, 1000 to 9999; login and verification codes: 6 digits. Uniformly distributed (reading.md §6).
import * as limits from "#domain/limits.ts";

/** Number of random bytes from a cryptographic source; all of them are rejected less than once in 10^11 times. */
export const otpRandomBytes = 16;

/** Generates the handover code of a ticket. Throws RangeError if all bytes are rejected; retry with new bytes. */
export function generateHandoverCode(bytes: Uint8Array): string {
  return generateCode({ bytes, width: 2, lowest: limits.otpLowest, highest: limits.otpHighest });
}

/** Generates a login or verification code from as many bytes. Throws RangeError like `generateHandoverCode`. */
export function generateLoginCode(bytes: Uint8Array): string {
  return generateCode({ bytes, width: 4, lowest: limits.loginCodeLowest, highest: limits.loginCodeHighest });
}

function generateCode({
  bytes,
  width,
  lowest,
  highest,
}: {
  bytes: Uint8Array;
  /** Bytes per code. */
  width: number;
  lowest: number;
  highest: number;
}): string {
  const codeCount = highest - lowest + 1;
  // Numbers below this limit map evenly to codes; others are rejected to avoid bias.
  const unbiasedLimit = Math.floor(256 ** width / codeCount) * codeCount;
  for (let index = 0; index + width <= bytes.length; index += width) {
    const number = bytes.slice(index, index + width).reduce((sum, byte) => sum * 256 + byte, 0);
    if (number < unbiasedLimit) return String(lowest + (number % codeCount));
  }
  throw new RangeError("no code can be generated from these bytes");
}
