// §8 Chat: the customer of a ticket and the branch's staff; one of the staff holds the conversation. Prose: docs/rules/valet-chat.md.
import { Refusal } from "#domain/collection.ts";
import type { Row, RuleArgs, WriteRule } from "#domain/collection.ts";
import { limits } from "#domain/limits.ts";
import { idOf } from "#domain/rules/charge.ts";
import { actorIsOnDuty } from "#domain/rules/on-duty.ts";
import { isManaging, isOutside, personOf } from "#domain/rules/valet-staff.ts";

/** ALREADY_CHATTING, with the name of who holds the chat. */
function heldByOther(holder: Row | null): Refusal {
  const name = (holder?.["first_name"] ?? null) as string | null;
  return new Refusal("ALREADY_CHATTING", undefined, { name });
}

/** A chat is its ticket's, and of its ticket's branch. */
function chatIsOfTicket({ before, changes, related }: RuleArgs): Row | Refusal | undefined {
  const field = "valet_and_parking_information";
  if (before)
    return field in changes && idOf(changes[field]) !== idOf(before[field])
      ? new Refusal("FORBIDDEN", field)
      : undefined;
  const ticket = related[field];
  if (!ticket) return new Refusal("INVALID_FOREIGN_KEY", field);
  return { company: idOf(ticket["company"]), branch: idOf(ticket["branch"]) };
}

/**
 * Joined by oneself where nobody holds it, ended by who holds it; a manager takes over and ends as well. Holding two at once
 * is the database's to refuse (CHAT_ON). Throws ALREADY_CHATTING with `name`, FORBIDDEN.
 */
function holderChanges({ before, changes, who, now }: RuleArgs): Row | Refusal | undefined {
  if (!("holder" in changes)) return undefined;
  const held = personOf(before?.["holder"]);
  const to = personOf(changes["holder"]);
  if (held === to) return undefined;
  if (isOutside(who)) return new Refusal("FORBIDDEN", "holder");
  if (to !== null && to !== who.id && who.role !== "platform") return new Refusal("FORBIDDEN", "holder");
  if (held !== null && held !== who.id && !isManaging(who)) return heldByOther(null);
  return { held_at: to === null ? null : now };
}

/** What was read stays read, and nobody has read what was not written. */
function readsForward({ before, after, changes }: RuleArgs): Row | undefined {
  const last = (after["last_sequence"] ?? 0) as number;
  const forward = (field: string) => {
    if (!(field in changes)) return {};
    const read = Math.min(last, (changes[field] ?? 0) as number);
    return { [field]: Math.max((before?.[field] ?? 0) as number, read) };
  };
  return { ...forward("customer_read"), ...forward("staff_read") };
}

export const valetChatRules: readonly WriteRule[] = [actorIsOnDuty, chatIsOfTicket, holderChanges, readsForward];

/** LONG_MESSAGE; counted as people count characters, not as the machine stores them. */
function isShortEnough({ after }: RuleArgs): Refusal | undefined {
  const text = String(after["text"] ?? "");
  return [...text].length > limits.chatMessage ? new Refusal("LONG_MESSAGE", "text") : undefined;
}

/**
 * Signed by who sends it: the customer by the name given on joining (JOIN_CHAT_WITHOUT_NAME), staff by their own, and only
 * who holds the chat (ALREADY_CHATTING with `name`, CHAT_NOT_JOINED). What was sent stays as it was sent (FORBIDDEN).
 */
function isSigned({ before, who, related }: RuleArgs): Row | Refusal | undefined {
  if (before) return who.role === "platform" ? undefined : new Refusal("FORBIDDEN");
  const chat = related["chat"];
  if (!chat) return new Refusal("INVALID_FOREIGN_KEY", "chat");
  if (isOutside(who)) {
    const name = chat["customer_name"];
    return name ? { sender: "customer", name } : new Refusal("JOIN_CHAT_WITHOUT_NAME", "name");
  }
  const holder = personOf(chat["holder"]);
  if (holder !== who.id && who.role !== "platform")
    return holder === null ? new Refusal("CHAT_NOT_JOINED") : heldByOther(chat["holder"] as Row);
  return { sender: "staff", name: who.name };
}

export const valetChatMessageRules: readonly WriteRule[] = [actorIsOnDuty, isShortEnough, isSigned];

/** What a message brings to its chat: its place, and that who wrote it has read all before it. */
export function chatCarries({ before, after }: Pick<RuleArgs, "before" | "after">): { to: string; set: Row }[] {
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

/** A ticket knows its chat from the first word on, so that its pages hear of it. */
export function ticketKnowsChat({ before, after }: Pick<RuleArgs, "before" | "after">): { to: string; set: Row }[] {
  return before ? [] : [{ to: "valet_and_parking_information", set: { chat: after["id"] } }];
}

/** ACTIVE_CHAT_PRESENTS: whoever holds a conversation ends it before leaving duty. */
export function endsChatBeforeLeaving({ before, changes, facts }: RuleArgs): Refusal | undefined {
  const isLeaving = before?.["in_out_flag"] === true && changes["in_out_flag"] === false;
  return isLeaving && facts?.heldChat ? new Refusal("ACTIVE_CHAT_PRESENTS") : undefined;
}
