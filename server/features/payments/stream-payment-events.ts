// §7 live: changes of the entry of a pay link and of its online payments, as server-sent events.
import type { FastifyReply } from "fastify";
import { type PaidKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import { PaymentAttempts } from "#domain/payments/payments.collection.ts";
import type { AppServices } from "#server/context.ts";
import { paidCollections } from "#server/features/payments/payment-records.ts";
import { openEventStream } from "#server/http/event-stream.ts";
import { getLinkQuota } from "#server/http/limits/connection-limits.ts";
import type { LiveUpdates } from "#server/live/live.ts";

/** Newest payments of the entry that are watched; an older one changes the entry when it is settled. */
const maxWatchedAttempts = 5;

/** Takes over the response. Throws REQUESTS_EXCEEDED, SERVICE_UNAVAILABLE. */
export function streamPaymentEvents({
  services,
  live,
  entry: { kind, id },
  reply,
}: {
  services: AppServices;
  live: LiveUpdates;
  entry: PaidKey;
  reply: FastifyReply;
}): FastifyReply {
  const quota = getLinkQuota({ kind: `payment-${kind}`, id });
  const closeConnection = services.connections.open({ address: reply.request.ip, quotas: [quota] });
  const stream = openEventStream(reply);
  stream.onEnd(closeConnection);
  const watched = new Map<string, () => void>();
  stream.onEnd(() => {
    for (const stopWatching of watched.values()) stopWatching();
  });
  const announce = (event: number): void => stream.write(`id: ${event}\ndata: {}\n\n`);

  function watch(collection: string, row: number, onChange: (event: number) => void): boolean {
    const key = `${collection}:${row}`;
    if (watched.has(key) || !stream.isOpen()) return false;
    const send = ({ event }: { event: number }): void => onChange(event);
    watched.set(key, live.watch({ collection, id: row, send, end: () => stream.end() }));
    return true;
  }

  /** A payment that becomes unclear does not change the entry. Changes before it was watched are announced too. */
  async function watchAttempts(event: number): Promise<void> {
    const { sql } = services;
    const attempts = await sql<{ id: number }[]>`
      select id from payment_attempts where ${sql(paidKinds[kind].field)} = ${id} order by id desc limit ${maxWatchedAttempts}`;
    const added = attempts.filter((attempt) => watch(PaymentAttempts.name, attempt.id, announce));
    if (added.length > 0) announce(event);
  }
  // Without the database the next event or connection tries again.
  const followAttempts = (event: number): void => void watchAttempts(event).catch(() => {});

  watch(paidCollections[kind].name, id, (event) => {
    announce(event);
    followAttempts(event);
  });
  stream.write("event: ready\ndata: {}\n\n");
  followAttempts(0);
  return reply;
}
