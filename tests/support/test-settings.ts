// Settings of `npm test`, read by the test runner and the test support.
import { z } from "zod";
import { OperatorError } from "#server/operator-error.ts";
import { readSettings, settingDetails } from "#server/settings/settings.ts";

export const testSettings = z.object({
  CHROMIUM_PATH: z.string().optional().register(settingDetails, {
    default: "detected",
    description: "browser of `npm test`",
    isDevelopmentOnly: true,
  }),
  TEST_DATABASE_URL: z.string().optional().register(settingDetails, {
    default: "a temporary cluster",
    description: "a PostgreSQL in which `npm test` may create and drop databases",
    isSecret: true,
    isDevelopmentOnly: true,
  }),
});

/** The current values; the test runner sets both for its test processes. Throws OperatorError. */
export function readTestSettings(): z.output<typeof testSettings> {
  const errors: string[] = [];
  const settings = readSettings({ env: process.env, schema: testSettings, errors });
  if (errors.length > 0) throw new OperatorError(errors.join("\n"));
  return settings;
}
