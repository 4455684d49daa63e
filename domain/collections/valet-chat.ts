// §8 Chat: one conversation for each valet ticket, and its messages in their order. Written by server/features/valet/chat.ts.
import { ownBranch, ownCompany, through } from "#domain/access.ts";
import { collection } from "#domain/collection.ts";
import { choice, integer, one, oneByUuid, personName, text, timestamp } from "#domain/fields.ts";
import { chatCarries, ticketKnowsChat, valetChatMessageRules, valetChatRules } from "#domain/rules/valet-chat.ts";

export const ValetChats = collection("valet_chats", {
  fields: {
    valet_and_parking_information: one("Valet_and_Parking_Information", { required: true, onDelete: "cascade" }),
    company: one("Companies", { serverSet: true, onDelete: "cascade" }),
    branch: one("Branch", { serverSet: true, onDelete: "cascade" }),
    // Who writes for the customer: asked before the first message.
    customer_name: personName(),
    // The one of the staff who holds the conversation, and since when.
    holder: oneByUuid("users", { onDelete: "set null" }),
    held_at: timestamp({ serverSet: true }),
    // The last message of all, of each side, and up to which each side has read.
    last_sequence: integer({ serverSet: true, default: 0 }),
    last_message_at: timestamp({ serverSet: true }),
    customer_last: integer({ serverSet: true, default: 0 }),
    staff_last: integer({ serverSet: true, default: 0 }),
    customer_read: integer({ default: 0, min: 0 }),
    staff_read: integer({ default: 0, min: 0 }),
  },
  unique: [
    { on: ["valet_and_parking_information"] },
    { on: ["holder"], while: "holder is not null", error: "CHAT_ON" },
  ],
  indexes: [["branch", "last_message_at"]],
  needs: ["valet_and_parking_information"],
  rules: valetChatRules,
  carries: ticketKnowsChat,
  live: true,
  access: { read: { admin: ownCompany, manager: ownBranch, staff: ownBranch } },
});

const chatOfCompany = through("chat", ownCompany);
const chatOfBranch = through("chat", ownBranch);

export const ValetChatMessages = collection("valet_chat_messages", {
  fields: {
    chat: one("valet_chats", { required: true, onDelete: "cascade" }),
    // Made by who sends it, so that a message sent again after a break is there once.
    client_id: text({ required: true, max: 36, pattern: /^[\w-]{8,36}$/, message: "must be an id of its own" }),
    sequence: integer({ serverSet: true }),
    sender: choice(["customer", "staff"], { serverSet: true }),
    name: text({ serverSet: true, max: 50 }),
    text: text({ label: "Message", required: true, normalise: (typed) => typed.trim() }),
  },
  unique: [{ on: ["chat", "client_id"] }, { on: ["chat", "sequence"] }],
  needs: ["chat.holder"],
  rules: valetChatMessageRules,
  scarce: ["message"],
  carries: chatCarries,
  access: { read: { admin: chatOfCompany, manager: chatOfBranch, staff: chatOfBranch } },
});
