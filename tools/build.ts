// npm run build: builds the web application into dist/web unless it is up to date.
import { formatStartupError } from "#server/operator-error.ts";
import { buildWeb } from "#tools/web-build.ts";

try {
  await buildWeb({ log: console.log });
} catch (error) {
  console.error(formatStartupError(error));
  process.exitCode = 1;
}
