// §8 Chat: a message's place in its conversation, taken under the conversation's lock: places are committed in their order.
import { idOf } from "#domain/rules/charge.ts";
import type { ScarceStep } from "#server/items/write-context.ts";

export const takeMessage: ScarceStep = async ({ ctx, before, after }) => {
  if (before) return {};
  const chat = idOf(after["chat"]);
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
