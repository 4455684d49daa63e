// §7: which addresses webhooks are sent to. Names are checked again when they are resolved, by the connection itself.

/** Error text of an address that cannot be an endpoint; undefined if it can. */
export function checkEndpointUrl({
  url: address,
  isReachable,
  isPlainAllowed,
}: {
  url: string;
  /** Whether connections to a numeric address are allowed; undefined for names. */
  isReachable: (host: string) => boolean | undefined;
  /** Whether http is allowed, which is for development only. */
  isPlainAllowed: boolean;
}): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const protocols = isPlainAllowed ? ["https:", "http:"] : ["https:"];
  if (!url || !protocols.includes(url.protocol)) return "*Enter an address that starts with https://";
  if (url.username || url.password) return "*The address must not contain a user name or password";
  if (url.hash) return "*The address must not contain #";
  if (isReachable(url.hostname.replaceAll(/^\[|\]$/g, "")) === false)
    return "*Enter an address that is reachable from the internet";
  return undefined;
}
