// §7 Product API host: /pay and /pay-status in the shapes the specification gives. The hash is made here; the client's token is not looked at.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Row } from "#domain/collection.ts";
import type { House } from "#server/context.ts";
import { rowOf } from "#server/items/bodies.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import { originOf } from "#server/request.ts";
import { assertMaySee, payerOf } from "#server/features/payments/payer.ts";
import { checkAttempt } from "#server/services/payments/check.ts";
import { type Attempt, type EntryKey, findAttempt } from "#server/services/payments/ledger.ts";
import { startPayment } from "#server/services/payments/start.ts";

const codes: { readonly [state in Attempt["state"]]: string } = {
  initiated: "PAYMENT_PENDING",
  pending: "PAYMENT_PENDING",
  review: "PAYMENT_PENDING",
  failed: "PAYMENT_ERROR",
  success: "PAYMENT_SUCCESS",
};

export function productApiRoutes(app: FastifyInstance, house: House): void {
  app.post("/pay", async (request, reply) => {
    const entry = entryIn(rowOf(request.body));
    const { who } = await payerOf({ house, request, entry });
    const attempt = await startPayment({ house, who, origin: originOf(request), entry });
    const data = {
      merchantId: attempt.merchantId,
      merchantTransactionId: attempt.transactionId,
      amount: attempt.amount,
      instrumentResponse: { type: "PAY_PAGE", redirectInfo: { url: attempt.payUrl, method: "GET" } },
    };
    const output = { success: true, code: "PAYMENT_INITIATED", message: "Payment initiated", data };
    return reply.header("cache-control", "no-store").send({ output: JSON.stringify(output) });
  });

  app.post("/pay-status", async (request, reply) => {
    const attempt = await seenAttempt({ house, request });
    if (attempt.state !== "success") await checkAttempt({ house, id: attempt.id });
    const { state, amount, transactionId, merchantId, code } = (await findAttempt({ sql: house.sql, id: attempt.id }))!;
    const data = {
      merchantId,
      merchantTransactionId: transactionId,
      amount,
      state: stateWords[state],
      responseCode: code,
    };
    const output = { success: state === "success", code: codes[state], message: messages[state], data };
    return reply.header("cache-control", "no-store").send({ output: JSON.stringify(output) });
  });
}

const stateWords = {
  initiated: "PENDING",
  pending: "PENDING",
  review: "PENDING",
  failed: "FAILED",
  success: "COMPLETED",
} as const;
const messages = {
  initiated: "The payment is not confirmed yet.",
  pending: "The payment is not confirmed yet.",
  review: "The payment is being looked at.",
  failed: "The payment did not go through.",
  success: "Your payment is successful.",
} as const;

/** `parking_information` or `valet_and_parking_information`, by its id. */
function entryIn(body: Row): EntryKey {
  const [parking, valet] = [body["parking_information"], body["valet_and_parking_information"]];
  const id = Number(parking ?? valet);
  if (!Number.isInteger(id) || id < 1 || id > 999_999_999)
    refusePayload('Send "parking_information" or "valet_and_parking_information": the id of what is paid.');
  return { kind: parking === undefined ? "V" : "P", id };
}

/** The attempt, for who may see its entry; one of another merchant is as absent: FORBIDDEN. */
async function seenAttempt({ house, request }: { house: House; request: FastifyRequest }): Promise<Attempt> {
  const { merchantId, merchantTransactionId: transactionId } = rowOf(request.body);
  if (typeof merchantId !== "string" || typeof transactionId !== "string")
    refusePayload('Send "merchantId" and "merchantTransactionId".');
  const attempt = await findAttempt({ sql: house.sql, transactionId });
  if (!attempt || attempt.merchantId !== merchantId) refuse("FORBIDDEN");
  await assertMaySee({ house, request, entry: attempt.entry });
  return attempt;
}
