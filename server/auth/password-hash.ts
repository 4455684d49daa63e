// reading.md §3: passwords are stored as argon2id hashes. All hashing of the process is queued here, so that it never
// occupies all threads.
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { WorkQueue } from "#server/processes/work-queue.ts";

/** Second recommendation of OWASP: 19 MiB, two passes; takes about 25 ms. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Format of the hashes of `hashPassword`: these parameters, a salt of 16 and a digest of 32 bytes. */
const supportedHashPattern = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/;

/** Uses two of the four threads of libuv: files, DNS and compression need the others. */
const hashing = new WorkQueue({ concurrency: 2, maxQueued: 200, retryAfterSeconds: 2 });

/** Hashes a password. Throws SERVICE_UNAVAILABLE if too many hashes are queued. */
export function hashPassword(password: string): Promise<string> {
  return hashing.run(() => hash(password, parameters));
}

/** Returns whether a hash has the parameters of this module: any other names its own cost, which may be excessive. */
export function isSupportedHash(text: string): boolean {
  return supportedHashPattern.test(text);
}

const dummyHash = hashPassword(randomBytes(16).toString("hex"));

/**
 * Verifies a password in constant time: also without a stored hash, so that accounts cannot be enumerated. Unsupported
 * hashes are never computed. Throws SERVICE_UNAVAILABLE as `hashPassword`.
 */
export async function verifyPassword({
  password,
  hashed,
}: {
  password: string;
  hashed: string | null;
}): Promise<boolean> {
  const isSupported = hashed !== null && isSupportedHash(hashed);
  const comparedHash = isSupported ? hashed : await dummyHash;
  const isSame = await hashing.run(() => verify(comparedHash, password));
  return isSupported && isSame;
}
