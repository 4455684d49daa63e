// §8 Chat of one ticket: reads, sends and acknowledges messages, for the customer of the ticket and for staff.
import type { ContractReply, ContractResult } from "#domain/schema/contract.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import type { valetChatActions } from "#domain/valet/chat-actions.ts";
import { ValetChatMessages, ValetChats } from "#domain/valet/chat.collection.ts";
import { isExternal } from "#domain/valet/valet-staff.ts";
import { parseId } from "#domain/schema/fields.ts";
import { acquireLock } from "#server/db/locks.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { ApiError, throwApiError } from "#server/items/api-error.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/** Maximum messages per response; clients request more after the last sequence number. */
const maxMessages = 200;

type Conversation = ContractResult<typeof valetChatActions.read>;
type Chat = NonNullable<ContractReply<typeof valetChatActions.read>["chat"]> & { customer_from: number };

function parseSequence(text: string | undefined): number {
  return parseId(text) ?? 0;
}

/** Finds the chat of a ticket; `isLocked` locks it until the transaction ends. */
async function findChat({
  sql,
  ticket,
  isLocked = false,
}: {
  sql: Sql | Tx;
  ticket: number;
  isLocked?: boolean;
}): Promise<Chat | null> {
  const [chat] = await sql<Chat[]>`
    select c.id, c.customer_from, c.customer_name, c.last_sequence, c.customer_read, c.staff_read,
      case when u.id is null then null else json_build_object('id', u.id, 'first_name', u.first_name) end as holder
    from valet_chats c left join users u on u.id = c.holder
    where c.valet_and_parking_information = ${ticket} ${isLocked ? sql`for update of c` : sql``}`;
  return chat ?? null;
}

/**
 * Reads the messages after a sequence number, oldest first. Sequence numbers are committed in order, so none is
 * skipped.
 */
export async function readConversation({
  sql,
  ticket,
  isCustomer = false,
  after,
}: {
  sql: Sql | Tx;
  ticket: number;
  /** Customers do not read what was written with an earlier phone number of the ticket. */
  isCustomer?: boolean;
  /** As in the query; 0 if it is absent or not a number. */
  after: string | undefined;
}): Promise<Conversation> {
  const found = await findChat({ sql, ticket });
  if (!found) return { chat: null, messages: [] };
  const { customer_from: customerFrom, ...chat } = found;
  const from = Math.max(parseSequence(after), isCustomer ? customerFrom : 0);
  const messages = await sql<Conversation["messages"][number][]>`
    select sequence, client_id, sender, name, text, date_created from valet_chat_messages
    where chat = ${chat.id} and sequence > ${from} order by sequence limit ${maxMessages}`;
  return { chat, messages: [...messages] };
}

interface ChatInput {
  ctx: WriteContext;
  ticket: number;
}

interface MessageBody {
  text: string;
  client_id: string;
  /** Name of the customer, with the first message. */
  name?: string | undefined;
}

/**
 * Returns the ticket's chat and creates it if needed; the lock prevents a second one from being created concurrently.
 */
async function getOrCreateChat({ ctx, ticket }: ChatInput): Promise<Chat> {
  await acquireLock({ tx: ctx.tx, name: "ticketChat", key: ticket });
  const existing = await findChat({ sql: ctx.tx, ticket, isLocked: true });
  if (existing) return existing;
  const payload = { valet_and_parking_information: ticket };
  await createItem({ ctx, collection: ValetChats, payload, bypassAccess: true });
  return (await findChat({ sql: ctx.tx, ticket, isLocked: true }))!;
}

/**
 * Sends a message; repeating a `client_id` changes nothing. The customer's first message includes the name. Throws
 * JOIN_CHAT_WITHOUT_NAME, LONG_MESSAGE, CHAT_NOT_JOINED, ALREADY_CHATTING with `name`, the field errors of §5.
 */
export async function sendMessage({ ctx, ticket, body }: ChatInput & { body: MessageBody }): Promise<void> {
  const { text, client_id: clientId, name } = body;
  const chat = await getOrCreateChat({ ctx, ticket });
  const [existingMessage] =
    await ctx.tx`select 1 from valet_chat_messages where chat = ${chat.id} and client_id = ${clientId}`;
  if (existingMessage) return;
  if (isExternal(ctx.actor) && name !== undefined && name.trim() !== "" && chat.customer_name === null)
    await updateChat({ ctx, chat, payload: { customer_name: name } });
  const payload = { chat: chat.id, client_id: clientId, text };
  await createItem({ ctx, collection: ValetChatMessages, payload, bypassAccess: true });
}

/** Makes the actor the holder of the chat. Throws ALREADY_CHATTING with `name`, CHAT_ON, USER_ATTENDANCE_OFF. */
export async function joinChat({ ctx, ticket }: ChatInput): Promise<void> {
  const chat = await getOrCreateChat({ ctx, ticket });
  await updateChat({ ctx, chat, payload: { holder: ctx.actor.id, staff_read: chat.last_sequence } });
}

/** Ends the actor's conversation; managers can end those of others. Throws ALREADY_CHATTING with `name`. */
export async function endChat({ ctx, ticket }: ChatInput): Promise<void> {
  const chat = await findChat({ sql: ctx.tx, ticket, isLocked: true });
  if (chat) await updateChat({ ctx, chat, payload: { holder: null } });
}

/** Records the last message this side has read. */
export async function markChatRead({ ctx, ticket, body: { to } }: ChatInput & { body: { to: number } }): Promise<void> {
  const chat = await findChat({ sql: ctx.tx, ticket, isLocked: true });
  if (!chat) return;
  const isCustomer = isExternal(ctx.actor);
  if ((isCustomer ? chat.customer_read : chat.staff_read) >= to) return;
  await updateChat({ ctx, chat, payload: isCustomer ? { customer_read: to } : { staff_read: to } });
}

/** For another phone number: its customer starts a conversation of their own, and staff still read the earlier one. */
export async function startNewConversation({ ctx, ticket }: ChatInput): Promise<void> {
  const chat = await findChat({ sql: ctx.tx, ticket, isLocked: true });
  if (!chat) return;
  const { id, last_sequence: last } = chat;
  const systemValues = { customer_from: last, customer_read: last, customer_name: null };
  await updateItem({ ctx, collection: ValetChats, id, payload: {}, systemValues, bypassAccess: true });
}

async function updateChat({
  ctx,
  chat,
  payload,
}: {
  ctx: WriteContext;
  chat: Chat;
  payload: Partial<RowOf<"valet_chats">>;
}): Promise<void> {
  try {
    await updateItem({ ctx, collection: ValetChats, id: chat.id, payload, bypassAccess: true });
  } catch (error) {
    // The rule's error lacks the name of the holder, which is added from the chat.
    if (!(error instanceof ApiError) || error.code !== "ALREADY_CHATTING") throw error;
    const name = chat.holder?.first_name ?? null;
    throwApiError("ALREADY_CHATTING", { name }, `${name ?? "Someone else"} is already replying to this customer.`);
  }
}
