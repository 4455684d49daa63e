// §4: the payment provider of a branch, made of its settings; its keys are opened here and nowhere else.
import type { GatewayName } from "#domain/collections/payments.ts";
import type { PayGateway } from "#server/adapters/pay/gateway.ts";
import { phonePeV1, phonePeV1Hosts } from "#server/adapters/pay/phonepe-v1.ts";
import { phonePeV2, phonePeV2Hosts } from "#server/adapters/pay/phonepe-v2.ts";
import type { Config } from "#server/config.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { credentialSealer, type Sealer } from "#server/services/secrets.ts";

interface SettingsRow {
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
  gateway: PayGateway;
}

/** The provider of each branch, kept with its access tokens until the settings change. */
export class Gateways {
  readonly #config: Pick<Config, "paySimulatorUrl">;
  readonly #clock: () => Date;
  readonly #sealer: Sealer;
  readonly #known = new Map<number, { version: string; made: Map<GatewayName, BranchGateway> }>();

  constructor({ config, clock }: { config: Pick<Config, "paySimulatorUrl" | "credentialsKey">; clock: () => Date }) {
    this.#config = config;
    this.#clock = clock;
    this.#sealer = credentialSealer(config.credentialsKey);
  }

  /**
   * The provider a branch is paid through now, or with `name` the one an older payment went through; undefined where there
   * is none, or where its settings cannot be used here.
   */
  async of({
    sql,
    branch,
    name,
  }: {
    sql: Sql | Tx;
    branch: number;
    name?: GatewayName;
  }): Promise<BranchGateway | undefined> {
    const [row] = await sql<SettingsRow[]>`
      select id, branch, gateway, environment, merchant_id, salt_key, salt_index, client_id, client_version, client_secret,
        webhook_user, webhook_password, xmin::text as version from payment_settings where branch = ${branch}`;
    const wanted = name ?? row?.gateway;
    if (!row || !wanted || wanted === "off") return undefined;
    let known = this.#known.get(branch);
    if (known?.version !== row.version) this.#known.set(branch, (known = { version: row.version, made: new Map() }));
    const made = known.made.get(wanted) ?? this.#make({ row, name: wanted });
    if (made) known.made.set(wanted, made);
    return made;
  }

  #make({ row, name }: { row: SettingsRow; name: GatewayName }): BranchGateway | undefined {
    const isSimulated = row.environment === "simulator";
    if (isSimulated && this.#config.paySimulatorUrl === null) return undefined;
    const gateway = name === "phonepe-v1" ? this.#v1(row) : this.#v2(row);
    return gateway && { name, merchantId: row.merchant_id!, gateway };
  }

  #v1(row: SettingsRow): PayGateway | undefined {
    if (row.merchant_id === null || row.salt_key === null || row.salt_index === null) return undefined;
    const baseUrl =
      row.environment === "simulator" ? `${this.#config.paySimulatorUrl}/v1` : phonePeV1Hosts[row.environment];
    const { merchant_id: merchantId, salt_index: saltIndex } = row;
    return phonePeV1({ baseUrl, merchantId, saltKey: this.#sealer.open(row.salt_key), saltIndex });
  }

  #v2(row: SettingsRow): PayGateway | undefined {
    const { client_id: clientId, client_version: clientVersion, client_secret: secret } = row;
    const { webhook_user: webhookUser, webhook_password: password } = row;
    if (!row.merchant_id || !clientId || !clientVersion || !secret || !webhookUser || !password) return undefined;
    const simulator = `${this.#config.paySimulatorUrl}/v2`;
    const hosts =
      row.environment === "simulator"
        ? { tokenUrl: `${simulator}/v1/oauth/token`, baseUrl: simulator }
        : phonePeV2Hosts[row.environment];
    return phonePeV2({
      ...hosts,
      clientId,
      clientVersion,
      clientSecret: this.#sealer.open(secret),
      webhookUser,
      webhookPassword: this.#sealer.open(password),
      now: this.#clock,
    });
  }
}
