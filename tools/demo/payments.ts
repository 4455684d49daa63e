// Payment settings of the demo's branches: the simulated provider, alternating between its two interface versions.
import type { Tx } from "#server/db/pool.ts";
import { createCredentialSealer } from "#server/auth/secrets.ts";
import { demoMerchantV1, demoMerchantV2 } from "#simulators/pay/payment-store.ts";

export async function loadPaymentSettings({ tx, credentialsKey }: { tx: Tx; credentialsKey: string }): Promise<void> {
  const { seal } = createCredentialSealer([credentialsKey]);
  const branches = await tx<{ id: number; gstin: string | null }[]>`
    select id, gstin from "Branch" where status = 'published' and entity_type <> 'government' order by id`;
  for (const [index, { id, gstin }] of branches.entries()) {
    const tax = gstin === null ? "unregistered" : "taxable";
    const common = { branch: id, environment: "simulator", tax_treatment: tax };
    const row =
      index % 2 === 0
        ? {
            gateway: "phonepe-v1",
            merchant_id: demoMerchantV1.merchantId,
            salt_key: seal(demoMerchantV1.saltKey),
            salt_index: 1,
          }
        : {
            gateway: "phonepe-v2",
            merchant_id: demoMerchantV2.merchantId,
            client_id: demoMerchantV2.clientId,
            client_version: demoMerchantV2.clientVersion,
            client_secret: seal(demoMerchantV2.clientSecret),
            webhook_user: demoMerchantV2.webhookUser,
            webhook_password: seal(demoMerchantV2.webhookPassword),
          };
    await tx`insert into payment_settings ${tx({ ...common, ...row })}`;
  }
}
