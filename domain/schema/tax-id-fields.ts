// §3 §5: fields of tax numbers. Apart from the other fields, since the first pages need neither the states of GSTIN nor their checks.
import { isGstin } from "#domain/gstin.ts";
import * as limits from "#domain/limits.ts";
import { isPan } from "#domain/pan.ts";
import { textWithPreset, uppercase } from "#domain/schema/fields.ts";
import type { FieldOptions } from "#domain/schema/fields.ts";

export function gstin<const O extends FieldOptions>(options?: O) {
  return textWithPreset(
    {
      label: "GSTIN",
      max: limits.gstin,
      normalise: uppercase,
      isValid: isGstin,
      message: "*Invalid GSTIN number format",
    },
    options,
  );
}
export function pan<const O extends FieldOptions>(options?: O) {
  return textWithPreset(
    {
      label: "PAN",
      max: limits.pan,
      normalise: uppercase,
      isValid: isPan,
      message: "*Invalid PAN number format",
    },
    options,
  );
}
