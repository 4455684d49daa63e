import { Logger } from "graphile-worker";

/** The job queue's own words: only what went wrong, and never what a job was about. */
export const quietLogger = new Logger(() => (level, message) => {
  if (level === "error") console.error(`Jobs: ${message}`);
});
