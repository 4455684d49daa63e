// §2 /reporting/money: words of its rows.
import { channelLabels, paymentChannels } from "#domain/payments/channels/payment-channels.ts";
import type { paymentKinds } from "#domain/payments/states.ts";

/** What an amount was received for: a service, a pass, or what an account owed. */
export const revenueServices = ["is_parking", "is_valet_and_parking", "pass", "account"] as const;

export const revenueServiceLabels: { readonly [service: string]: string } = {
  is_parking: "Parking",
  is_valet_and_parking: "Valet",
  pass: "Passes",
  account: "Accounts settled",
} satisfies { readonly [service in (typeof revenueServices)[number]]: string };

export const paymentKindLabels: { readonly [kind in (typeof paymentKinds)[number]]: string } = {
  payment: "Payment",
  refund: "Refund",
  reversal: "Reversal",
  settlement: "Settlement",
};

export function getChannelLabel(channel: string): string {
  const known = paymentChannels.find((name) => name === channel);
  return known ? channelLabels[known] : channel;
}
