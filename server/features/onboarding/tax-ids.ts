// §8 GSTIN_NOT_ACTIVE: rejects a number that the register does not know or reports as inactive. An unreachable register
// does not block the registration: the verifier sees the pending check and its later result.
import { gstin as gstinField, pan as panField } from "#domain/schema/tax-id-fields.ts";
import type { AppServices } from "#server/context.ts";
import { checkTaxId, assertTaxIdActive } from "#server/features/onboarding/tax-id-checks.ts";

/** Throws GSTIN_NOT_ACTIVE, GSTIN_VERIFICATION_FAILED, PAN_VERIFICATION_FAILED, REQUESTS_EXCEEDED. */
export async function assertTaxIdsActive({
  services,
  userId,
  gstin,
  pan,
}: {
  services: AppServices;
  userId: string;
  gstin: unknown;
  pan: unknown;
}): Promise<void> {
  const values = { gstin, pan };
  const fields = { gstin: gstinField(), pan: panField() };
  for (const kind of ["pan", "gstin"] as const) {
    const value = values[kind];
    if (typeof value !== "string" || value === "") continue;
    const check = await checkTaxId({ services, kind, number: fields[kind].normalise!(value), userId });
    if (check.state !== "unavailable") assertTaxIdActive({ kind, check });
  }
}
