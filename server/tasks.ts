// What each job does: an explicit list.
import type { Channel } from "#domain/messages.ts";
import type { House } from "#server/context.ts";
import { deliverMessages } from "#server/services/delivery.ts";
import type { Payload, Tasks } from "#server/services/jobs.ts";

export function tasksOf(house: House): Tasks {
  return {
    "deliver-messages": ({ channel, recipient }: Payload) =>
      deliverMessages({ house, channel: channel as Channel, recipient: String(recipient) }),
  };
}
