// RFC 8291: encrypts the payload of a push message, so that the push service cannot read it.
import { createCipheriv, createECDH, hkdfSync } from "node:crypto";

const tagBytes = 16;
const recordSize = 4_096;
/** Ends the only record (RFC 8188). */
const lastRecordDelimiter = 2;

interface EncryptOptions {
  payload: string;
  /** Public key and secret of the browser, base64url. */
  p256dh: string;
  auth: string;
  /** Private key of this message and the salt; random. */
  privateKey: Uint8Array;
  salt: Uint8Array;
}

/** Body of the request, with Content-Encoding aes128gcm. Throws for a key that is not on the curve, or a payload that is too long. */
export function encryptPayload({ payload, p256dh, auth, privateKey, salt }: EncryptOptions): Buffer {
  const plain = Buffer.concat([Buffer.from(payload, "utf8"), Buffer.from([lastRecordDelimiter])]);
  if (plain.length + tagBytes > recordSize) throw new Error("The payload of the notification is too long.");
  const browserKey = Buffer.from(p256dh, "base64url");
  const ownPair = createECDH("prime256v1");
  ownPair.setPrivateKey(privateKey);
  const ownKey = ownPair.getPublicKey();
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browserKey, ownKey]);
  const shared = ownPair.computeSecret(browserKey);
  const keyMaterial = derive({ key: shared, salt: Buffer.from(auth, "base64url"), info, length: 32 });
  const contentInfo = (name: string) => Buffer.from(`Content-Encoding: ${name}\0`);
  const key = derive({ key: keyMaterial, salt, info: contentInfo("aes128gcm"), length: 16 });
  const nonce = derive({ key: keyMaterial, salt, info: contentInfo("nonce"), length: 12 });
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(recordSize);
  sizes.writeUInt8(ownKey.length, 4);
  return Buffer.concat([salt, sizes, ownKey, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function derive({
  key,
  salt,
  info,
  length,
}: {
  key: Uint8Array;
  salt: Uint8Array;
  info: Uint8Array;
  length: number;
}): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, info, length));
}
