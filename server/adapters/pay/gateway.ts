// §4 Online payment: what a payment provider does for us, whoever it is. Amounts are paise. Nothing here is believed from a browser.

/** `absent`: the provider knows of no such payment. `unclear`: no answer, or none we understand; says nothing about the money. */
export type Verdict = "success" | "pending" | "failed" | "absent" | "unclear";

export interface ProviderAnswer {
  verdict: Verdict;
  /** The provider's own code, or ours for what was no answer. */
  code: string;
  /** The amount the provider names; null where it names none. */
  amount: number | null;
  providerTransactionId: string | null;
  utr: string | null;
  /** The answer word for word, shortened. */
  body: string;
}

export interface PayRequest {
  transactionId: string;
  amount: number;
  /** Who pays, without personal data: at most 35 of letters, digits, _ and -. */
  payer: string;
  redirectUrl: string;
  callbackUrl: string;
}

export interface RefundRequest {
  refundId: string;
  /** The transaction id of the payment. */
  transactionId: string;
  amount: number;
  callbackUrl: string;
}

/** A message of the provider that has proved to be one: which payment or refund it speaks of, and what it says where that is signed. */
export interface ProviderMessage {
  transactionId: string;
  answer: ProviderAnswer | null;
}

export interface IncomingMessage {
  headers: { readonly [name: string]: string | string[] | undefined };
  /** As it was received, not parsed. */
  body: string;
}

export interface PayGateway {
  /** Opens a pay page; `url` is null where there is none. Never throws. */
  start: (request: PayRequest) => Promise<{ url: string | null; answer: ProviderAnswer }>;
  status: (transactionId: string) => Promise<ProviderAnswer>;
  /** Sends a refund; the same refund id sent twice is one refund. */
  refund: (request: RefundRequest) => Promise<ProviderAnswer>;
  refundStatus: (refundId: string) => Promise<ProviderAnswer>;
  /** Undefined for what the provider has not signed for this merchant. */
  readMessage: (message: IncomingMessage) => ProviderMessage | undefined;
}
