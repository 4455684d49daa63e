// What the simulated payment provider knows: its merchants, every payment and every refund. Amounts are paise.
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

/** The merchants everybody may use for trials. */
export const demoV1: V1Merchant = {
  merchantId: "CHAAVISIMULATED",
  saltKey: "6f0a4f0e-5c2d-4b7e-9a53-simulated0001",
  saltIndex: 1,
};
export const demoV2: V2Merchant = {
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
  /** Names it in the pay page's address. */
  page: string;
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
  /** Polls until a pending one is done. */
  polls: number;
  transactionId: string;
}

export class Book {
  readonly payments = new Map<string, SimulatedPayment>();
  readonly refunds = new Map<string, SimulatedRefund>();
  readonly v1 = new Map<string, V1Merchant>([[demoV1.merchantId, demoV1]]);
  readonly v2 = new Map<string, V2Merchant>([[demoV2.clientId, demoV2]]);

  add(payment: Pick<SimulatedPayment, "version" | "merchant" | "id" | "amount" | "redirectUrl" | "callbackUrl">) {
    const made: SimulatedPayment = {
      ...payment,
      page: randomBytes(9).toString("base64url"),
      state: "OPEN",
      code: "PAYMENT_PENDING",
      transactionId: `T${Date.now()}${randomBytes(4).readUInt32BE()}`,
      utr: String(randomBytes(6).readUIntBE(0, 6)).padStart(12, "0").slice(0, 12),
    };
    this.payments.set(keyOf(made), made);
    return made;
  }

  find(wanted: Pick<SimulatedPayment, "version" | "merchant" | "id">): SimulatedPayment | undefined {
    return this.payments.get(keyOf(wanted));
  }

  findRefund(wanted: Pick<SimulatedRefund, "version" | "merchant" | "id">): SimulatedRefund | undefined {
    return this.refunds.get(keyOf(wanted));
  }

  ofPage(page: string): SimulatedPayment | undefined {
    return [...this.payments.values()].find((payment) => payment.page === page);
  }

  /** What was paid back or is on its way back, of one payment. */
  refunded(payment: SimulatedPayment): number {
    return [...this.refunds.values()]
      .filter(
        (refund) => refund.state !== "FAILED" && refund.merchant === payment.merchant && refund.payment === payment.id,
      )
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  /** Takes a refund; why not, where it cannot be. */
  refund(asked: Pick<SimulatedRefund, "version" | "merchant" | "id" | "payment" | "amount">): SimulatedRefund | string {
    const { version, merchant, payment: id, amount } = asked;
    if (this.findRefund(asked)) return "DUPLICATE_TXN_REQUEST";
    const payment = this.find({ version, merchant, id });
    if (!payment || payment.state !== "COMPLETED") return "TRANSACTION_NOT_FOUND";
    if (amount > payment.amount - this.refunded(payment)) return "EXCESS_REFUND_AMOUNT";
    const polls = amount % 2;
    const made: SimulatedRefund = {
      ...asked,
      state: polls > 0 ? "PENDING" : "COMPLETED",
      code: polls > 0 ? "PAYMENT_PENDING" : "PAYMENT_SUCCESS",
      polls,
      transactionId: `TR${Date.now()}${randomBytes(4).readUInt32BE()}`,
    };
    this.refunds.set(keyOf(made), made);
    return made;
  }

  /** A pending refund is done after it was asked about. */
  ask(refund: SimulatedRefund): SimulatedRefund {
    if (refund.state === "PENDING" && --refund.polls < 0) {
      refund.state = "COMPLETED";
      refund.code = "PAYMENT_SUCCESS";
    }
    return refund;
  }
}

function keyOf({ version, merchant, id }: { version: string; merchant: string; id: string }): string {
  return `${version}:${merchant}:${id}`;
}
