// §4 online payment of one entry: the replies for the pay page and the gate.
import type { AttemptState } from "#domain/payments/online/online-payment-states.ts";
import type { PaymentLabel } from "#domain/payments/payment-label.ts";
import type { EntryBalance } from "#domain/payments/payment.ts";
import type { PaymentStatus } from "#domain/payments/states.ts";

/** What the pay page of an entry or ticket shows. */
export interface PaymentPage {
  kind: "P" | "V";
  id: number;
  /** Token of this page, for its link and QR code. */
  token: string;
  name: string | null;
  receipt_no: string | null;
  sequence: number;
  in_time: Date | null;
  out_time: Date | null;
  /** Paise. */
  owed: EntryBalance;
  payment_status: PaymentStatus;
  payment_mode: "cash" | "online" | null;
  badge: PaymentLabel;
  /** Paise. */
  refunded: number;
  isOffered: boolean;
  isTaxed: boolean;
  attempt: {
    id: number;
    amount: number;
    state: AttemptState;
    started_at: Date;
    transaction: string;
    is_current: boolean;
  } | null;
  branch: { id: number; name: string; slug: string; address: string | null; company: string; companySlug: string };
}

/** A payment that was started at the provider. */
export interface StartedPayment {
  id: number;
  transaction: string;
  /** Paise. */
  amount: number;
  /** The provider's page. */
  url: string;
}
