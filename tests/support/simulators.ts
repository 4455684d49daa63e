// The simulated services for one test file, and a server that uses them.
import { type IntegrationsConfig, parseIntegrationsConfig } from "#server/integrations-config.ts";
import { beforeDatabaseCleanup } from "#tests/support/database.ts";
import { startSimulators, type Simulators } from "#simulators/start-simulators.ts";

export interface SimulatedIntegrations extends Simulators {
  /** The app's settings; `plain` selects the generic SMS adapter instead of MSG91's. */
  integrations: IntegrationsConfig;
  plainSmsIntegrations: IntegrationsConfig;
}

export async function startSimulatedIntegrations(): Promise<SimulatedIntegrations> {
  const simulators = await startSimulators();
  simulators.faults.slowMs = 100;
  beforeDatabaseCleanup(() => simulators.stop());
  const { settings, url } = simulators;
  const env = { ...settings.mail, ...settings.sms, ...settings["tax-ids"] };
  const plain = { ...env, SMS_PROVIDER: "generic", SMS_URL: `${url}/sms` };
  const errors: string[] = [];
  const both = {
    integrations: parseIntegrationsConfig({ env, errors }),
    plainSmsIntegrations: parseIntegrationsConfig({ env: plain, errors }),
  };
  if (errors.length > 0) throw new Error(errors.join("\n"));
  return { ...simulators, ...both };
}
