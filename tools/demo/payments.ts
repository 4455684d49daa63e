// The demo's branches are paid online through the simulated provider: every other one by its older interface.
import type { Tx } from "#server/db/pool.ts";
import { credentialSealer } from "#server/services/secrets.ts";
import { demoV1, demoV2 } from "#simulators/pay/book.ts";

export async function loadPaymentSettings({ tx, credentialsKey }: { tx: Tx; credentialsKey: string }): Promise<void> {
  const { seal } = credentialSealer(credentialsKey);
  const branches = await tx<{ id: number; gstin: string | null }[]>`
    select id, gstin from "Branch" where status = 'published' and entity_type <> 'government' order by id`;
  for (const [place, { id, gstin }] of branches.entries()) {
    const tax = gstin === null ? "unregistered" : "taxable";
    const common = { branch: id, environment: "simulator", tax_treatment: tax };
    const row =
      place % 2 === 0
        ? { gateway: "phonepe-v1", merchant_id: demoV1.merchantId, salt_key: seal(demoV1.saltKey), salt_index: 1 }
        : {
            gateway: "phonepe-v2",
            merchant_id: demoV2.merchantId,
            client_id: demoV2.clientId,
            client_version: demoV2.clientVersion,
            client_secret: seal(demoV2.clientSecret),
            webhook_user: demoV2.webhookUser,
            webhook_password: seal(demoV2.webhookPassword),
          };
    await tx`insert into payment_settings ${tx({ ...common, ...row })}`;
  }
}
