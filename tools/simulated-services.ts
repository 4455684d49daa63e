// Starts simulators for external services that are not configured, so that the whole product can be tried without
// accounts.
import type { Environment } from "#server/environment.ts";

/** Setting that shows whether a service is configured. */
const enablingSettings = {
  mail: "SMTP_URL",
  sms: "SMS_PROVIDER",
  "tax-ids": "VERIFY_CLIENT_ID",
  pay: "PAY_SIMULATOR_URL",
  webhooks: "LOCAL_WEBHOOKS",
} as const;

export interface SimulatedServices {
  env: Environment;
  /** URL of the page that shows sent messages; null if no service is simulated. */
  url: string | null;
}

/** Adds settings for missing services to the environment. In production nothing is simulated: messages stay queued. */
export async function startMissingSimulators({
  env,
  port,
  onStep,
}: {
  env: Environment;
  /** Preferred port of the page; any free port if it is in use. */
  port: number;
  onStep: (undo: () => Promise<void>) => void;
}): Promise<SimulatedServices> {
  const missing = Object.entries(enablingSettings).filter(([, name]) => !env[name]);
  if (env["NODE_ENV"] === "production" || missing.length === 0) return { env, url: null };
  // The simulators need development packages.
  const { startSimulators } = await import("#simulators/start-simulators.ts");
  const simulators = await startSimulators({ port });
  onStep(() => simulators.stop());
  const settings = missing.map(([service]) => simulators.settings[service as keyof typeof enablingSettings]);
  return { env: Object.assign({}, env, ...settings) as Environment, url: simulators.url };
}
