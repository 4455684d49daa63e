// §8 Chat: allocates the sequence number of a message under the lock of its chat, so that numbers are committed in
// order.
import type { RowOf } from "#domain/schema/registry.ts";
import type { AllocationStep } from "#server/items/write/write-context.ts";

export const allocateMessageSequence: AllocationStep<RowOf<"valet_chat_messages">> = async ({
  ctx,
  before,
  after: { chat },
}) => {
  if (before) return {};
  const [, [row]] = await Promise.all([
    ctx.tx.unsafe(`select 1 from "valet_chats" where "id" = $1::bigint for update`, [chat], { prepare: true }),
    ctx.tx.unsafe<{ next: number }[]>(
      `select coalesce(max("sequence"), 0) + 1 as "next" from "valet_chat_messages" where "chat" = $1::bigint`,
      [chat],
      { prepare: true },
    ),
  ]);
  return { sequence: row!.next };
};
