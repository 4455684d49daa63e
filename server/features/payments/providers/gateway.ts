// §4 Online payment: interface of the payment providers. Amounts are in paise. No data comes from the payer's browser.

/**
 * `absent`: the provider does not know the payment. `unclear`: no response or an unknown one; the payment may have
 * succeeded or not.
 */
export type PaymentVerdict = "success" | "pending" | "failed" | "absent" | "unclear";

export interface ProviderResult {
  verdict: PaymentVerdict;
  /** The provider's code, or an internal one without a response. */
  code: string;
  /** Amount reported by the provider; null if it reports none. */
  amount: number | null;
  providerTransactionId: string | null;
  utr: string | null;
  /** The response verbatim, truncated. */
  body: string;
}

export interface PaymentRequest {
  transactionId: string;
  amount: number;
  /** Identifies the payer without personal data: at most 35 letters, digits, _ and -. */
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

/** Authenticated callback of a payment or refund; `result` is null if its body is not signed. */
export interface VerifiedCallback {
  transactionId: string;
  result: ProviderResult | null;
}

export interface CallbackRequest {
  headers: { readonly [name: string]: string | string[] | undefined };
  /** Raw body. */
  body: string;
}

/** Columns of payment_settings for the credentials of any provider. */
export type CredentialField =
  | "merchant_id"
  | "salt_key"
  | "salt_index"
  | "client_id"
  | "client_version"
  | "client_secret"
  | "webhook_user"
  | "webhook_password";

/** Settings of a branch, with its keys in plain text. */
export interface ProviderSettings {
  environment: "simulator" | "sandbox" | "production";
  /** Fields of payment_settings that the provider requires; incomplete while they are being entered. */
  values: { readonly [field: string]: unknown };
  simulatorUrl: string | null;
  clock: () => Date;
}

/** A payment provider; those known are in registry.ts. */
export interface PaymentProvider {
  /** Stored with the settings and the payments; never changed. */
  name: string;
  /** Name on the settings page. */
  label: string;
  /** Credentials that it requires, in the order of the form: columns of payment_settings, with labels of its own. */
  credentials: readonly { field: CredentialField; label?: string }[];
  /** Where it sends its callbacks. */
  callbackPath: `/payments/${string}`;
  /** What to set up at the provider; `{url}` is the address of the callbacks. */
  instructions?: string;
  /** Returns undefined if the settings are incomplete. */
  createGateway: (settings: ProviderSettings) => PaymentGateway | undefined;
  /** Reads the transaction id of a callback, by which its branch is found before the signature can be verified. */
  parseUnverifiedTransactionId: (body: string) => string | undefined;
  /** Reads the merchant of a callback, for one whose transaction is not known. */
  parseUnverifiedMerchantId: (body: string) => string | undefined;
}

export interface PaymentGateway {
  /** Opens a pay page; `url` is null if the provider opened none. Never throws. */
  startPayment: (request: PaymentRequest) => Promise<{ url: string | null; result: ProviderResult }>;
  getPaymentStatus: (transactionId: string) => Promise<ProviderResult>;
  /** Sends a refund; idempotent per refund id. */
  refund: (request: RefundRequest) => Promise<ProviderResult>;
  getRefundStatus: (refundId: string) => Promise<ProviderResult>;
  /** Returns undefined unless the provider has signed the callback for this merchant. */
  verifyCallback: (message: CallbackRequest) => VerifiedCallback | undefined;
}
