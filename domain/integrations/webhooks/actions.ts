// §7: actions for webhooks.
import { z } from "zod";
import { eventTypeNames } from "#domain/integrations/webhooks/event-types.ts";
import { contract } from "#domain/schema/contract.ts";

const common = { area: "integrations", access: "user", visibleTo: { can: "integration.manage" }, errors: [] } as const;

const endpoint = {
  fields: { Webhook_Endpoints: ["url", "description"] },
  body: z.object({
    event_types: z
      .array(z.enum(eventTypeNames, `"event_types" may contain ${eventTypeNames.join(", ")}.`))
      .meta({ description: "Events that are sent" }),
    branches: z.array(z.int()).min(1).nullish().meta({ description: "Ids of branches; null for all of the company" }),
  }),
} as const;

export const webhookActions = {
  create: contract("POST /actions/webhooks", {
    ...common,
    ...endpoint,
    summary: "Create a webhook; its signing secret is shown once",
    reply: z.object({ id: z.int(), secret: z.string() }),
  }),
  change: contract("POST /actions/webhooks/:id/change", {
    ...common,
    ...endpoint,
    summary: "Change the address, events and branches of a webhook",
  }),
  rotate: contract("POST /actions/webhooks/:id/rotate", {
    ...common,
    summary: "Create a new signing secret; the previous one also signs for 24 hours",
    reply: z.object({ secret: z.string(), previous_secret_until: z.iso.datetime() }),
  }),
  pause: contract("POST /actions/webhooks/:id/pause", {
    ...common,
    summary: "Pause a webhook; its events are kept and sent when it is resumed",
  }),
  resume: contract("POST /actions/webhooks/:id/resume", {
    ...common,
    summary: "Resume a paused or disabled webhook",
  }),
  remove: contract("POST /actions/webhooks/:id/delete", {
    ...common,
    summary: "Delete a webhook with its log",
  }),
  test: contract("POST /actions/webhooks/:id/test", {
    ...common,
    summary: "Send a test event to a webhook",
    reply: z.object({ event: z.string() }),
  }),
  resend: contract("POST /actions/webhooks/deliveries/:id/resend", {
    ...common,
    summary: "Send an event again",
  }),
};
