// reading.md §3: hashing and sealing of stored secrets, so that none can be read back from the database alone.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { Field } from "#domain/schema/collection.ts";
import { hashPassword } from "#server/auth/password-hash.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { isCommonPasswordInList } from "#server/auth/common-passwords.ts";

/** The first key signs and seals; values signed or sealed with any of them are accepted. */
export type KeyRing = readonly [string, ...string[]];

/** Keys of tokens, links and codes: `SECRET`, then `ACCEPTED_SECRETS`. */
export function getSecretKeys(config: { secret: string; acceptedSecrets?: readonly string[] }): KeyRing {
  return [config.secret, ...(config.acceptedSecrets ?? [])];
}

/** Keys of payment credentials: `CREDENTIALS_KEY`, then `ACCEPTED_CREDENTIALS_KEYS`. */
export function getCredentialsKeys(config: {
  credentialsKey: string;
  acceptedCredentialsKeys?: readonly string[];
}): KeyRing {
  return [config.credentialsKey, ...(config.acceptedCredentialsKeys ?? [])];
}

/** Returns a keyed hash of a code: it can be looked up with the key and not be reversed without it. */
export function hashCode({ code, key }: { code: string; key: string }): string {
  return createHmac("sha256", key).update(`code:${code}`).digest("base64url");
}

/** Returns the possible hashes of a stored code, one for each accepted key; the first uses the current key. */
export function hashCodeWithAll({ code, keys }: { code: string; keys: KeyRing }): string[] {
  return keys.map((key) => hashCode({ code, key }));
}

/**
 * Creates the function that stores secret fields: passwords are hashed unless common (COMMON_PASSWORD), codes hashed
 * with `secret`, credentials of payment providers sealed with `credentialsKey`.
 */
export function createSecretStore({ secret, credentialsKey }: { secret: string; credentialsKey: string }) {
  const credentials = createCredentialSealer([credentialsKey]);
  return async ({ field, value }: { field: Field; value: string }): Promise<string> => {
    if (field.secret === "password") {
      if (await isCommonPasswordInList(value))
        throwApiError("COMMON_PASSWORD", { field: "password", path: ["password"] });
      return hashPassword(value);
    }
    return field.secret === "sealed" ? credentials.seal(value) : hashCode({ code: value, key: secret });
  };
}

export interface Sealer {
  /** Encrypts a text with the current key. */
  seal: (text: string) => string;
  /** Decrypts a text; throws if it was altered or sealed with none of the keys. */
  unseal: (sealed: string) => string;
  /** Whether the current key can decrypt the text; if not, it has to be re-encrypted. */
  isCurrent: (sealed: string) => boolean;
}

/**
 * Creates the sealer of values that the server has to read again, such as codes and links of queued messages.
 * AES-256-GCM.
 */
export function createSealer(...keys: KeyRing): Sealer {
  return createSealerForPurpose({ keys, purpose: "chaavi-outbox" });
}

/** Creates the sealer of payment provider credentials, which are needed as long as the branch uses the provider. */
export function createCredentialSealer(keys: KeyRing): Sealer {
  return createSealerForPurpose({ keys, purpose: "chaavi-credentials" });
}

function createSealerForPurpose({ keys, purpose }: { keys: KeyRing; purpose: string }): Sealer {
  const [first, ...accepted] = keys.map((key) =>
    createKeySealer(Buffer.from(hkdfSync("sha256", key, "", purpose, 32))),
  );
  const canUnseal = ({ unseal }: OneKeySealer, sealed: string): boolean => {
    try {
      unseal(sealed);
      return true;
    } catch {
      return false;
    }
  };
  return {
    seal: first!.seal,
    unseal: (sealed) => (accepted.find((candidate) => canUnseal(candidate, sealed)) ?? first!).unseal(sealed),
    isCurrent: (sealed) => canUnseal(first!, sealed),
  };
}

type OneKeySealer = Pick<Sealer, "seal" | "unseal">;

function createKeySealer(key: Buffer): OneKeySealer {
  return {
    seal: (text) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
    },
    unseal: (sealed) => {
      const bytes = Buffer.from(sealed, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8");
    },
  };
}

const nonceBytes = 12;
const tagBytes = 16;
