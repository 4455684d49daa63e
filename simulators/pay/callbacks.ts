// Callbacks of the provider to the merchant: v1 signs the body, v2 sends a fixed header. Best effort, like the real
// ones.
import { createHash } from "node:crypto";
import type { PaymentStore, SimulatedPayment } from "#simulators/pay/payment-store.ts";
import type { PayFaults } from "#simulators/pay/faults.ts";
import { toV1Status, toV2Order } from "#simulators/pay/payment-responses.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

interface CallbackInput {
  book: PaymentStore;
  payment: SimulatedPayment;
}

async function send({ url, headers, body }: { url: string; headers: { [name: string]: string }; body: string }) {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      signal: AbortSignal.timeout(5_000),
    });
    await response.arrayBuffer();
  } catch {
    // A lost callback is compensated by the status checks of the merchant.
  }
}

/** Sends the result of a payment to the merchant; `amountDifference` falsifies the amount, `isForged` the signature. */
export async function sendCallback({
  book,
  payment,
  amountDifference = 0,
  isForged = false,
}: CallbackInput & { amountDifference?: number; isForged?: boolean }) {
  const reported = isForged ? { ...payment, state: "COMPLETED" as const, code: "PAYMENT_SUCCESS" } : payment;
  const payload = { ...reported, amount: reported.amount + amountDifference };
  if (payment.version === "v1") {
    const merchant = book.v1.get(payment.merchant)!;
    const response = Buffer.from(JSON.stringify(toV1Status(payload))).toString("base64");
    const salt = isForged ? "a-salt-of-nobody" : merchant.saltKey;
    const headers = { "x-verify": `${sha256(response + salt)}###${merchant.saltIndex}` };
    return send({ url: payment.callbackUrl, headers, body: JSON.stringify({ response }) });
  }
  const merchant = book.v2.get(payment.merchant)!;
  const password = isForged ? "nobody" : merchant.webhookPassword;
  const event = payload.state === "COMPLETED" ? "checkout.order.completed" : "checkout.order.failed";
  const body = JSON.stringify({
    event,
    payload: { merchantId: payment.merchant, merchantOrderId: payment.id, ...toV2Order(payload) },
  });
  return send({
    url: payment.callbackUrl,
    headers: { authorization: sha256(`${merchant.webhookUser}:${password}`) },
    body,
  });
}

/** Sends the callback of a finished payment, subject to the configured faults. */
export async function sendCallbackWithFaults({
  book,
  payment,
  faults,
}: CallbackInput & { faults: PayFaults }): Promise<void> {
  if (faults.isTriggered("forged-callback")) await sendCallback({ book, payment, isForged: true });
  if (faults.isTriggered("wrong-amount")) await sendCallback({ book, payment, amountDifference: 1 });
  if (faults.isTriggered("lost-callback")) return;
  if (faults.isTriggered("late-callback")) await new Promise((resolve) => setTimeout(resolve, faults.slowMs));
  await sendCallback({ book, payment });
  if (faults.isTriggered("duplicate-callback"))
    await Promise.all([sendCallback({ book, payment }), sendCallback({ book, payment })]);
}
