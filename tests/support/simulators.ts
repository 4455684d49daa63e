// The simulated services for one test file, and a server that uses them.
import { type OutsideConfig, outsideFrom } from "#server/outside-config.ts";
import { beforeDatabasesEnd } from "#tests/support/database.ts";
import { startSimulators, type Simulators } from "#simulators/start.ts";

export interface Outsides extends Simulators {
  /** What to start the app with; `plain` for the SMS gateway's plain shape instead of MSG91's. */
  outside: OutsideConfig;
  plain: OutsideConfig;
}

export async function simulatedOutside(): Promise<Outsides> {
  const simulators = await startSimulators();
  simulators.faults.slowMs = 100;
  beforeDatabasesEnd(() => simulators.stop());
  const { settings, url } = simulators;
  const env = { ...settings.mail, ...settings.sms, ...settings["tax-ids"] };
  const plain = { ...env, SMS_PROVIDER: "generic", SMS_URL: `${url}/sms` };
  const mistakes: string[] = [];
  const both = { outside: outsideFrom({ env, mistakes }), plain: outsideFrom({ env: plain, mistakes }) };
  if (mistakes.length > 0) throw new Error(mistakes.join("\n"));
  return { ...simulators, ...both };
}
