// §4: creates the payment gateway of a branch from its settings; the only place where its keys are decrypted.
import type { GatewayName } from "#domain/payments/payments.collection.ts";
import type { PaymentGateway } from "#server/features/payments/providers/gateway.ts";
import { createPhonePeV1, phonePeV1Hosts } from "#server/features/payments/providers/phonepe-v1.ts";
import { createPhonePeV2, phonePeV2Hosts } from "#server/features/payments/providers/phonepe-v2.ts";
import type { Config } from "#server/config.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { createCredentialSealer, getCredentialsKeys, type Sealer } from "#server/auth/secrets.ts";

interface PaymentSettingsRow {
  id: number;
  branch: number;
  gateway: GatewayName | "off";
  environment: "simulator" | "sandbox" | "production";
  merchant_id: string | null;
  salt_key: string | null;
  salt_index: number | null;
  client_id: string | null;
  client_version: number | null;
  client_secret: string | null;
  webhook_user: string | null;
  webhook_password: string | null;
  version: string;
}

export interface BranchGateway {
  name: GatewayName;
  merchantId: string;
  gateway: PaymentGateway;
}

/** Caches the gateway of each branch, with its access tokens, until the settings change. */
export class PaymentGateways {
  readonly #config: Pick<Config, "paySimulatorUrl">;
  readonly #clock: () => Date;
  readonly #sealer: Sealer;
  readonly #cache = new Map<number, { version: string; gateways: Map<GatewayName, BranchGateway> }>();

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
    name?: GatewayName;
  }): Promise<BranchGateway | undefined> {
    const [row] = await sql<PaymentSettingsRow[]>`
      select id, branch, gateway, environment, merchant_id, salt_key, salt_index, client_id, client_version, client_secret,
        webhook_user, webhook_password, xmin::text as version from payment_settings where branch = ${branch}`;
    const gatewayName = name ?? row?.gateway;
    if (!row || !gatewayName || gatewayName === "off") return undefined;
    let cached = this.#cache.get(branch);
    if (cached?.version !== row.version)
      this.#cache.set(branch, (cached = { version: row.version, gateways: new Map() }));
    const branchGateway = cached.gateways.get(gatewayName) ?? this.#createGateway({ row, name: gatewayName });
    if (branchGateway) cached.gateways.set(gatewayName, branchGateway);
    return branchGateway;
  }

  #createGateway({ row, name }: { row: PaymentSettingsRow; name: GatewayName }): BranchGateway | undefined {
    const isSimulated = row.environment === "simulator";
    if (isSimulated && this.#config.paySimulatorUrl === null) return undefined;
    const gateway = name === "phonepe-v1" ? this.#v1(row) : this.#v2(row);
    return gateway && { name, merchantId: row.merchant_id!, gateway };
  }

  #v1(row: PaymentSettingsRow): PaymentGateway | undefined {
    if (row.merchant_id === null || row.salt_key === null || row.salt_index === null) return undefined;
    const baseUrl =
      row.environment === "simulator" ? `${this.#config.paySimulatorUrl}/v1` : phonePeV1Hosts[row.environment];
    const { merchant_id: merchantId, salt_index: saltIndex } = row;
    return createPhonePeV1({ baseUrl, merchantId, saltKey: this.#sealer.unseal(row.salt_key), saltIndex });
  }

  #v2(row: PaymentSettingsRow): PaymentGateway | undefined {
    const { client_id: clientId, client_version: clientVersion, client_secret: secret } = row;
    const { webhook_user: webhookUser, webhook_password: password } = row;
    if (!row.merchant_id || !clientId || !clientVersion || !secret || !webhookUser || !password) return undefined;
    const simulator = `${this.#config.paySimulatorUrl}/v2`;
    const hosts =
      row.environment === "simulator"
        ? { tokenUrl: `${simulator}/v1/oauth/token`, baseUrl: simulator }
        : phonePeV2Hosts[row.environment];
    return createPhonePeV2({
      ...hosts,
      clientId,
      clientVersion,
      clientSecret: this.#sealer.unseal(secret),
      webhookUser,
      webhookPassword: this.#sealer.unseal(password),
      now: this.#clock,
    });
  }
}
