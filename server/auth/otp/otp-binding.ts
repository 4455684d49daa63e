// What a one-time code is bound to. The page carries it, encrypted (tokenKinds.otp), from requesting the code to submitting
// it.
import type { Channel } from "#domain/messages/messages.ts";

/** Purposes of a code; a code is valid for its own purpose only. */
export const otpPurposes = ["login", "registration", "verification", "reset"] as const;
/**
 * `valet`: for the customer's page of a ticket, requested with a phone number or vehicle number; `staff`: log-in of staff
 * without an email.
 */
export type OtpPurpose = (typeof otpPurposes)[number] | "valet" | "staff";

/**
 * What a code is bound to. Only the client that received `requestKey` when it requested the code can submit it; another
 * client that requests a code for the same recipient gets its own `requestKey` and code.
 */
export interface OtpBinding {
  channel: Channel;
  /** Phone number or email; for the page of a ticket the text that was typed to find it. */
  recipient: string;
  purpose: OtpPurpose;
  requestKey: string;
}
