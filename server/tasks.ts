// What each job does: an explicit list.
import type { Channel } from "#domain/messages.ts";
import type { House } from "#server/context.ts";
import { inviteWaiting } from "#server/services/invitations.ts";
import { deliverMessages } from "#server/services/delivery.ts";
import { checkAttempt } from "#server/services/payments/check.ts";
import { stepRefund } from "#server/services/payments/refund.ts";
import { removeOld } from "#server/services/remove-old.ts";
import { checkAgain, type TaxIdKind } from "#server/services/tax-ids.ts";
import type { Payload, Tasks } from "#server/services/jobs.ts";

export function tasksOf(house: House): Tasks {
  return {
    "check-tax-id": ({ kind, hash }: Payload) => checkAgain({ house, kind: kind as TaxIdKind, hash: String(hash) }),
    "deliver-messages": ({ channel, recipient }: Payload) =>
      deliverMessages({ house, channel: channel as Channel, recipient: String(recipient) }),
    "invite-people": ({ people, inviter }: Payload) =>
      inviteWaiting({ house, people: String(people).split(","), inviter: String(inviter) }),
    "remove-old": async () => void (await removeOld({ house })),
    "payment-check": ({ attempt }: Payload) => checkAttempt({ house, id: Number(attempt) }),
    "payment-refund": ({ refund, tries }: Payload) => stepRefund({ house, id: Number(refund), tries: Number(tries) }),
  };
}
