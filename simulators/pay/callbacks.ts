// The provider's own calls to the merchant: v1 signs the body, v2 sends a fixed header. Best effort, as the real ones.
import { createHash } from "node:crypto";
import type { Book, SimulatedPayment } from "#simulators/pay/book.ts";
import type { PayFaults } from "#simulators/pay/faults.ts";
import { v1Status, v2Order } from "#simulators/pay/told.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

interface Calling {
  book: Book;
  payment: SimulatedPayment;
}

async function send({ url, headers, body }: { url: string; headers: { [name: string]: string }; body: string }) {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      signal: AbortSignal.timeout(5_000),
    });
    await answer.arrayBuffer();
  } catch {
    // The merchant asks for the status where a call is lost.
  }
}

/** Tells the merchant how a payment ended; `wrong` has another amount in it, `forged` a signature of nobody. */
export async function callBack({
  book,
  payment,
  wrong = 0,
  isForged = false,
}: Calling & { wrong?: number; isForged?: boolean }) {
  const told = isForged ? { ...payment, state: "COMPLETED" as const, code: "PAYMENT_SUCCESS" } : payment;
  const named = { ...told, amount: told.amount + wrong };
  if (payment.version === "v1") {
    const merchant = book.v1.get(payment.merchant)!;
    const response = Buffer.from(JSON.stringify(v1Status(named))).toString("base64");
    const salt = isForged ? "a-salt-of-nobody" : merchant.saltKey;
    const headers = { "x-verify": `${sha256(response + salt)}###${merchant.saltIndex}` };
    return send({ url: payment.callbackUrl, headers, body: JSON.stringify({ response }) });
  }
  const merchant = book.v2.get(payment.merchant)!;
  const password = isForged ? "nobody" : merchant.webhookPassword;
  const event = named.state === "COMPLETED" ? "checkout.order.completed" : "checkout.order.failed";
  const body = JSON.stringify({ event, payload: { merchantOrderId: payment.id, ...v2Order(named) } });
  return send({
    url: payment.callbackUrl,
    headers: { authorization: sha256(`${merchant.webhookUser}:${password}`) },
    body,
  });
}

/** What the merchant hears of a payment that has ended, with what may go wrong on the way. */
export async function announce({ book, payment, faults }: Calling & { faults: PayFaults }): Promise<void> {
  if (faults.happens("forged-callback")) await callBack({ book, payment, isForged: true });
  if (faults.happens("wrong-amount")) await callBack({ book, payment, wrong: 1 });
  if (faults.happens("lost-callback")) return;
  if (faults.happens("late-callback")) await new Promise((resolve) => setTimeout(resolve, faults.slowMs));
  await callBack({ book, payment });
  if (faults.happens("duplicate-callback"))
    await Promise.all([callBack({ book, payment }), callBack({ book, payment })]);
}
