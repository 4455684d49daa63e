// §8 GSTIN_NOT_ACTIVE: a number the register does not know, or has closed, is sent back at once. A register that is out of
// reach stands in nobody's way: the verifier sees that it has not answered, and what it says later.
import { gstin as gstinField, pan as panField } from "#domain/fields.ts";
import type { House } from "#server/context.ts";
import { checkTaxId, refuseInactive } from "#server/services/tax-ids.ts";

/** Throws GSTIN_NOT_ACTIVE, GSTIN_VERIFICATION_FAILED, PAN_VERIFICATION_FAILED, REQUESTS_EXCEEDED. */
export async function refuseTaxIds({
  house,
  who,
  gstin,
  pan,
}: {
  house: House;
  who: string;
  gstin: unknown;
  pan: unknown;
}): Promise<void> {
  const typed = { gstin, pan };
  const fields = { gstin: gstinField(), pan: panField() };
  for (const kind of ["pan", "gstin"] as const) {
    const value = typed[kind];
    if (typeof value !== "string" || value === "") continue;
    const check = await checkTaxId({ house, kind, number: fields[kind].normalise!(value), who });
    if (check.state !== "unavailable") refuseInactive({ kind, check });
  }
}
