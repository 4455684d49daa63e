// §2 §7: actions of notifications: the devices of a person, and what their worker reports.
import { z } from "zod";
import { pushKindNames } from "#domain/messages/notifications.ts";
import { codeText, timestampText } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";

const own = { area: "notifications", access: "user" } as const;
const fromDevice = { area: "notifications", access: "public" } as const;
const kind = z.enum(pushKindNames, `"kinds" must be of ${pushKindNames.join(", ")}.`);
/** Base64url of a number of bytes, as browsers give their keys. */
const keyText = (name: string, bytes: number) =>
  z
    .string(`"${name}" is missing.`)
    .regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`), `"${name}" is not a key of ${bytes} bytes.`);
const endpoint = z
  .string('"endpoint" is missing.')
  .max(1_000, '"endpoint" is too long.')
  .refine((text) => URL.canParse(text), '"endpoint" must be an address.')
  .meta({ description: "Address that the browser's push service has assigned." });
const token = codeText.meta({ description: "Token of the notification." });

export const notificationActions = {
  read: contract("GET /actions/notifications", {
    ...own,
    summary: "Kinds of notifications that the current user can turn on, and own devices",
    reply: z.object({
      key: z.string().nullable().meta({ description: "Public key for subscriptions; null without notifications." }),
      kinds: z.array(kind),
      devices: z.array(
        z.object({
          id: z.int(),
          device: z.string().nullable().meta({ description: "Browser and system." }),
          endpoint_hash: z.string().meta({ description: "SHA-256 of the endpoint, by which a browser finds its own." }),
          kinds: z.array(kind),
          shows_details: z.boolean(),
          created_at: timestampText,
        }),
      ),
    }),
    errors: [],
  }),
  saveDevice: contract("POST /actions/notifications/devices", {
    ...own,
    summary: "Turn on notifications on this device, or change which it shows",
    body: z.object({
      endpoint,
      p256dh: keyText("p256dh", 65),
      auth: keyText("auth", 16),
      kinds: z.array(kind, '"kinds" must be a list.').max(pushKindNames.length),
      shows_details: z
        .boolean('"shows_details" must be true or false.')
        .meta({ description: "Whether plates and names are shown, also on a locked screen." }),
    }),
    errors: ["FORBIDDEN"],
  }),
  renewDevice: contract("POST /actions/notifications/devices/renew", {
    ...own,
    summary: "Bind the notifications of this device to the current session",
    body: z.object({ endpoint }),
    reply: z.object({ is_renewed: z.boolean() }),
    errors: [],
  }),
  removeDevice: contract("POST /actions/notifications/devices/:id/remove", {
    ...own,
    summary: "Turn off notifications on an own device",
    errors: [],
  }),
  reportSeen: contract("POST /actions/notifications/seen", {
    ...fromDevice,
    summary: "Report that a device has shown a notification, so that no SMS replaces it",
    body: z.object({ token }),
    errors: ["INVALID_TOKEN"],
  }),
  answer: contract("POST /actions/notifications/answer", {
    ...fromDevice,
    summary: "Answer on a notification, once, as the user to whom it was sent",
    body: z.object({ token, answer: z.string('"answer" is missing.') }),
    reply: z.object({ text: z.string().meta({ description: "What was done." }) }),
    errors: [
      "INVALID_TOKEN",
      "STATUS_ALREADY_UPDATED",
      "PERSON_STATUS_ALREADY_UPDATED",
      "ASSIGNED_SOME_OTHER",
      "NO_NEXT_STATUS",
      "USER_ATTENDANCE_OFF",
    ],
  }),
};
