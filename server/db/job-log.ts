import { Logger } from "graphile-worker";

/** Logger of the job queue: errors only, without job payloads. */
export const jobLogger = new Logger(() => (level, message) => {
  if (level === "error") console.error(`Jobs: ${message}`);
});
