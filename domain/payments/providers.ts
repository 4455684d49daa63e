// §4 Online payment: the providers a branch can choose, with the settings they require and the address of their
// callbacks. Their requests are in server/features/payments/providers.
import { getKeys, isKeyOf } from "#domain/object-keys.ts";

interface ProviderDeclaration {
  /** Name on the settings page. */
  label: string;
  /** Fields of payment_settings that it requires, in the order of the form. */
  fields: readonly string[];
  /** Where it sends its callbacks. */
  callbackPath: `/payments/${string}`;
  /** What to set up at the provider; `{url}` is the address of the callbacks. */
  instructions?: string;
}

export const paymentProviders = {
  "phonepe-v1": {
    label: "PhonePe (merchant ID and salt)",
    fields: ["merchant_id", "salt_key", "salt_index"],
    callbackPath: "/payments/callback/phonepe-v1",
  },
  "phonepe-v2": {
    label: "PhonePe (client ID and secret)",
    fields: ["merchant_id", "client_id", "client_version", "client_secret", "webhook_user", "webhook_password"],
    callbackPath: "/payments/webhook/phonepe-v2",
    instructions: "In the PhonePe dashboard, set the webhook URL to {url} with this user name and password.",
  },
} as const satisfies { readonly [name: string]: ProviderDeclaration };

export type ProviderName = keyof typeof paymentProviders;
export const providerNames = getKeys(paymentProviders);

/** The declaration of a provider; undefined for `off`. */
export function findProvider(name: string): ProviderDeclaration | undefined {
  return isKeyOf(paymentProviders, name) ? paymentProviders[name] : undefined;
}
