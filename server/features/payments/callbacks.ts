// §4: the provider's own calls. Nothing is believed before it has proved to come from the provider, and to be about what we asked.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { GatewayName } from "#domain/collections/payments.ts";
import type { ProviderMessage } from "#server/adapters/pay/gateway.ts";
import { claimedInV1 } from "#server/adapters/pay/phonepe-v1.ts";
import { claimedInV2 } from "#server/adapters/pay/phonepe-v2.ts";
import type { House } from "#server/context.ts";
import { transaction } from "#server/db/transaction.ts";
import { refuse } from "#server/items/refused.ts";
import { queueJob } from "#server/services/jobs.ts";
import { type Attempt, findAttempt, findRefund, keepAnswer, type Refund } from "#server/services/payments/ledger.ts";
import { queueCheckNow } from "#server/services/payments/schedule.ts";
import { settle } from "#server/services/payments/settle.ts";

const largest = 32 * 1024;

interface Incoming {
  house: House;
  request: FastifyRequest;
  name: GatewayName;
  transactionId: string | undefined;
}

export function callbackRoutes(app: FastifyInstance, house: House): void {
  void app.register((inner, _options, done) => {
    // Signed as it was sent, so it is read as it was sent.
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser("*", { parseAs: "string", bodyLimit: largest }, (_request, body, parsed) =>
      parsed(null, body),
    );
    const answer = async (reply: FastifyReply, incoming: Incoming): Promise<FastifyReply> => {
      await take(incoming);
      return reply.send({ received: true });
    };
    inner.post("/payments/callback/phonepe-v1", (request, reply) =>
      answer(reply, { house, request, name: "phonepe-v1", transactionId: claimedInV1(bodyOf(request)) }),
    );
    inner.post("/payments/webhook/phonepe-v2", (request, reply) =>
      answer(reply, { house, request, name: "phonepe-v2", transactionId: claimedInV2(bodyOf(request)) }),
    );
    done();
  });
}

function bodyOf(request: FastifyRequest): string {
  return typeof request.body === "string" ? request.body : "";
}

/** Acts on a message that is credible; any other is logged, and kept where it names a payment of ours. PAYMENT_NOT_CREDIBLE. */
async function take(incoming: Incoming): Promise<void> {
  const { house, transactionId = "" } = incoming;
  const attempt = await findAttempt({ sql: house.sql, transactionId });
  const refund = attempt ? undefined : await findRefund({ sql: house.sql, refundId: transactionId });
  if (!attempt && !refund) return notCredible({ incoming, reason: "no such transaction" });
  const message = await credible({ ...incoming, branch: (attempt ?? refund)!.branch, attempt });
  if (!message) return notCredible({ incoming, attempt, refund, reason: "signature" });
  if (refund) return stepNow({ house, refund });
  return believe({ incoming, attempt: attempt!, message });
}

async function credible({
  house,
  request,
  name,
  branch,
  attempt,
}: Incoming & { branch: number; attempt: Attempt | undefined }): Promise<ProviderMessage | undefined> {
  if (attempt && attempt.gateway !== name) return undefined;
  const found = await house.gateways.of({ sql: house.sql, branch, name });
  if (!found || (attempt && attempt.merchantId !== found.merchantId)) return undefined;
  return found.gateway.readMessage({ headers: request.headers, body: bodyOf(request) });
}

async function believe({
  incoming,
  attempt,
  message: { answer },
}: {
  incoming: Incoming;
  attempt: Attempt;
  message: ProviderMessage;
}): Promise<void> {
  const { house } = incoming;
  // An unsigned body only says that there is something to ask; so does another amount than we asked for.
  const isOther = answer?.verdict === "success" && answer.amount !== attempt.amount;
  if (answer === null || isOther) await queueCheckNow({ house, attempt });
  if (isOther)
    return notCredible({ incoming, attempt, reason: `amount ${answer.amount} instead of ${attempt.amount}` });
  if (answer) await settle({ house, id: attempt.id, answer, source: "callback" });
}

async function notCredible({
  incoming: { house, request, name, transactionId },
  attempt,
  refund,
  reason,
}: {
  incoming: Incoming;
  attempt?: Attempt | undefined;
  refund?: Refund | undefined;
  reason: string;
}): Promise<never> {
  request.log.warn({ gateway: name, transactionId, ip: request.ip, reason }, "a message about a payment was refused");
  if (attempt || refund)
    await keepAnswer({
      sql: house.sql,
      attempt: attempt?.id ?? null,
      refund: refund?.id ?? null,
      source: "callback",
      verdict: "refused",
      answer: { body: bodyOf(request).slice(0, 2_000) },
    });
  return refuse("PAYMENT_NOT_CREDIBLE");
}

async function stepNow({ house, refund: { id } }: { house: House; refund: Refund }): Promise<void> {
  const job = { task: "payment-refund", payload: { refund: id, tries: 0 }, key: `payment-refund:${id}` } as const;
  await transaction({ sql: house.sql, work: (tx) => queueJob({ tx, ...job }) });
}
