// Merchants, payments and refunds of the simulated payment provider. Amounts are in paise.
import { randomBytes } from "node:crypto";

export interface V1Merchant {
  merchantId: string;
  saltKey: string;
  saltIndex: number;
}
export interface V2Merchant {
  merchantId: string;
  clientId: string;
  clientVersion: number;
  clientSecret: string;
  webhookUser: string;
  webhookPassword: string;
}

/** Merchants for the demo and tests. */
export const demoMerchantV1: V1Merchant = {
  merchantId: "CHAAVISIMULATED",
  saltKey: "6f0a4f0e-5c2d-4b7e-9a53-simulated0001",
  saltIndex: 1,
};
export const demoMerchantV2: V2Merchant = {
  merchantId: "CHAAVISIMULATED2",
  clientId: "CHAAVI_SIMULATED_CLIENT",
  clientVersion: 1,
  clientSecret: "simulated-secret-of-the-client",
  webhookUser: "chaavi_hook",
  webhookPassword: "simulated2026",
};

export type PaymentState = "OPEN" | "PENDING" | "COMPLETED" | "FAILED";

export interface SimulatedPayment {
  version: "v1" | "v2";
  /** The merchant's id (v1) or client id (v2). */
  merchant: string;
  id: string;
  /** Id in the URL of the pay page. */
  pageId: string;
  amount: number;
  state: PaymentState;
  code: string;
  redirectUrl: string;
  callbackUrl: string;
  transactionId: string;
  utr: string;
}

export interface SimulatedRefund {
  version: "v1" | "v2";
  merchant: string;
  id: string;
  payment: string;
  amount: number;
  state: "PENDING" | "COMPLETED" | "FAILED";
  code: string;
  /** Number of status checks until a pending refund completes. */
  polls: number;
  transactionId: string;
}

export class PaymentStore {
  readonly payments = new Map<string, SimulatedPayment>();
  readonly refunds = new Map<string, SimulatedRefund>();
  readonly v1 = new Map<string, V1Merchant>([[demoMerchantV1.merchantId, demoMerchantV1]]);
  readonly v2 = new Map<string, V2Merchant>([[demoMerchantV2.clientId, demoMerchantV2]]);

  add(payment: Pick<SimulatedPayment, "version" | "merchant" | "id" | "amount" | "redirectUrl" | "callbackUrl">) {
    const created: SimulatedPayment = {
      ...payment,
      pageId: randomBytes(9).toString("base64url"),
      state: "OPEN",
      code: "PAYMENT_PENDING",
      transactionId: `T${Date.now()}${randomBytes(4).readUInt32BE()}`,
      utr: String(randomBytes(6).readUIntBE(0, 6)).padStart(12, "0").slice(0, 12),
    };
    this.payments.set(toKey(created), created);
    return created;
  }

  find(key: Pick<SimulatedPayment, "version" | "merchant" | "id">): SimulatedPayment | undefined {
    return this.payments.get(toKey(key));
  }

  findRefund(key: Pick<SimulatedRefund, "version" | "merchant" | "id">): SimulatedRefund | undefined {
    return this.refunds.get(toKey(key));
  }

  findByPage(page: string): SimulatedPayment | undefined {
    return [...this.payments.values()].find((payment) => payment.pageId === page);
  }

  /** Refunded and pending amount of a payment. */
  getRefundedAmount(payment: SimulatedPayment): number {
    return [...this.refunds.values()]
      .filter(
        (refund) => refund.state !== "FAILED" && refund.merchant === payment.merchant && refund.payment === payment.id,
      )
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  /** Creates a refund; returns the error code if it is rejected. */
  createRefund(
    request: Pick<SimulatedRefund, "version" | "merchant" | "id" | "payment" | "amount">,
  ): SimulatedRefund | string {
    const { version, merchant, payment: id, amount } = request;
    if (this.findRefund(request)) return "DUPLICATE_TXN_REQUEST";
    const payment = this.find({ version, merchant, id });
    if (!payment || payment.state !== "COMPLETED") return "TRANSACTION_NOT_FOUND";
    if (amount > payment.amount - this.getRefundedAmount(payment)) return "EXCESS_REFUND_AMOUNT";
    const polls = amount % 2;
    const created: SimulatedRefund = {
      ...request,
      state: polls > 0 ? "PENDING" : "COMPLETED",
      code: polls > 0 ? "PAYMENT_PENDING" : "PAYMENT_SUCCESS",
      polls,
      transactionId: `TR${Date.now()}${randomBytes(4).readUInt32BE()}`,
    };
    this.refunds.set(toKey(created), created);
    return created;
  }

  /** Completes a pending refund after its status checks. */
  pollRefund(refund: SimulatedRefund): SimulatedRefund {
    if (refund.state === "PENDING" && --refund.polls < 0) {
      refund.state = "COMPLETED";
      refund.code = "PAYMENT_SUCCESS";
    }
    return refund;
  }
}

function toKey({ version, merchant, id }: { version: string; merchant: string; id: string }): string {
  return `${version}:${merchant}:${id}`;
}
