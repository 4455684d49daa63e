// §8 Chat of one ticket: its messages in their order, sending, reading; for the customer of the ticket and for staff alike.
import type { Collection, Row } from "#domain/collection.ts";
import { ValetChatMessages, ValetChats } from "#domain/collections/valet-chat.ts";
import { isOutside } from "#domain/rules/valet-staff.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { Refused, refuse, refusePayload } from "#server/items/refused.ts";
import { createItem, updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";

const chats = ValetChats as unknown as Collection;
const messages = ValetChatMessages as unknown as Collection;
/** So many messages are answered at once; whoever wants more asks again after the last one. */
const most = 200;

export interface Chat {
  id: number;
  customer_name: string | null;
  holder: { id: string; first_name: string } | null;
  last_sequence: number;
  customer_read: number;
  staff_read: number;
}
export interface ChatMessage {
  sequence: number;
  client_id: string;
  sender: "customer" | "staff";
  name: string;
  text: string;
  date_created: Date;
}
export interface Conversation {
  chat: Chat | null;
  messages: ChatMessage[];
}

/** The chat of a ticket; with `isLocked` nobody else writes to it before this transaction is over. */
async function chatOf({
  sql,
  ticket,
  isLocked = false,
}: {
  sql: Sql | Tx;
  ticket: number;
  isLocked?: boolean;
}): Promise<Chat | null> {
  const [chat] = await sql<Chat[]>`
    select c.id, c.customer_name, c.last_sequence, c.customer_read, c.staff_read,
      case when u.id is null then null else json_build_object('id', u.id, 'first_name', u.first_name) end as holder
    from valet_chats c left join users u on u.id = c.holder
    where c.valet_and_parking_information = ${ticket} ${isLocked ? sql`for update of c` : sql``}`;
  return chat ?? null;
}

/** The messages after the one of this place, the oldest first. Places are committed in their order: none is left behind. */
export async function conversation({
  sql,
  ticket,
  after,
}: {
  sql: Sql | Tx;
  ticket: number;
  after: number;
}): Promise<Conversation> {
  const chat = await chatOf({ sql, ticket });
  if (!chat) return { chat, messages: [] };
  const found = await sql<ChatMessage[]>`
    select sequence, client_id, sender, name, text, date_created from valet_chat_messages
    where chat = ${chat.id} and sequence > ${after} order by sequence limit ${most}`;
  return { chat, messages: [...found] };
}

interface OnTicket {
  ctx: WriteContext;
  ticket: number;
}

/** The ticket's chat, begun where there is none; two who begin it at once begin one. */
async function openedChat({ ctx, ticket }: OnTicket): Promise<Chat> {
  await ctx.tx`select pg_advisory_xact_lock(7307, ${ticket}::integer)`;
  const known = await chatOf({ sql: ctx.tx, ticket, isLocked: true });
  if (known) return known;
  const payload = { valet_and_parking_information: ticket };
  await createItem({ ctx, collection: chats, payload, isOurs: true });
  return (await chatOf({ sql: ctx.tx, ticket, isLocked: true }))!;
}

/**
 * Sends a message; the same `client_id` again changes nothing. From outside the first one brings the customer's name.
 * Throws JOIN_CHAT_WITHOUT_NAME, LONG_MESSAGE, CHAT_NOT_JOINED, ALREADY_CHATTING with `name`, the field errors of §5.
 */
export async function sendMessage({ ctx, ticket, body }: OnTicket & { body: Row }): Promise<void> {
  const { text, client_id: client, name } = body;
  if (typeof text !== "string" || typeof client !== "string") refusePayload("Send text and client_id.");
  const chat = await openedChat({ ctx, ticket });
  const [sent] = await ctx.tx`select 1 from valet_chat_messages where chat = ${chat.id} and client_id = ${client}`;
  if (sent) return;
  if (isOutside(ctx.who) && typeof name === "string" && name.trim() !== "" && chat.customer_name === null)
    await change({ ctx, chat, payload: { customer_name: name } });
  const payload = { chat: chat.id, client_id: client, text };
  await createItem({ ctx, collection: messages, payload, isOurs: true });
}

/** Takes the conversation. Throws ALREADY_CHATTING with `name`, CHAT_ON, USER_ATTENDANCE_OFF. */
export async function joinChat({ ctx, ticket }: OnTicket): Promise<void> {
  const chat = await openedChat({ ctx, ticket });
  await change({ ctx, chat, payload: { holder: ctx.who.id, staff_read: chat.last_sequence } });
}

/** Ends one's conversation, or a manager another's. Throws ALREADY_CHATTING with `name`. */
export async function endChat({ ctx, ticket }: OnTicket): Promise<void> {
  const chat = await chatOf({ sql: ctx.tx, ticket, isLocked: true });
  if (chat) await change({ ctx, chat, payload: { holder: null } });
}

/** Notes up to which message this side has read. */
export async function readChat({ ctx, ticket, body }: OnTicket & { body: Row }): Promise<void> {
  const to = body["to"];
  if (!Number.isSafeInteger(to)) refusePayload("Send to, the place of the last message read.");
  const chat = await chatOf({ sql: ctx.tx, ticket, isLocked: true });
  if (!chat) return;
  const field = isOutside(ctx.who) ? "customer_read" : "staff_read";
  if (chat[field] < (to as number)) await change({ ctx, chat, payload: { [field]: to } });
}

async function change({ ctx, chat, payload }: { ctx: WriteContext; chat: Chat; payload: Row }): Promise<void> {
  try {
    await updateItem({ ctx, collection: chats, id: chat.id, payload, isOurs: true });
  } catch (error) {
    // The rules know that somebody else holds it, the chat knows who.
    if (!(error instanceof Refused) || error.code !== "ALREADY_CHATTING") throw error;
    const name = chat.holder?.first_name ?? null;
    refuse("ALREADY_CHATTING", { name }, `${name ?? "Somebody else"} is in this chat already.`);
  }
}
