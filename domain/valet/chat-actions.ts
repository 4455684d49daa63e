// §8: actions of the chat of a ticket, for the staff of its branch; those of the customer are in customer-actions.ts.
import { z } from "zod";
import { timestampText } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";

/** The chat, and its messages after the requested sequence number. */
export const conversation = z.object({
  chat: z
    .object({
      id: z.int(),
      customer_name: z.string().nullable(),
      holder: z
        .object({ id: z.string(), first_name: z.string() })
        .nullable()
        .meta({ description: "Staff member who replies." }),
      last_sequence: z.int(),
      customer_read: z.int().meta({ description: "Sequence number of the last message the customer has read." }),
      staff_read: z.int().meta({ description: "Sequence number of the last message staff have read." }),
    })
    .nullable()
    .meta({ description: "Null before the first message or join." }),
  messages: z.array(
    z.object({
      sequence: z.int(),
      client_id: z.string(),
      sender: z.enum(["customer", "staff"]),
      name: z.string(),
      text: z.string(),
      date_created: timestampText,
    }),
  ),
});

const messageText = z.string("Send text and client_id.");
export const messageBody = z.object({
  text: messageText,
  client_id: messageText.meta({ description: "Unique id by the sender; a repeated message is stored once." }),
});
export const readPositionBody = z.object({
  to: z.int("Send to, the sequence number of the last message read."),
});
export const afterQuery = { after: "Sequence number after which messages are returned; 0 by default." } as const;

const common = { area: "valet", visibleTo: { can: "gate.operate" }, query: afterQuery, reply: conversation } as const;

export const valetChatActions = {
  read: contract("GET /actions/valet/:id/chat", { ...common, summary: "Chat of a ticket", errors: [] }),
  send: contract("POST /actions/valet/:id/chat/send", {
    ...common,
    summary: "Send a message to the customer",
    body: messageBody,
    bodyName: "a message",
    errors: ["CHAT_NOT_JOINED", "ALREADY_CHATTING", "LONG_MESSAGE", "USER_ATTENDANCE_OFF"],
  }),
  join: contract("POST /actions/valet/:id/chat/join", {
    ...common,
    summary: "Join the chat, or take it over as a manager",
    errors: ["ALREADY_CHATTING", "CHAT_ON", "USER_ATTENDANCE_OFF"],
  }),
  end: contract("POST /actions/valet/:id/chat/end", {
    ...common,
    summary: "End the chat",
    errors: ["ALREADY_CHATTING", "USER_ATTENDANCE_OFF"],
  }),
  markRead: contract("POST /actions/valet/:id/chat/read", {
    ...common,
    summary: "Record the last message that staff have read",
    body: readPositionBody,
    errors: ["USER_ATTENDANCE_OFF"],
  }),
};
