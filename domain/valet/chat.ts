// §8 Chat between the customer of a ticket and the branch's staff, one staff member at a time. See
// docs/rules/valet-chat.md.
import { can } from "#domain/access/capabilities.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { WriteRule } from "#domain/schema/collection.ts";
import type { PropagationOf, RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import * as limits from "#domain/limits.ts";
import { validateActorOnDuty } from "#domain/people/on-duty.ts";
import { validateActorService } from "#domain/people/staff-service.ts";
import { canManageValet, isExternal, getUserId } from "#domain/valet/valet-staff.ts";

type ChatChanges = Partial<RowOf<"valet_chats">>;

/** ALREADY_CHATTING with the name of the chat's holder. */
function chatTakenViolation(holder: Pick<RowOf<"users">, "first_name"> | null): RuleViolation {
  const name = holder?.first_name ?? null;
  return new RuleViolation("ALREADY_CHATTING", undefined, { name });
}

/** Nobody watches the chat of a ticket whose car is gone. */
const isClosed = (ticket: Pick<RowOf<"Valet_and_Parking_Information">, "out_time"> | null): boolean =>
  ticket !== null && ticket.out_time !== null;

/** Sets company and branch from the ticket; a chat cannot move to another ticket. */
function applyChatTicket({
  before,
  changes,
  related,
}: RuleArgsOf<"valet_chats", "valet_and_parking_information">): ChatChanges | RuleViolation | undefined {
  const field = "valet_and_parking_information";
  if (before)
    return field in changes && changes[field] !== before[field] ? new RuleViolation("FORBIDDEN", field) : undefined;
  const ticket = related[field];
  return ticket ? { company: ticket.company, branch: ticket.branch } : new RuleViolation("INVALID_FOREIGN_KEY", field);
}

/**
 * Staff join a chat without a holder and end their own; managers can also take over and end the chats of others. The
 * database prevents two chats per holder (CHAT_ON). ALREADY_CHATTING with `name`, FORBIDDEN; NO_NEXT_STATUS for a closed
 * ticket.
 */
function applyHolderChange({
  before,
  changes,
  actor,
  now,
  related,
}: RuleArgsOf<"valet_chats", "valet_and_parking_information">): ChatChanges | RuleViolation | undefined {
  if (!("holder" in changes)) return undefined;
  const currentHolder = getUserId(before?.holder);
  const newHolder = getUserId(changes.holder);
  if (currentHolder === newHolder) return undefined;
  // The server ends the chat of a ticket that is closed: only it sets `held_at`.
  if (newHolder === null && changes.held_at === null) return undefined;
  if (isExternal(actor)) return new RuleViolation("FORBIDDEN", "holder");
  if (newHolder !== null && newHolder !== actor.id && !can(actor, "platform.administer"))
    return new RuleViolation("FORBIDDEN", "holder");
  if (currentHolder !== null && currentHolder !== actor.id && !canManageValet(actor)) return chatTakenViolation(null);
  if (newHolder !== null && isClosed(related.valet_and_parking_information)) return new RuleViolation("NO_NEXT_STATUS");
  return { held_at: newHolder === null ? null : now };
}

/** The read position only moves forward and never beyond the last message. */
function applyReadPosition({ before, after, changes }: RuleArgsOf<"valet_chats">): ChatChanges | undefined {
  const last = after.last_sequence ?? 0;
  const advance = (field: "customer_read" | "staff_read") => {
    if (!(field in changes)) return {};
    const read = Math.min(last, changes[field] ?? 0);
    return { [field]: Math.max(before?.[field] ?? 0, read) };
  };
  return { ...advance("customer_read"), ...advance("staff_read") };
}

export const valetChatRules: readonly WriteRule[] = [
  validateActorOnDuty,
  validateActorService("is_valet_and_parking"),
  applyChatTicket,
  applyHolderChange,
  applyReadPosition,
];

/** LONG_MESSAGE; counts code points, not UTF-16 units. */
function validateMessageLength({ after }: RuleArgsOf<"valet_chat_messages">): RuleViolation | undefined {
  return [...after.text].length > limits.chatMessage ? new RuleViolation("LONG_MESSAGE", "text") : undefined;
}

/**
 * Sets sender and name: the customer's name from joining (JOIN_CHAT_WITHOUT_NAME), or the name of the staff member, who
 * must hold the chat (ALREADY_CHATTING with `name`, CHAT_NOT_JOINED). Sent messages cannot be changed (FORBIDDEN), and a
 * closed ticket gets none (NO_NEXT_STATUS).
 */
function applySender({
  before,
  actor,
  related,
}: RuleArgsOf<"valet_chat_messages", "chat.holder" | "chat.valet_and_parking_information">):
  | Partial<RowOf<"valet_chat_messages">>
  | RuleViolation
  | undefined {
  if (before) return can(actor, "platform.administer") ? undefined : new RuleViolation("FORBIDDEN");
  const { chat } = related;
  if (!chat) return new RuleViolation("INVALID_FOREIGN_KEY", "chat");
  if (isClosed(chat.valet_and_parking_information)) return new RuleViolation("NO_NEXT_STATUS");
  if (isExternal(actor)) {
    const name = chat.customer_name;
    return name ? { sender: "customer", name } : new RuleViolation("JOIN_CHAT_WITHOUT_NAME", "name");
  }
  const holder = getUserId(chat.holder);
  if (holder !== actor.id && !can(actor, "platform.administer"))
    return holder === null ? new RuleViolation("CHAT_NOT_JOINED") : chatTakenViolation(chat.holder);
  return { sender: "staff", name: actor.name };
}

export const valetChatMessageRules: readonly WriteRule[] = [validateActorOnDuty, validateMessageLength, applySender];

/** Changes of the chat caused by a message: the last sequence number, and the sender's read position. */
export function propagateMessageToChat({
  before,
  after,
}: RuleArgsOf<"valet_chat_messages">): PropagationOf<"valet_chat_messages">[] {
  if (before) return [];
  const { sequence, sender, date_created: at } = after;
  const side = sender === "customer" ? "customer" : "staff";
  return [
    {
      to: "chat",
      set: { last_sequence: sequence, [`${side}_last`]: sequence, [`${side}_read`]: sequence, last_message_at: at },
    },
  ];
}

/** Links the ticket to its new chat, so that pages of the ticket receive live updates. */
export function propagateChatToTicket({ before, after }: RuleArgsOf<"valet_chats">): PropagationOf<"valet_chats">[] {
  return before ? [] : [{ to: "valet_and_parking_information", set: { chat: after.id } }];
}

/** A chat ends with the handover or the cancellation of its ticket, so that an open one never keeps a car. */
export function propagateClosingToChat({
  before,
  after,
  related,
}: RuleArgsOf<"Valet_and_Parking_Information", "chat.holder">): PropagationOf<"Valet_and_Parking_Information">[] {
  const isClosed = before?.out_time === null && after.out_time !== null;
  return isClosed && related.chat?.holder ? [{ to: "chat", set: { holder: null, held_at: null } }] : [];
}

/** ACTIVE_CHAT_PRESENTS: users must end their chat before they go off duty. */
export function validateNoActiveChat({ before, changes, lookups }: RuleArgsOf<"users">): RuleViolation | undefined {
  const isLeaving = before?.in_out_flag === true && changes.in_out_flag === false;
  return isLeaving && lookups?.activeChat ? new RuleViolation("ACTIVE_CHAT_PRESENTS") : undefined;
}
