// §7: webhooks of the company and the log of their deliveries.
import { queryOptions } from "@tanstack/react-query";
import { eventTypes } from "#domain/integrations/webhooks/event-types.ts";
import { isKeyOf } from "#domain/object-keys.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { itemsQuery } from "#web/api/items.ts";

export const endpointCollection = "Webhook_Endpoints";
const deliveryCollection = "Webhook_Deliveries";
const deliveryFields = ["*", "event.type", "event.subject", "event.key"] as const;

export type WebhookEndpoint = WireRow<typeof endpointCollection>;
export type WebhookDelivery = WireRow<typeof deliveryCollection, typeof deliveryFields>;

export const webhooksQuery = itemsQuery(endpointCollection, { sort: ["-id"], limit: -1 });

/** The log is not live: an open one is read again every few seconds. */
export const deliveriesQuery = (endpoint: number) =>
  queryOptions({
    ...itemsQuery(deliveryCollection, {
      fields: deliveryFields,
      filter: { endpoint: { _eq: endpoint } },
      sort: ["-id"],
      limit: 50,
    }),
    refetchInterval: 2_000,
  });

export const describeEvent = (type: string): string =>
  isKeyOf(eventTypes, type) ? eventTypes[type].label : "Test event";

export const endpointBadges = {
  active: { label: "Active", colour: "green" },
  paused: { label: "Paused", colour: "grey" },
  disabled: { label: "Disabled", colour: "red" },
} as const;

export const deliveryBadges = {
  waiting: { label: "Waiting", colour: "amber" },
  delivered: { label: "Delivered", colour: "green" },
  failed: { label: "Failed", colour: "red" },
} as const;
