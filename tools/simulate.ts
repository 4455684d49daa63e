// Stands in for the services outside that no settings name, so that the whole product can be seen with no account anywhere.
import type { Environment } from "#server/config.ts";

/** The setting by which each service is known to be there. */
const decisive = {
  mail: "SMTP_URL",
  sms: "SMS_PROVIDER",
  "tax-ids": "VERIFY_CLIENT_ID",
  pay: "PAY_SIMULATOR_URL",
} as const;

export interface Simulated {
  env: Environment;
  /** Of the page that shows what was sent; null where everything is real. */
  url: string | null;
}

/** The environment with settings for what is missing in it. In production nothing is simulated: what cannot be sent waits. */
export async function simulateMissing({
  env,
  port,
  onStep,
}: {
  env: Environment;
  /** Where the page would like to be; any free port if that is taken. */
  port: number;
  onStep: (undo: () => Promise<void>) => void;
}): Promise<Simulated> {
  const missing = Object.entries(decisive).filter(([, name]) => !env[name]);
  if (env["NODE_ENV"] === "production" || missing.length === 0) return { env, url: null };
  // They need packages that only developers have.
  const { startSimulators } = await import("#simulators/start.ts");
  const simulators = await startSimulators({ port });
  onStep(() => simulators.stop());
  const settings = missing.map(([service]) => simulators.settings[service as keyof typeof decisive]);
  return { env: Object.assign({}, env, ...settings) as Environment, url: simulators.url };
}
