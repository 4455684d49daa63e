// §8 Chat: one conversation for each valet ticket, and its messages in their order. Written by
// server/features/valet/chat/chat.ts.
import { inOwnScope, viaRelation } from "#domain/access/row-filters.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { choice, integer, one, oneByUuid, personName, text, timestamp } from "#domain/schema/fields.ts";
import {
  propagateMessageToChat,
  propagateChatToTicket,
  valetChatMessageRules,
  valetChatRules,
} from "#domain/valet/chat.ts";

const valetChatsFields = {
  valet_and_parking_information: one("Valet_and_Parking_Information", { required: true, onDelete: "cascade" }),
  company: one("Companies", { serverSet: true, isSetOnCreate: true, onDelete: "cascade" }),
  branch: one("Branch", { serverSet: true, isSetOnCreate: true, onDelete: "cascade" }),
  // Name of the customer, requested before the first message.
  customer_name: personName(),
  // The staff member who has joined the chat, and since when.
  holder: oneByUuid("users", { onDelete: "set null" }),
  held_at: timestamp({ serverSet: true }),
  // Sequence of the last message overall and per side, and the read position of each side.
  last_sequence: integer({ serverSet: true, default: 0 }),
  last_message_at: timestamp({ serverSet: true }),
  customer_last: integer({ serverSet: true, default: 0 }),
  staff_last: integer({ serverSet: true, default: 0 }),
  customer_read: integer({ default: 0, min: 0 }),
  staff_read: integer({ default: 0, min: 0 }),
  // Messages up to this one are of an earlier phone number of the ticket, and its customer does not read them.
  customer_from: integer({ serverSet: true, default: 0 }),
};

export const ValetChats = defineCollection("valet_chats", {
  fields: valetChatsFields,
  unique: [
    { fields: ["valet_and_parking_information"] },
    { fields: ["holder"], where: "holder is not null", error: "CHAT_ON" },
  ],
  indexes: [["branch", "last_message_at"]],
  include: ["valet_and_parking_information"],
  rules: valetChatRules,
  propagates: propagateChatToTicket,
  isLive: true,
  service: "is_valet_and_parking",
  access: { read: { "valet.read": inOwnScope } },
});

const valetChatMessagesFields = {
  chat: one("valet_chats", { required: true, onDelete: "cascade" }),
  // Created by the sender, so that a message resent after a lost connection is stored once.
  client_id: text({ required: true, max: 36, pattern: /^[\w-]{8,36}$/, message: "must be a unique id" }),
  sequence: integer({ serverSet: true, isSetOnCreate: true }),
  sender: choice(["customer", "staff"], { serverSet: true, isSetOnCreate: true }),
  name: text({ serverSet: true, max: 50 }),
  text: text({ label: "Message", required: true, normalise: (input) => input.trim() }),
};

export const ValetChatMessages = defineCollection("valet_chat_messages", {
  fields: valetChatMessagesFields,
  unique: [{ fields: ["chat", "client_id"] }, { fields: ["chat", "sequence"] }],
  include: ["chat.holder", "chat.valet_and_parking_information"],
  rules: valetChatMessageRules,
  allocations: ["message"],
  propagates: propagateMessageToChat,
  service: "is_valet_and_parking",
  access: { read: { "valet.read": viaRelation("chat", inOwnScope) } },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    valet_chats: typeof valetChatsFields;
    valet_chat_messages: typeof valetChatMessagesFields;
  }
}
