// The provider's pay page: where the payer succeeds, declines, leaves it pending, or lets the time run out.
import type { FastifyInstance } from "fastify";
import { showRupees } from "#domain/rules/money.ts";
import type { Book, SimulatedPayment } from "#simulators/pay/book.ts";
import { announce } from "#simulators/pay/callbacks.ts";
import type { PayFaults } from "#simulators/pay/faults.ts";

const ends: { readonly [action: string]: { state: SimulatedPayment["state"]; code: string } } = {
  succeed: { state: "COMPLETED", code: "PAYMENT_SUCCESS" },
  decline: { state: "FAILED", code: "PAYMENT_DECLINED" },
  pending: { state: "PENDING", code: "PAYMENT_PENDING" },
  "time-out": { state: "FAILED", code: "TIMED_OUT" },
};

const style = `body{font:18px/1.5 system-ui,sans-serif;background:#f4f0fb;color:#1d1233;margin:0;display:grid;min-height:100vh;place-items:center}
main{background:#fff;padding:28px;border-radius:16px;box-shadow:0 2px 24px #1d123322;width:min(360px,90vw)}
h1{font-size:20px;margin:0 0 4px}p{margin:0 0 20px}strong{display:block;font-size:36px}
button{display:block;width:100%;min-height:52px;margin:10px 0;font:inherit;border-radius:10px;border:2px solid #5f259f;background:#fff;color:#5f259f}
button.main{background:#5f259f;color:#fff}small{color:#594d70}`;

function html(payment: SimulatedPayment): string {
  const isOpen = payment.state === "OPEN" || payment.state === "PENDING";
  const button = (action: string, text: string, name = ""): string =>
    `<form method="post" action="/page/${payment.page}/${action}"><button class="${name}">${text}</button></form>`;
  const buttons = isOpen
    ? button("succeed", "Pay", "main") +
      button("decline", "Decline") +
      button("pending", "Leave it pending") +
      button("time-out", "Let the time run out")
    : `<p>This payment is over.</p><a href="${payment.redirectUrl}">Back to the merchant</a>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Pay (simulated)</title>
<style>${style}</style><main><h1>Simulated payment</h1><p>No money moves here.<strong>${showRupees(payment.amount)}</strong></p>${buttons}<small>${payment.id}</small></main></html>`;
}

export function pageRoutes(app: FastifyInstance, { book, faults }: { book: Book; faults: PayFaults }): void {
  app.get<{ Params: { page: string } }>("/page/:page", (request, reply) => {
    const payment = book.ofPage(request.params.page);
    if (!payment) return reply.code(404).send("There is no such payment.");
    return reply.type("text/html; charset=utf-8").send(html(payment));
  });

  app.post<{ Params: { page: string; action: string } }>("/page/:page/:action", async (request, reply) => {
    const payment = book.ofPage(request.params.page);
    const end = ends[request.params.action];
    if (!payment || !end) return reply.code(404).send("There is no such payment.");
    if (payment.state === "OPEN" || payment.state === "PENDING") {
      Object.assign(payment, end);
      if (payment.state !== "PENDING") void announce({ book, payment, faults });
    }
    return reply.redirect(payment.redirectUrl, 303);
  });
}
