// §7: webhook endpoints of a company, the events written for them, and the deliveries of each event.
import { ownCompany } from "#domain/access/row-filters.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { choice, encrypted, integer, json, one, text, timestamp } from "#domain/schema/fields.ts";
import { deliveryStates, endpointStates } from "#domain/integrations/webhooks/delivery.ts";
import { eventTypeNames, testEventType } from "#domain/integrations/webhooks/event-types.ts";

const company = one("Companies", { required: true, onDelete: "cascade", index: true, serverSet: true });

const webhookEndpointsFields = {
  company,
  url: text({ required: true, max: 500, serverSet: true, label: "Address" }),
  description: text({ max: 100, serverSet: true }),
  event_types: json<string[]>({ serverSet: true, default: [] }),
  /** Ids of branches; null for all. */
  branches: json<number[] | null>({ serverSet: true }),
  state: choice(endpointStates, { default: "active", serverSet: true }),
  secret: encrypted({ serverSet: true }),
  /** Also signs until then, so that receivers can change to the new secret. */
  previous_secret: encrypted({ serverSet: true }),
  previous_secret_until: timestamp({ serverSet: true }),
  /** Failed attempts since the last success, and when the first of them was. */
  failures: integer({ default: 0, serverSet: true }),
  failing_since: timestamp({ serverSet: true }),
  /** No delivery is attempted before. */
  held_until: timestamp({ serverSet: true }),
};

export const WebhookEndpoints = defineCollection("Webhook_Endpoints", {
  fields: webhookEndpointsFields,
  isLive: true,
  access: { read: { "integration.manage": ownCompany } },
});

const webhookEventsFields = {
  company,
  branch: one("Branch", { onDelete: "cascade", serverSet: true }),
  /** Public id, the same in every delivery. */
  key: text({ required: true, max: 40, unique: true, serverSet: true }),
  type: choice([...eventTypeNames, testEventType], { required: true, serverSet: true }),
  /** What the order is kept for, such as 'entry:42', and the number of the event in it. */
  subject: text({ required: true, max: 60, index: true, serverSet: true }),
  sequence: integer({ serverSet: true }),
  occurred_at: timestamp({ isSetOnCreate: true, serverSet: true }),
  /** Body of the requests. */
  payload: json<{ [name: string]: unknown }>({ serverSet: true }),
};

/** Written only if an endpoint receives them. */
export const WebhookEvents = defineCollection("Webhook_Events", {
  fields: webhookEventsFields,
  isAudited: false,
  access: { read: { "integration.manage": ownCompany } },
});

const webhookDeliveriesFields = {
  company,
  endpoint: one("Webhook_Endpoints", { required: true, onDelete: "cascade", serverSet: true }),
  event: one("Webhook_Events", { required: true, onDelete: "cascade", index: true, serverSet: true }),
  subject: text({ required: true, max: 60, serverSet: true }),
  state: choice(deliveryStates, { default: "waiting", serverSet: true }),
  attempts: integer({ default: 0, serverSet: true }),
  attempted_at: timestamp({ serverSet: true }),
  next_try_at: timestamp({ serverSet: true }),
  delivered_at: timestamp({ serverSet: true }),
  status_code: integer({ serverSet: true }),
  /** Beginning of the last response, or why there was none. */
  response: text({ max: 500, serverSet: true }),
};

export const WebhookDeliveries = defineCollection("Webhook_Deliveries", {
  fields: webhookDeliveriesFields,
  indexes: [
    ["endpoint", "state", "id"],
    ["endpoint", "subject", "state", "id"],
  ],
  isAudited: false,
  access: { read: { "integration.manage": ownCompany } },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Webhook_Endpoints: typeof webhookEndpointsFields;
    Webhook_Events: typeof webhookEventsFields;
    Webhook_Deliveries: typeof webhookDeliveriesFields;
  }
}
