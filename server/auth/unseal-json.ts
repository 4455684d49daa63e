// Decrypts JSON that this product has sealed, possibly in an earlier version.
import type { z } from "zod";
import { jsonText } from "#server/json-text.ts";
import type { Sealer } from "#server/auth/secrets.ts";

/** Returns undefined if the value was altered, was sealed with an unknown key, or does not match the schema. */
export function unsealJson<T>({
  sealer,
  sealed,
  schema,
}: {
  sealer: Sealer;
  sealed: string;
  schema: z.ZodType<T>;
}): T | undefined {
  try {
    return jsonText(schema).safeParse(sealer.unseal(sealed)).data;
  } catch {
    return undefined;
  }
}
