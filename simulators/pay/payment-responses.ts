// Payment objects of the provider, the same in status responses and callbacks.
import type { SimulatedPayment, SimulatedRefund } from "#simulators/pay/payment-store.ts";

/** Payment of the v1 status response and callback. */
export function toV1Status(payment: SimulatedPayment | SimulatedRefund): object {
  const isDone = payment.state === "COMPLETED";
  const isFailed = payment.state === "FAILED";
  return {
    success: isDone,
    code: payment.code,
    message: isDone ? "Your payment is successful." : isFailed ? "Payment Failed" : "Payment is pending",
    data: {
      merchantId: payment.merchant,
      merchantTransactionId: payment.id,
      transactionId: payment.transactionId,
      amount: payment.amount,
      state: isDone ? "COMPLETED" : isFailed ? "FAILED" : "PENDING",
      responseCode: isDone ? "SUCCESS" : payment.code,
      paymentInstrument: isDone && "utr" in payment ? { type: "UPI", utr: payment.utr } : null,
    },
  };
}

/** Order of the v2 status response and webhook. */
export function toV2Order(payment: SimulatedPayment): object {
  const isDone = payment.state === "COMPLETED";
  const state = isDone ? "COMPLETED" : payment.state === "FAILED" ? "FAILED" : "PENDING";
  return {
    orderId: `OMO${payment.transactionId}`,
    state,
    amount: payment.amount,
    ...(state === "FAILED" ? { errorCode: payment.code } : {}),
    paymentDetails: isDone
      ? [
          {
            transactionId: payment.transactionId,
            paymentMode: "UPI_QR",
            timestamp: Date.now(),
            amount: payment.amount,
            state: "COMPLETED",
            splitInstruments: [{ rail: { type: "UPI", utr: payment.utr }, amount: payment.amount }],
          },
        ]
      : [],
  };
}
