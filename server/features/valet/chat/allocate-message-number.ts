// §8 Chat: allocates the sequence number of a message under the lock of its chat, so that numbers are committed in
// order.
import { getRelationId } from "#domain/payments/charge.ts";
import type { AllocationStep } from "#server/items/write/write-context.ts";

export const allocateMessageSequence: AllocationStep = async ({ ctx, before, after }) => {
  if (before) return {};
  const chat = getRelationId(after["chat"]);
  const [, [row]] = await Promise.all([
    ctx.tx.unsafe(`select 1 from "valet_chats" where "id" = $1::integer for update`, [chat], { prepare: true }),
    ctx.tx.unsafe<{ next: number }[]>(
      `select coalesce(max("sequence"), 0) + 1 as "next" from "valet_chat_messages" where "chat" = $1::integer`,
      [chat],
      { prepare: true },
    ),
  ]);
  return { sequence: row!.next };
};
