// Pay page of the provider: the payer can pay, decline, leave the payment pending or let it time out.
import type { FastifyInstance } from "fastify";
import { formatRupees } from "#domain/money.ts";
import type { PaymentStore, SimulatedPayment } from "#simulators/pay/payment-store.ts";
import { sendCallbackWithFaults } from "#simulators/pay/callbacks.ts";
import type { PayFaults } from "#simulators/pay/faults.ts";

const outcomes: { readonly [action: string]: { state: SimulatedPayment["state"]; code: string } } = {
  succeed: { state: "COMPLETED", code: "PAYMENT_SUCCESS" },
  decline: { state: "FAILED", code: "PAYMENT_DECLINED" },
  pending: { state: "PENDING", code: "PAYMENT_PENDING" },
  "time-out": { state: "FAILED", code: "TIMED_OUT" },
};

const style = `*{box-sizing:border-box}body{font:18px/1.5 system-ui,sans-serif;background:#f4f0fb;color:#1d1233;margin:0;display:grid;min-height:100vh;place-items:center}
main{background:#fff;padding:28px;border-radius:16px;box-shadow:0 2px 24px #1d123322;width:min(360px,90vw)}
h1{font-size:20px;margin:0 0 4px}p{margin:0 0 20px}strong{display:block;font-size:36px}
button{display:block;width:100%;min-height:52px;margin:10px 0;font:inherit;border-radius:10px;border:2px solid #5f259f;background:#fff;color:#5f259f}
button.main{background:#5f259f;color:#fff}small{color:#594d70}`;

function renderPage(payment: SimulatedPayment): string {
  const isOpen = payment.state === "OPEN" || payment.state === "PENDING";
  const button = (action: string, text: string, name = ""): string =>
    `<form method="post" action="/page/${payment.pageId}/${action}"><button class="${name}">${text}</button></form>`;
  const buttons = isOpen
    ? button("succeed", "Pay", "main") +
      button("decline", "Decline") +
      button("pending", "Leave it pending") +
      button("time-out", "Let it time out")
    : `<p>This payment is closed.</p><a href="${payment.redirectUrl}">Back to the merchant</a>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Pay (simulated)</title>
<style>${style}</style><main><h1>Simulated payment</h1><p>No money is transferred.<strong>${formatRupees(payment.amount)}</strong></p>${buttons}<small>${payment.id}</small></main></html>`;
}

export function payPageRoutes(app: FastifyInstance, { book, faults }: { book: PaymentStore; faults: PayFaults }): void {
  app.get<{ Params: { page: string } }>("/page/:page", (request, reply) => {
    const payment = book.findByPage(request.params.page);
    if (!payment) return reply.code(404).send("Payment not found.");
    return reply.type("text/html; charset=utf-8").send(renderPage(payment));
  });

  app.post<{ Params: { page: string; action: string } }>("/page/:page/:action", async (request, reply) => {
    const payment = book.findByPage(request.params.page);
    const outcome = outcomes[request.params.action];
    if (!payment || !outcome) return reply.code(404).send("Payment not found.");
    if (payment.state === "OPEN" || payment.state === "PENDING") {
      Object.assign(payment, outcome);
      if (payment.state !== "PENDING") void sendCallbackWithFaults({ book, payment, faults });
    }
    return reply.redirect(payment.redirectUrl, 303);
  });
}
