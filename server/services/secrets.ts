// reading.md §3: no secret is kept in a form it can be read back from.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
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

/** How the write path keeps a secret field: a code under `secret`, a payment provider's key sealed with `credentialsKey`. */
export function secretKeeper({ secret, credentialsKey }: { secret: string; credentialsKey: string }) {
  const credentials = credentialSealer(credentialsKey);
  return async ({ field, value }: { field: Field; value: string }): Promise<string> => {
    if (field.secret === "password") return hashPassword(value);
    return field.secret === "sealed" ? credentials.seal(value) : codeHash({ code: value, key: secret });
  };
}

export interface Sealer {
  /** A text in a form that only the same key opens. */
  seal: (text: string) => string;
  /** The text again; throws where it was sealed with another key or was altered. */
  open: (sealed: string) => string;
}

/** For what must be read once more, by us alone: the codes and links of messages that wait to be sent. AES-256-GCM. */
export function sealer(secret: string): Sealer {
  return sealerWith(Buffer.from(hkdfSync("sha256", secret, "", "chaavi-outbox", 32)));
}

/** For the keys of payment providers, which are of use for as long as the branch is paid through them. */
export function credentialSealer(credentialsKey: string): Sealer {
  return sealerWith(Buffer.from(hkdfSync("sha256", credentialsKey, "", "chaavi-credentials", 32)));
}

function sealerWith(key: Buffer): Sealer {
  return {
    seal: (text) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8");
    },
  };
}

const nonceBytes = 12;
const tagBytes = 16;
