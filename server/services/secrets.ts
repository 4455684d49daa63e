// reading.md §3: no secret is kept in a form it can be read back from.
import { createHmac, randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import type { Field } from "#domain/collection.ts";

// OWASP's second choice: 19 MiB, two passes; some 25 ms.
const argon = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, argon);
}

const nobodysHash = hashPassword(randomBytes(16).toString("hex"));

/** Whether the password is the one; takes as long where there is none to compare with, so that nobody learns who exists. */
export async function isPassword({ password, hashed }: { password: string; hashed: string | null }): Promise<boolean> {
  if (hashed === null) {
    await verify(await nobodysHash, password);
    return false;
  }
  return verify(hashed, password).catch(() => false);
}

/** A code in a form that can be looked up with the key, and not read without it. */
export function codeHash({ code, key }: { code: string; key: string }): string {
  return createHmac("sha256", key).update(`code:${code}`).digest("base64url");
}

/** How the write path keeps a secret field. */
export function secretKeeper(key: string) {
  return ({ field, value }: { field: Field; value: string }): Promise<string> =>
    field.secret === "password" ? hashPassword(value) : Promise.resolve(codeHash({ code: value, key }));
}
