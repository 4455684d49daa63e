// What a one-time code is bound to, and how a page carries the binding, encrypted, from requesting the code to submitting it.
import type { Channel } from "#domain/messages/messages.ts";
import type { AppServices } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";

/** Purposes of a code; a code is valid for its own purpose only. */
export const otpPurposes = ["login", "registration", "verification", "reset"] as const;
/** `valet`: for the customer's page of a ticket, requested with a phone number or vehicle number. */
export type OtpPurpose = (typeof otpPurposes)[number] | "valet";

/**
 * What a code is bound to. Only the client that received `asker` when it requested the code can submit it; another client
 * that requests a code for the same recipient gets its own `asker` and code.
 */
export interface OtpBinding {
  channel: Channel;
  /** Phone number or email; for the page of a ticket the text that was typed to find it. */
  recipient: string;
  purpose: OtpPurpose;
  asker: string;
}

/**
 * Encrypts the binding that the page carries from the request of a code to its submission; `extra` is further data for that
 * step.
 */
export function sealBinding({
  services,
  binding,
  extra = {},
}: {
  services: AppServices;
  binding: OtpBinding;
  extra?: object;
}): string {
  return services.sealer.seal(JSON.stringify({ ...extra, binding }));
}

/** Decrypts a binding. Throws NO_OTP if it was altered or has another purpose. */
export function unsealBinding<T extends object = object>({
  services,
  values,
  purpose,
}: {
  services: AppServices;
  values: unknown;
  purpose: OtpPurpose;
}): Partial<T> & { binding: OtpBinding } {
  try {
    const unsealed = JSON.parse(services.sealer.unseal(String(values))) as Partial<T> & { binding?: OtpBinding };
    if (unsealed.binding?.purpose === purpose) return { ...unsealed, binding: unsealed.binding };
  } catch {
    // An altered value cannot be decrypted.
  }
  return throwApiError("NO_OTP");
}
