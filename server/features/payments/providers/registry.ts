// §4: creates the payment gateway of a branch from its settings; the only place where its keys are decrypted.
import { PaymentSettings } from "#domain/payments/payment-settings.collection.ts";
import { paymentProviders, type ProviderName } from "#domain/payments/providers.ts";
import type { PaymentGateway, PaymentProvider, ProviderSettings } from "#server/features/payments/providers/gateway.ts";
import { phonePeV1 } from "#server/features/payments/providers/phonepe-v1.ts";
import { phonePeV2 } from "#server/features/payments/providers/phonepe-v2.ts";
import type { Config } from "#server/config.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { createCredentialSealer, getCredentialsKeys, type Sealer } from "#server/auth/secrets.ts";

export const providers: { readonly [name in ProviderName]: PaymentProvider } = {
  "phonepe-v1": phonePeV1,
  "phonepe-v2": phonePeV2,
};

interface PaymentSettingsRow {
  gateway: ProviderName | "off";
  environment: ProviderSettings["environment"];
  merchant_id: string | null;
  version: string;
  /** Fields of the provider; those of kind `secret` are sealed. */
  [field: string]: unknown;
}

export interface BranchGateway {
  name: ProviderName;
  merchantId: string;
  gateway: PaymentGateway;
}

/** Caches the gateway of each branch, with its access tokens, until the settings change. */
export class PaymentGateways {
  readonly #config: Pick<Config, "paySimulatorUrl">;
  readonly #clock: () => Date;
  readonly #sealer: Sealer;
  readonly #cache = new Map<number, { version: string; gateways: Map<ProviderName, BranchGateway> }>();

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
    name?: ProviderName;
  }): Promise<BranchGateway | undefined> {
    const [row] = await sql<PaymentSettingsRow[]>`
      select *, xmin::text as version from payment_settings where branch = ${branch}`;
    const gatewayName = name ?? row?.gateway;
    if (!row || !gatewayName || gatewayName === "off") return undefined;
    let cached = this.#cache.get(branch);
    if (cached?.version !== row.version)
      this.#cache.set(branch, (cached = { version: row.version, gateways: new Map() }));
    const branchGateway = cached.gateways.get(gatewayName) ?? this.#createGateway({ row, name: gatewayName });
    if (branchGateway) cached.gateways.set(gatewayName, branchGateway);
    return branchGateway;
  }

  #createGateway({ row, name }: { row: PaymentSettingsRow; name: ProviderName }): BranchGateway | undefined {
    const isSimulated = row.environment === "simulator";
    if (isSimulated && this.#config.paySimulatorUrl === null) return undefined;
    const { environment, merchant_id: merchantId } = row;
    if (!merchantId) return undefined;
    const gateway = providers[name].createGateway({
      environment,
      values: this.#readValues({ row, name }),
      simulatorUrl: this.#config.paySimulatorUrl,
      clock: this.#clock,
    });
    return gateway && { name, merchantId, gateway };
  }

  /** The fields that the provider requires, with its keys in plain text. */
  #readValues({ row, name }: { row: PaymentSettingsRow; name: ProviderName }): ProviderSettings["values"] {
    return Object.fromEntries(
      paymentProviders[name].fields.map((field) => {
        const value: unknown = row[field];
        const isSealed = PaymentSettings.fields[field].kind === "secret" && typeof value === "string";
        return [field, isSealed ? this.#sealer.unseal(value) : value];
      }),
    );
  }
}
