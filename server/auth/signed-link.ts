// Signed tokens that give clients without an account access to the page of one row; a token is valid for its row and
// kind of page only.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { KeyRing } from "#server/auth/secrets.ts";

/** Page of a link: of a valet ticket or of an invited visitor. */
export type LinkKind = "ticket" | "invite";

interface LinkInput {
  kind: LinkKind;
  secret: string;
  /** Version of the row's link: a new version invalidates earlier links. Absent in the first version. */
  version?: string;
}

const signature = ({ kind, id, secret, version }: LinkInput & { id: number }): string =>
  createHmac("sha256", secret)
    .update(`${kind}-link:${id}${version === undefined ? "" : `:${version}`}`)
    .digest("base64url")
    .slice(0, 32);

const splitToken = (token: unknown) => (typeof token === "string" ? /^(\d{1,9})\.([\w-]{32})$/.exec(token) : null);

/** '123.<signature>' */
export function createLinkToken({ id, ...linkInput }: LinkInput & { id: number }): string {
  return `${id}.${signature({ id, ...linkInput })}`;
}

/** Returns the row id of a token without verifying its signature; undefined if it is malformed. */
export function parseUnverifiedLinkId(token: unknown): number | undefined {
  const parts = splitToken(token);
  return parts ? Number(parts[1]) : undefined;
}

/** Returns the row id of a token that any of the keys has signed; undefined if it is invalid. */
export function verifyLinkToken({
  token,
  keys,
  ...linkInput
}: Omit<LinkInput, "secret"> & { token: unknown; keys: KeyRing }): number | undefined {
  const parts = splitToken(token);
  if (!parts) return undefined;
  const id = Number(parts[1]);
  const givenSignature = Buffer.from(parts[2]!);
  const isValid = keys.some((secret) =>
    timingSafeEqual(Buffer.from(signature({ id, secret, ...linkInput })), givenSignature),
  );
  return isValid ? id : undefined;
}
