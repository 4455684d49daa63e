// §4: creates the payment gateway of a branch from its settings; the only place where its keys are decrypted.
import { PaymentSettings } from "#domain/payments/payment-settings.collection.ts";
import type { PaymentProviderInfo } from "#domain/payments/providers.ts";
import { getFieldLabel } from "#domain/schema/fields.ts";
import type { PaymentGateway, PaymentProvider, ProviderSettings } from "#server/features/payments/providers/gateway.ts";
import * as registered from "#server/features/payments/providers/registry.ts";
import type { Config } from "#server/config.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { createCredentialSealer, getCredentialsKeys, type Sealer } from "#server/auth/secrets.ts";

export const paymentProviders: readonly PaymentProvider[] = Object.values(registered);
const providersByName = new Map(paymentProviders.map((provider) => [provider.name, provider]));

/** The provider as the settings page shows it; only an installation with a simulator offers it. */
export function describeProvider({
  provider,
  simulatorUrl,
}: {
  provider: PaymentProvider;
  simulatorUrl: string | null;
}): PaymentProviderInfo {
  const { name, label, credentials, callbackPath, instructions = null } = provider;
  const described = credentials.map(({ field, label: ownLabel }) => ({
    field,
    label: ownLabel ?? getFieldLabel(field, PaymentSettings.fields[field]),
  }));
  const environments: PaymentProviderInfo["environments"] = ["sandbox", "production"];
  if (simulatorUrl !== null) environments.unshift("simulator");
  return { name, label, credentials: described, environments, callback_path: callbackPath, instructions };
}

interface PaymentSettingsRow {
  /** Name of a provider, or `off`. */
  gateway: string;
  environment: ProviderSettings["environment"];
  merchant_id: string | null;
  version: string;
  /** Fields of the provider; those of kind `secret` are sealed. */
  [field: string]: unknown;
}

export interface BranchGateway {
  provider: PaymentProvider;
  merchantId: string;
  gateway: PaymentGateway;
}

/** Caches the gateway of each branch, with its access tokens, until the settings change. */
export class PaymentGateways {
  readonly #config: Pick<Config, "paySimulatorUrl">;
  readonly #clock: () => Date;
  readonly #sealer: Sealer;
  readonly #cache = new Map<number, { version: string; gateways: Map<string, BranchGateway> }>();

  constructor({
    config,
    clock,
  }: {
    config: Pick<Config, "paySimulatorUrl" | "credentialsKey" | "acceptedCredentialsKeys">;
    clock: () => Date;
  }) {
    this.#config = config;
    this.#clock = clock;
    this.#sealer = createCredentialSealer(getCredentialsKeys(config));
  }

  /**
   * Returns the current gateway of a branch, or with `name` the one of an earlier payment; undefined without one, or if
   * its settings are incomplete or unusable in this environment.
   */
  async get({
    sql,
    branch,
    name,
  }: {
    sql: Sql | Tx;
    branch: number;
    name?: string;
  }): Promise<BranchGateway | undefined> {
    const [row] = await sql<PaymentSettingsRow[]>`
      select *, xmin::text as version from payment_settings where branch = ${branch}`;
    const provider = providersByName.get(name ?? row?.gateway ?? "off");
    if (!row || !provider) return undefined;
    let cached = this.#cache.get(branch);
    if (cached?.version !== row.version)
      this.#cache.set(branch, (cached = { version: row.version, gateways: new Map() }));
    const branchGateway = cached.gateways.get(provider.name) ?? this.#createGateway({ row, provider });
    if (branchGateway) cached.gateways.set(provider.name, branchGateway);
    return branchGateway;
  }

  #createGateway({ row, provider }: { row: PaymentSettingsRow; provider: PaymentProvider }): BranchGateway | undefined {
    const isSimulated = row.environment === "simulator";
    if (isSimulated && this.#config.paySimulatorUrl === null) return undefined;
    const { environment, merchant_id: merchantId } = row;
    if (!merchantId) return undefined;
    const gateway = provider.createGateway({
      environment,
      values: this.#readCredentials({ row, provider }),
      simulatorUrl: this.#config.paySimulatorUrl,
      clock: this.#clock,
    });
    return gateway && { provider, merchantId, gateway };
  }

  /** The credentials that the provider requires, with its keys in plain text. */
  #readCredentials({
    row,
    provider,
  }: {
    row: PaymentSettingsRow;
    provider: PaymentProvider;
  }): ProviderSettings["values"] {
    return Object.fromEntries(
      provider.credentials.map(({ field }) => {
        const value: unknown = row[field];
        const isSealed = PaymentSettings.fields[field].kind === "secret" && typeof value === "string";
        return [field, isSealed ? this.#sealer.unseal(value) : value];
      }),
    );
  }
}
