// §7: which network addresses webhooks may reach: public ones, in development also this machine.
import { isIP } from "node:net";
import type { Config } from "#server/config.ts";
import { isPublicAddress } from "#server/http/public-address.ts";

type WebhookConfig = Pick<Config, "hasLocalWebhooks">;

const loopbackAddresses: readonly string[] = ["127.0.0.1", "::1"];

export function createReachableCheck({ hasLocalWebhooks }: WebhookConfig): (address: string) => boolean {
  return (address) => isPublicAddress(address) || (hasLocalWebhooks === true && loopbackAddresses.includes(address));
}

/** As above for the host of an address; undefined for a name, which the connection checks when it resolves it. */
export function isReachableHost(config: WebhookConfig): (host: string) => boolean | undefined {
  const isReachable = createReachableCheck(config);
  return (host) => (isIP(host) ? isReachable(host) : undefined);
}
